/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/string_table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Texts lie in pieces of memory that never move; a text longer than a piece gets a piece of its own. */
#define PIECE_BYTES ((size_t) 64 << 10)

/* Entries lie in segments, each twice as large as the one before: 2^10, 2^11, ... */
#define FIRST_SEGMENT_BITS 10
#define N_SEGMENTS         (32 - FIRST_SEGMENT_BITS + 1)

typedef struct
{
  const char *text;
  uint32_t length;
} Entry;

/* Open addressing with linear probing, at most half full. A slot holds the upper half of the hash above the
 * id, so that a probe compares texts only when 32 bits agree. Views read slots while the writer fills others;
 * they skip ids that they do not know. */
typedef struct StringSlots
{
  struct StringSlots *before; /* smaller arrays, kept for views */
  size_t n;                   /* a power of two */
  _Atomic uint64_t at[];
} StringSlots;

#define SLOT_FREE UINT64_MAX

typedef struct Piece
{
  struct Piece *next;
  char bytes[];
} Piece;

struct StringTable
{
  /* Only for a table over a file. */
  const uint8_t *bytes;
  const uint64_t *begins;
  uint64_t n_bytes;

  uint32_t n;
  bool has_views;
  Entry *segments[N_SEGMENTS];
  StringSlots *slots;
  Piece *pieces;
  char *room; /* the rest of the first shared piece */
  size_t n_room;
};

static uint32_t
slot_id (uint64_t slot)
{
  return (uint32_t) slot;
}

static uint64_t
slot_of (uint64_t hash, uint32_t id)
{
  return (hash >> 32) << 32 | id;
}

static uint64_t
load (const StringSlots *slots, size_t i)
{
  return atomic_load_explicit (&slots->at[i], memory_order_relaxed);
}

static StringSlots *
slots_new (size_t n)
{
  StringSlots *slots = malloc (sizeof *slots + n * sizeof slots->at[0]);

  if (slots == NULL)
    return NULL;
  slots->before = NULL;
  slots->n = n;
  for (size_t i = 0; i < n; i++)
    atomic_init (&slots->at[i], SLOT_FREE);
  return slots;
}

StringTable *
string_table_new (void)
{
  StringTable *table = calloc (1, sizeof *table);
  uint32_t id;

  if (table == NULL)
    return NULL;
  table->slots = slots_new (1024);
  if (table->slots == NULL || !string_table_intern (table, "", 0, &id))
    {
      string_table_free (table);
      return NULL;
    }
  return table;
}

StringTable *
string_table_new_over (const uint8_t *bytes, uint64_t n_bytes, const uint64_t *begins, uint32_t n)
{
  StringTable *table = calloc (1, sizeof *table);

  if (table == NULL)
    return NULL;
  table->bytes = bytes;
  table->n_bytes = n_bytes;
  table->begins = begins;
  table->n = n;
  return table;
}

static void
slots_free (StringSlots *slots)
{
  while (slots != NULL)
    {
      StringSlots *before = slots->before;

      free (slots);
      slots = before;
    }
}

void
string_table_free (StringTable *table)
{
  if (table == NULL)
    return;
  for (Piece *piece = table->pieces, *next; piece != NULL; piece = next)
    {
      next = piece->next;
      free (piece);
    }
  for (size_t s = 0; s < N_SEGMENTS; s++)
    free (table->segments[s]);
  slots_free (table->slots);
  free (table);
}

/* Segment s holds 2^(s + FIRST_SEGMENT_BITS) entries. The highest bit of id + 2^FIRST_SEGMENT_BITS gives the
 * segment. */
static unsigned
segment_of (uint32_t id, size_t *ret_index)
{
  uint64_t place = (uint64_t) id + (1u << FIRST_SEGMENT_BITS);
  unsigned bit = 63 - (unsigned) __builtin_clzll (place);

  *ret_index = (size_t) (place - (UINT64_C (1) << bit));
  return bit - FIRST_SEGMENT_BITS;
}

static const Entry *
entry_of (const StringTable *table, uint32_t id)
{
  size_t i;
  unsigned s = segment_of (id, &i);

  return &table->segments[s][i];
}

static bool
table_rehash (StringTable *table)
{
  StringSlots *old = table->slots, *slots = slots_new (old->n * 2);

  if (slots == NULL)
    return false;
  for (uint32_t id = 0; id < table->n; id++)
    {
      const Entry *entry = entry_of (table, id);
      uint64_t hash = string_hash (entry->text, entry->length);
      size_t i = (size_t) hash & (slots->n - 1);

      while (load (slots, i) != SLOT_FREE)
        i = (i + 1) & (slots->n - 1);
      atomic_init (&slots->at[i], slot_of (hash, id));
    }
  table->slots = slots;
  if (table->has_views)
    slots->before = old;
  else
    slots_free (old);
  return true;
}

static bool
entry_is (const Entry *entry, const char *text, size_t length)
{
  return entry->length == length && (length == 0 || memcmp (entry->text, text, length) == 0);
}

