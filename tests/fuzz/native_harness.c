/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/packing.h"
#include "tests/unit/every_reader.h"
#include "tests/unit/native_bytes.h"
#include "trace/file/section_map.h"
#include "trace/open.h"
#include "trace/trace_error.h"
#include "trace/verify.h"

/* Of the files that can be opened. */
#define QUERIED_EVERY  8
#define ARCHIVED_EVERY 8

/* ---- promises ---- */

/* A profile that opens may still be one that no archive can hold: it says so. */
static void
archive (const Trace *trace)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("archive", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  if (trace_write_archive (trace, fd, NULL, "fuzz.stepscope", &error))
    {
      g_assert_no_error (error);
      g_assert_true (section_file_probe (fd));
    }
  else
    g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  close (fd);
}

static void
read_everything (Trace *trace, uint64_t hash)
{
  TraceDamage damage;

  g_assert_true (trace_verify (trace, NULL, &damage));
  for (uint32_t i = 0; i < damage.n; i++)
    g_assert_nonnull (trace_damage_name (&damage, i));
  g_assert_false (trace_was_cut (trace));
  every_reader_reads (trace);
  if (hash % QUERIED_EVERY == 0)
    every_query_reads (trace);
  if (hash / QUERIED_EVERY % ARCHIVED_EVERY == 0)
    archive (trace);
}

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (packing_of (bytes, n) != PACKING_NATIVE)
    return;
  allocation_bound_set (n);
  g_autoptr (Trace) trace = native_bytes_open (bytes, n, &error);
  if (trace != NULL)
    {
      g_assert_no_error (error);
      read_everything (trace, XXH3_64bits (bytes, n));
    }
  else
    {
      g_assert_true (error != NULL && error->domain == TRACE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
  allocation_bound_lift ();
}

/* ---- mutation ---- */

/* The table of a file whose header can be made sense of; NULL: it cannot. */
static SectionEntry *
table_of (uint8_t *bytes, size_t n, uint32_t *ret_n)
{
  const SectionFileHeader *header = (const SectionFileHeader *) (const void *) bytes;

  if (n < sizeof *header || header->table_at % 8 != 0 || header->table_at > n
      || header->n_sections > (n - header->table_at) / sizeof (SectionEntry) || header->n_sections == 0)
    return NULL;
  return native_bytes_table (bytes, ret_n);
}

/* The contents of one section, which becomes no longer than it was. */
static bool
mutate_section (uint8_t *bytes, size_t n, uint64_t seed, MutateFunc mutate, void *user_data)
{
  uint32_t n_sections;
  SectionEntry *table = table_of (bytes, n, &n_sections);
  SectionEntry *entry = table != NULL ? &table[seed % n_sections] : NULL;

  if (entry == NULL || entry->at > n || entry->stored_bytes > n - entry->at || entry->stored_bytes == 0)
    return false;
  size_t n_section =
    mutate (bytes + entry->at, (size_t) entry->stored_bytes, (size_t) entry->stored_bytes, user_data);
  /* One that became shorter is filled up again half of the time. */
  if (n_section < entry->stored_bytes && seed / n_sections % 2 == 0)
    {
      entry->stored_bytes = n_section;
      if (entry->codec == SECTION_RAW)
        entry->raw_bytes = n_section;
    }
  return true;
}

/* Header and table. */
static bool
mutate_table (uint8_t *bytes, size_t n, uint64_t seed, MutateFunc mutate, void *user_data)
{
  uint32_t n_sections;
  SectionEntry *table = table_of (bytes, n, &n_sections);
  size_t at = sizeof (SECTION_FILE_MAGIC) - 1;

  if (table == NULL)
    return false;
  if (seed % 4 == 0)
    mutate (bytes + at, sizeof (SectionFileHeader) - at, sizeof (SectionFileHeader) - at, user_data);
  else
    mutate ((uint8_t *) &table[seed / 4 % n_sections], sizeof *table, sizeof *table, user_data);
  return true;
}

/* What is refused for its hashes shows nothing. */
static size_t
mutate_native (uint8_t *bytes, size_t n, size_t max, uint64_t seed, MutateFunc mutate, void *user_data)
{
  bool sealed = seed % 16 != 0;

  seed /= 16;
  bool done = seed % 8 < 6    ? mutate_section (bytes, n, seed / 8, mutate, user_data)
              : seed % 8 == 6 ? mutate_table (bytes, n, seed / 8, mutate, user_data)
                              : false;
  if (!done)
    n = mutate (bytes, n, max, user_data);
  if (sealed && n >= sizeof (SectionFileHeader) && packing_of (bytes, n) == PACKING_NATIVE)
    native_bytes_seal (bytes, n);
  return n;
}

const Harness native_harness = { "native", check, mutate_native };
