/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/native_mutation.h"

#include <glib.h>
#include <string.h>
#include <zstd.h>

#include "tests/fuzz/packing.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "trace/archive/block_directory.h"

/* What a section may grow by at a time; what a block of an archive may be to be taken apart. */
#define GROWTH_BYTES    256
#define BLOCK_BYTES_MAX ((size_t) 1 << 20)

typedef struct
{
  uint8_t *bytes;
  size_t n, max;
  MutateFunc mutate;
  void *user_data;
} File;

/* Of a file whose header can be made sense of. NULL: it cannot. */
static SectionEntry *
table_of (const File *file, uint32_t *ret_n)
{
  const SectionFileHeader *header = (const SectionFileHeader *) (const void *) file->bytes;

  if (file->n < sizeof *header || header->table_at % 8 != 0 || header->table_at > file->n
      || header->n_sections > (file->n - header->table_at) / sizeof (SectionEntry) || header->n_sections == 0)
    return NULL;
  return native_bytes_table (file->bytes, ret_n);
}

static bool
is_inside (const File *file, const SectionEntry *entry)
{
  return entry->at <= file->n && entry->stored_bytes <= file->n - entry->at && entry->stored_bytes > 0;
}

static size_t
aligned (size_t n)
{
  return (n + SECTION_ALIGNMENT - 1) & ~(size_t) (SECTION_ALIGNMENT - 1);
}

/* The section becomes contents[0..n_new), and what lies behind it moves. False: there is no room. */
static bool
replace_section (File *file, uint32_t section, const uint8_t *contents, size_t n_new)
{
  SectionFileHeader *header = (SectionFileHeader *) (void *) file->bytes;
  uint32_t n_sections;
  SectionEntry *table = table_of (file, &n_sections), *entry = &table[section];
  size_t at = (size_t) entry->at, end = at + aligned ((size_t) entry->stored_bytes),
         new_end = at + aligned (n_new);

  if (end > file->n || file->n - end > file->max || new_end > file->max - (file->n - end))
    return false;
  entry->stored_bytes = n_new;
  if (entry->codec == SECTION_RAW)
    entry->raw_bytes = n_new;
  for (uint32_t i = 0; i < n_sections; i++)
    if (table[i].at >= end)
      table[i].at += new_end - end;
  if (header->table_at >= end)
    header->table_at += new_end - end;
  header->size_bytes += new_end - end;
  memmove (file->bytes + new_end, file->bytes + end, file->n - end);
  memset (file->bytes + at, 0, new_end - at);
  memcpy (file->bytes + at, contents, n_new);
  file->n += new_end - end;
  return true;
}

/* The bytes of a section as they lie there. */
static bool
mutate_stored (File *file, uint32_t section)
{
  uint32_t n_sections;
  const SectionEntry *entry = &table_of (file, &n_sections)[section];
  size_t n = (size_t) entry->stored_bytes;
  g_autofree uint8_t *contents = g_malloc (n + GROWTH_BYTES);

  memcpy (contents, file->bytes + entry->at, n);
  n = file->mutate (contents, n, n + GROWTH_BYTES, file->user_data);
  return replace_section (file, section, contents, n);
}

/* What the first block of an archive's section decompresses to. False: there is none, or it is large. */
static bool
mutate_block (File *file, uint32_t section)
{
  uint32_t n_sections;
  const SectionEntry *entry = &table_of (file, &n_sections)[section];
  const uint8_t *stored = file->bytes + entry->at;
  size_t n = (size_t) entry->stored_bytes;
  BlockStreamEnd end;
  BlockEntry block;

  if (n < sizeof end + sizeof block)
    return false;
  memcpy (&end, stored + n - sizeof end, sizeof end);
  memcpy (&block, stored + n - sizeof end - sizeof block, sizeof block);
  if (end.n_items == 0 || end.n_items > end.items_per_block || block.raw_bytes > BLOCK_BYTES_MAX
      || block.stored_bytes > n - sizeof end - sizeof block)
    return false;

  size_t room = (size_t) block.raw_bytes + GROWTH_BYTES;
  g_autofree uint8_t *raw = g_malloc (room);
  size_t n_raw = ZSTD_decompress (raw, room, stored, (size_t) block.stored_bytes);
  if (ZSTD_isError (n_raw))
    return false;
  n_raw = file->mutate (raw, n_raw, room, file->user_data);

  size_t bound = ZSTD_compressBound (n_raw);
  g_autofree uint8_t *contents = g_malloc (bound + sizeof block + sizeof end);
  size_t n_stored = ZSTD_compress (contents, bound, raw, n_raw, 1);
  g_assert_false (ZSTD_isError (n_stored));
  block.raw_bytes = n_raw;
  block.stored_bytes = n_stored;
  memcpy (contents + n_stored, &block, sizeof block);
  memcpy (contents + n_stored + sizeof block, &end, sizeof end);
  return replace_section (file, section, contents, n_stored + sizeof block + sizeof end);
}

static bool
mutate_section (File *file, uint64_t seed)
{
  uint32_t n_sections;
  const SectionEntry *table = table_of (file, &n_sections);
  uint32_t section = table == NULL ? 0 : (uint32_t) (seed % n_sections);

  if (table == NULL || !is_inside (file, &table[section]))
    return false;
  return (table[section].id >= SECTION_ARCHIVE_FIRST && seed / n_sections % 4 > 0
          && mutate_block (file, section))
         || mutate_stored (file, section);
}

/* Header and table. */
static bool
mutate_table (File *file, uint64_t seed)
{
  uint32_t n_sections;
  SectionEntry *table = table_of (file, &n_sections);
  size_t at = sizeof (SECTION_FILE_MAGIC) - 1, n = sizeof (SectionFileHeader) - at;

  if (table == NULL)
    return false;
  if (seed % 4 == 0)
    file->mutate (file->bytes + at, n, n, file->user_data);
  else
    file->mutate ((uint8_t *) &table[seed / 4 % n_sections], sizeof *table, sizeof *table, file->user_data);
  return true;
}

size_t
native_mutation (uint8_t *bytes, size_t n, size_t max, uint64_t seed, MutateFunc mutate, void *user_data)
{
  File file = { bytes, n, max, mutate, user_data };
  bool is_sealed = seed % 16 != 0;
  uint64_t kind = seed / 16 % 8, rest = seed / 128;

  if (!(kind < 6 && mutate_section (&file, rest)) && !(kind == 6 && mutate_table (&file, rest)))
    file.n = mutate (bytes, n, max, user_data);
  if (is_sealed && file.n >= sizeof (SectionFileHeader) && packing_of (bytes, file.n) == PACKING_NATIVE)
    native_bytes_seal (bytes, file.n);
  return file.n;
}
