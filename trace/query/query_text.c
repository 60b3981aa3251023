/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query_text.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define REPLACEMENT        "\xef\xbf\xbd"
#define REPLACEMENT_LENGTH 3

enum
{
  VALIDITY_UNKNOWN,
  VALIDITY_VALID,
  VALIDITY_INVALID,
};

struct QueryText
{
  const Trace *trace;
  uint32_t n;        /* strings */
  uint8_t *validity; /* by string id */
  uint32_t *slots;   /* string id + 1, by hash, open addressing; 0: free. NULL until the first search */
  size_t n_slots;    /* a power of two */
};

QueryText *
query_text_new (const Trace *trace)
{
  QueryText *text = calloc (1, sizeof *text);

  if (text == NULL)
    return NULL;
  text->trace = trace;
  text->n = trace_n_strings (trace);
  text->validity = calloc ((size_t) text->n + 1, 1);
  if (text->validity != NULL)
    return text;
  query_text_free (text);
  return NULL;
}

void
query_text_free (QueryText *text)
{
  if (text == NULL)
    return;
  free (text->validity);
  free (text->slots);
  free (text);
}

/* ---- UTF-8 ---- */

/* Returns the number of valid bytes from at on; NUL is valid. */
static size_t
valid_prefix (const char *at, size_t length)
{
  const char *begin = at, *end = at + length;

  while (at < end && !g_utf8_validate (at, end - at, &at) && at < end && *at == '\0')
    at++;
  return (size_t) (at - begin);
}

/* NULL: out of memory. Free with free (). */
static char *
make_valid (const char *bytes, size_t length, size_t *ret_length)
{
  size_t most;
  char *copy, *out;

  if (__builtin_mul_overflow (length, (size_t) REPLACEMENT_LENGTH, &most)
      || (copy = malloc (most + 1)) == NULL)
    return NULL;
  out = copy;
  while (length > 0)
    {
      size_t n = valid_prefix (bytes, length);

      memcpy (out, bytes, n);
      out += n;
      bytes += n;
      length -= n;
      if (length == 0)
        break;
      memcpy (out, REPLACEMENT, REPLACEMENT_LENGTH);
      out += REPLACEMENT_LENGTH;
      bytes++;
      length--;
    }
  *ret_length = (size_t) (out - copy);
  return copy;
}

static bool
is_valid (QueryText *text, uint32_t id, const char *bytes, size_t length)
{
  uint8_t *validity = &text->validity[id];

  if (*validity == VALIDITY_UNKNOWN)
    *validity = valid_prefix (bytes, length) == length ? VALIDITY_VALID : VALIDITY_INVALID;
  return *validity == VALIDITY_VALID;
}

void
query_text_result (QueryText *text, sqlite3_context *context, uint32_t id)
{
  size_t length, n;
  const char *bytes = trace_string (text->trace, id, &length);

  if (is_valid (text, id < text->n ? id : STRING_EMPTY, bytes, length))
    {
      sqlite3_result_text64 (context, bytes, length, SQLITE_STATIC, SQLITE_UTF8);
      return;
    }

  char *copy = make_valid (bytes, length, &n);
  if (copy == NULL)
    sqlite3_result_error_nomem (context);
  else
    sqlite3_result_text64 (context, copy, n, free, SQLITE_UTF8);
}

void
query_text_result_copy (sqlite3_context *context, const char *bytes, size_t length, bool quoted)
{
  size_t n;
  char *copy;

  if (valid_prefix (bytes, length) == length && !quoted)
    {
      sqlite3_result_text64 (context, bytes, length, SQLITE_TRANSIENT, SQLITE_UTF8);
      return;
    }
  copy = make_valid (bytes, length, &n);
  if (copy != NULL && quoted)
    {
      char *grown = realloc (copy, n + 2);

      if (grown == NULL)
        {
          free (copy);
          copy = NULL;
        }
      else
        {
          copy = grown;
          memmove (copy + 1, copy, n);
          copy[0] = copy[n + 1] = '"';
          n += 2;
        }
    }
  if (copy == NULL)
    sqlite3_result_error_nomem (context);
  else
    sqlite3_result_text64 (context, copy, n, free, SQLITE_UTF8);
}

/* ---- finding ---- */

/* Returns the slot of the text, or the free one where it would be. */
static size_t
slot_of (const QueryText *text, const char *bytes, size_t length)
{
  size_t slot = (size_t) XXH3_64bits (bytes, length) & (text->n_slots - 1);

  for (; text->slots[slot] != 0; slot = (slot + 1) & (text->n_slots - 1))
    {
      size_t n;
      const char *other = trace_string (text->trace, text->slots[slot] - 1, &n);

      if (n == length && memcmp (other, bytes, n) == 0)
        break;
    }
  return slot;
}

static bool
build_slots (QueryText *text)
{
  text->n_slots = 16;
  while (text->n_slots < 2 * (uint64_t) text->n)
    text->n_slots *= 2;
  text->slots = calloc (text->n_slots, sizeof *text->slots);
  if (text->slots == NULL)
    return false;
  for (uint32_t id = 0; id < text->n; id++)
    {
      size_t length;
      const char *bytes = trace_string (text->trace, id, &length);

      text->slots[slot_of (text, bytes, length)] = id + 1;
    }
  return true;
}

QueryTextFound
query_text_find (QueryText *text, const char *bytes, size_t length, uint32_t *ret_id)
{
  /* Other texts may become this one when they are made valid. */
  if (memmem (bytes, length, REPLACEMENT, REPLACEMENT_LENGTH) != NULL)
    return QUERY_TEXT_AMBIGUOUS;
  if (text->slots == NULL && !build_slots (text))
    return QUERY_TEXT_NO_MEMORY;

  uint32_t entry = text->slots[slot_of (text, bytes, length)];
  if (entry == 0)
    return QUERY_TEXT_ABSENT;
  *ret_id = entry - 1;
  return QUERY_TEXT_FOUND;
}

/* ---- ordering ---- */

typedef struct
{
  const char *bytes;
  size_t length;
  uint32_t id;
  char *owned; /* NULL: bytes belongs to the profile */
} Entry;

static int
compare_entries (const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  size_t n = x->length < y->length ? x->length : y->length;
  int order = memcmp (x->bytes, y->bytes, n);

  if (order != 0)
    return order;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

bool
query_text_order (QueryText *text, uint32_t *ids, size_t n)
{
  Entry *entries = calloc (n + 1, sizeof *entries);
  bool ok = entries != NULL;

  for (size_t i = 0; i < n && ok; i++)
    {
      Entry *entry = &entries[i];

      entry->id = ids[i];
      entry->bytes = trace_string (text->trace, ids[i], &entry->length);
      if (!is_valid (text, ids[i] < text->n ? ids[i] : STRING_EMPTY, entry->bytes, entry->length))
        {
          entry->bytes = entry->owned = make_valid (entry->bytes, entry->length, &entry->length);
          ok = entry->owned != NULL;
        }
    }
  if (ok)
    {
      qsort (entries, n, sizeof *entries, compare_entries);
      for (size_t i = 0; i < n; i++)
        ids[i] = entries[i].id;
    }
  for (size_t i = 0; i < n && entries != NULL; i++)
    free (entries[i].owned);
  free (entries);
  return ok;
}
