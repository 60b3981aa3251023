/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/string_table.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/column.h"

/* Open addressing, linear probing, at most half full. A slot holds the upper half of the hash beside the
 * id, so that a probe compares texts only when 32 bits agree. */
typedef struct
{
  uint32_t hash;
  uint32_t id;
} Slot;

#define SLOT_FREE UINT32_MAX

struct StringTable
{
  U8Column bytes;   /* all texts, each followed by NUL */
  U64Column begins; /* n + 1 entries: where text i begins, and where the next would */
  Slot *slots;
  size_t n_slots; /* a power of two; 0: bytes and begins are borrowed */
};

static Slot *
slots_new (size_t n)
{
  Slot *slots = malloc (n * sizeof *slots);

  if (slots != NULL)
    memset (slots, 0xff, n * sizeof *slots);
  return slots;
}

StringTable *
string_table_new (void)
{
  StringTable *table = calloc (1, sizeof *table);
  uint32_t id;

  if (table == NULL)
    return NULL;
  table->n_slots = 1024;
  table->slots = slots_new (table->n_slots);
  if (table->slots == NULL || !u64_column_push (&table->begins, 0)
      || !string_table_intern (table, "", 0, &id))
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
  table->bytes = (U8Column){ (uint8_t *) (uintptr_t) bytes, n_bytes, n_bytes };
  table->begins = (U64Column){ (uint64_t *) (uintptr_t) begins, (size_t) n + 1, (size_t) n + 1 };
  return table;
}

void
string_table_free (StringTable *table)
{
  if (table == NULL)
    return;
  if (table->n_slots > 0)
    {
      u8_column_clear (&table->bytes);
      u64_column_clear (&table->begins);
    }
  free (table->slots);
  free (table);
}

static bool
table_rehash (StringTable *table)
{
  size_t n_slots = table->n_slots * 2;
  Slot *slots = slots_new (n_slots);

  if (slots == NULL)
    return false;
  for (uint32_t id = 0; id < string_table_count (table); id++)
    {
      size_t length;
      const char *text = string_table_get (table, id, &length);
      uint64_t hash = XXH3_64bits (text, length);
      size_t i = (size_t) hash & (n_slots - 1);

      while (slots[i].id != SLOT_FREE)
        i = (i + 1) & (n_slots - 1);
      slots[i] = (Slot){ (uint32_t) (hash >> 32), id };
    }
  free (table->slots);
  table->slots = slots;
  table->n_slots = n_slots;
  return true;
}

/* The slot that holds the text, or the free one where it belongs. */
static size_t
table_probe (const StringTable *table, const char *text, size_t length, uint64_t hash)
{
  size_t i = (size_t) hash & (table->n_slots - 1);

  for (;; i = (i + 1) & (table->n_slots - 1))
    {
      const Slot *slot = &table->slots[i];
      size_t n;

      if (slot->id == SLOT_FREE)
        return i;
      if (slot->hash != (uint32_t) (hash >> 32))
        continue;
      const char *other = string_table_get (table, slot->id, &n);
      if (n == length && (n == 0 || memcmp (other, text, n) == 0))
        return i;
    }
}

bool
string_table_find (const StringTable *table, const char *text, size_t length, uint32_t *ret_id)
{
  size_t i = table_probe (table, text, length, XXH3_64bits (text, length));

  if (table->slots[i].id == SLOT_FREE)
    return false;
  *ret_id = table->slots[i].id;
  return true;
}

bool
string_table_intern (StringTable *table, const char *text, size_t length, uint32_t *ret_id)
{
  uint64_t hash = XXH3_64bits (text, length);
  size_t i = table_probe (table, text, length, hash);
  uint32_t id = string_table_count (table);

  if (table->slots[i].id != SLOT_FREE)
    {
      *ret_id = table->slots[i].id;
      return true;
    }

  if (id == SLOT_FREE || length == SIZE_MAX || !u8_column_reserve (&table->bytes, length + 1)
      || !u64_column_reserve (&table->begins, 1))
    return false;
  if ((size_t) id * 2 >= table->n_slots)
    {
      if (!table_rehash (table))
        return false;
      i = table_probe (table, text, length, hash);
    }

  if (length > 0)
    memcpy (table->bytes.at + table->bytes.n, text, length);
  table->bytes.n += length;
  table->bytes.at[table->bytes.n++] = '\0';
  table->begins.at[table->begins.n++] = table->bytes.n;
  table->slots[i] = (Slot){ (uint32_t) (hash >> 32), id };
  *ret_id = id;
  return true;
}

const char *
string_table_get (const StringTable *table, uint32_t id, size_t *ret_length)
{
  bool is_here = (size_t) id + 1 < table->begins.n;
  uint64_t begin = is_here ? table->begins.at[id] : 0, end = is_here ? table->begins.at[id + 1] : 0;

  if (begin >= end || end > table->bytes.n || table->bytes.at[end - 1] != '\0')
    {
      if (ret_length != NULL)
        *ret_length = 0;
      return "";
    }
  if (ret_length != NULL)
    *ret_length = (size_t) (end - begin - 1);
  return (const char *) table->bytes.at + begin;
}

const uint8_t *
string_table_bytes (const StringTable *table, uint64_t *ret_n_bytes)
{
  *ret_n_bytes = table->bytes.n;
  return table->bytes.at;
}

const uint64_t *
string_table_begins (const StringTable *table)
{
  return table->begins.at;
}

uint32_t
string_table_count (const StringTable *table)
{
  return (uint32_t) (table->begins.n - 1);
}