/* Returns the slot of the text if it is one of the first n strings, or else the free slot where it belongs. */
static size_t
probe (const StringTable *table,
       const StringSlots *slots,
       uint32_t n,
       const char *text,
       size_t length,
       uint64_t hash)
{
  size_t i = (size_t) hash & (slots->n - 1);

  for (;; i = (i + 1) & (slots->n - 1))
    {
      uint64_t slot = load (slots, i);

      if (slot == SLOT_FREE
          || (slot >> 32 == hash >> 32 && slot_id (slot) < n
              && entry_is (entry_of (table, slot_id (slot)), text, length)))
        return i;
    }
}

uint64_t
string_hash (const char *text, size_t length)
{
  return XXH3_64bits (text, length);
}

bool
string_table_find (const StringTable *table, const char *text, size_t length, uint32_t *ret_id)
{
  const StringView view = { table, table->slots, table->n };

  return string_view_find (&view, text, length, string_hash (text, length), ret_id);
}

StringView
string_table_view (StringTable *table)
{
  table->has_views = true;
  return (StringView){ table, table->slots, table->n };
}

static const char *
entry_text (const Entry *entry, size_t *ret_length)
{
  if (ret_length != NULL)
    *ret_length = entry->length;
  return entry->text;
}

const char *
string_view_get (const StringView *view, uint32_t id, size_t *ret_length)
{
  return entry_text (entry_of (view->table, id < view->n ? id : STRING_EMPTY), ret_length);
}

bool
string_view_find (const StringView *view, const char *text, size_t length, uint64_t hash, uint32_t *ret_id)
{
  uint64_t slot = load (view->slots, probe (view->table, view->slots, view->n, text, length, hash));

  /* Since the view was made, the slot may have been taken by a string that the view does not have. */
  if (slot == SLOT_FREE || slot_id (slot) >= view->n)
    return false;
  *ret_id = slot_id (slot);
  return true;
}

static char *
take_room (StringTable *table, size_t n)
{
  if (n > table->n_room)
    {
      bool is_shared = n <= PIECE_BYTES / 8;
      size_t n_piece = is_shared ? PIECE_BYTES : n;
      Piece *piece = n_piece > SIZE_MAX - sizeof *piece ? NULL : malloc (sizeof *piece + n_piece);

      if (piece == NULL)
        return NULL;
      piece->next = table->pieces;
      table->pieces = piece;
      if (!is_shared)
        return piece->bytes;
      table->room = piece->bytes;
      table->n_room = n_piece;
    }

  char *taken = table->room;
  table->room += n;
  table->n_room -= n;
  return taken;
}

static bool
add_entry (StringTable *table, const char *text, size_t length)
{
  size_t i;
  unsigned s = segment_of (table->n, &i);

  if (table->segments[s] == NULL)
    table->segments[s] = malloc (((size_t) 1 << (s + FIRST_SEGMENT_BITS)) * sizeof (Entry));
  char *copy = table->segments[s] == NULL || length >= UINT32_MAX ? NULL : take_room (table, length + 1);
  if (copy == NULL)
    return false;
  if (length > 0)
    memcpy (copy, text, length);
  copy[length] = '\0';
  table->segments[s][i] = (Entry){ copy, (uint32_t) length };
  return true;
}

bool
string_table_intern_hashed (StringTable *table,
                            const char *text,
                            size_t length,
                            uint64_t hash,
                            uint32_t *ret_id)
{
  uint32_t id = table->n;
  size_t i = probe (table, table->slots, id, text, length, hash);
  uint64_t slot = load (table->slots, i);

  if (slot != SLOT_FREE)
    {
      *ret_id = slot_id (slot);
      return true;
    }
  if (id == UINT32_MAX || !add_entry (table, text, length))
    return false;
  if ((size_t) id * 2 >= table->slots->n)
    {
      if (!table_rehash (table))
        return false;
      i = probe (table, table->slots, id, text, length, hash);
    }
  atomic_store_explicit (&table->slots->at[i], slot_of (hash, id), memory_order_relaxed);
  table->n++;
  *ret_id = id;
  return true;
}

bool
string_table_intern (StringTable *table, const char *text, size_t length, uint32_t *ret_id)
{
  return string_table_intern_hashed (table, text, length, string_hash (text, length), ret_id);
}

static const char *
text_over (const StringTable *table, uint32_t id, size_t *ret_length)
{
  uint64_t begin = table->begins[id], end = table->begins[id + 1];

  if (begin >= end || end > table->n_bytes || table->bytes[end - 1] != '\0')
    begin = end = 0;
  if (ret_length != NULL)
    *ret_length = end > begin ? (size_t) (end - begin - 1) : 0;
  return end > begin ? (const char *) table->bytes + begin : "";
}

const char *
string_table_get (const StringTable *table, uint32_t id, size_t *ret_length)
{
  if (id >= table->n)
    {
      if (ret_length != NULL)
        *ret_length = 0;
      return "";
    }
  if (table->begins != NULL)
    return text_over (table, id, ret_length);

  return entry_text (entry_of (table, id), ret_length);
}

const uint8_t *
string_table_bytes (const StringTable *table, uint64_t *ret_n_bytes)
{
  *ret_n_bytes = table->n_bytes;
  return table->bytes;
}

const uint64_t *
string_table_begins (const StringTable *table)
{
  return table->begins;
}

uint32_t
string_table_count (const StringTable *table)
{
  return table->n;
}
