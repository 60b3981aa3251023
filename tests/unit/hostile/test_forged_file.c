/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that were made to be read wrongly: any bytes in any section, with all hashes right. Each is refused with a
 * sentence, or is a profile that every reader survives. */

#include <glib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/hostile/every_reader.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "tests/unit/hostile/section_parts.h"
#include "trace/archive/archive_file.h"
#include "trace/file/verify.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

/* A case that takes longer has no end. */
#define SECONDS_MAX 120

/* Of the profiles that could be opened. */
#define DRAWN_EVERY    23
#define ARCHIVED_EVERY 5

/* ---- what is changed ---- */

static uint64_t
hostile_number (GRand *random)
{
  static const uint64_t numbers[] = { 0,
                                      1,
                                      2,
                                      UINT64_MAX,
                                      INT64_MAX,
                                      UINT32_MAX,
                                      INT32_MAX,
                                      UINT64_MAX - 1,
                                      (uint64_t) INT64_MIN,
                                      UINT64_C (1) << 32,
                                      (uint64_t) TRACE_TIME_MAX_NS,
                                      UINT64_MAX / 3 + 1 };

  switch (g_rand_int_range (random, 0, 3))
    {
    case 0:
      return numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))];
    case 1:
      return (uint64_t) g_rand_int_range (random, 0, 70);
    default:
      return (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
    }
}

/* An entry of 1, 4 or 8 bytes becomes another number. */
static void
change_number (GRand *random, GByteArray *bytes)
{
  static const guint widths[] = { 1, 4, 8 };
  guint width = widths[g_rand_int_range (random, 0, G_N_ELEMENTS (widths))];
  uint64_t value = hostile_number (random);

  if (bytes->len >= width)
    memcpy (bytes->data + width * (guint) g_rand_int_range (random, 0, (gint32) (bytes->len / width)), &value,
            width);
}

/* What stood elsewhere: true values in wrong places. */
static void
copy_within (GRand *random, GByteArray *bytes)
{
  guint n_words = bytes->len / 4;

  if (n_words < 2)
    return;
  guint n = (guint) g_rand_int_range (random, 1, (gint32) MIN (n_words, 16));
  guint from = (guint) g_rand_int_range (random, 0, (gint32) (n_words - n + 1));
  guint to = (guint) g_rand_int_range (random, 0, (gint32) (n_words - n + 1));
  memmove (bytes->data + 4 * to, bytes->data + 4 * from, 4 * n);
}

static void
fill_run (GRand *random, GByteArray *bytes)
{
  static const uint8_t fills[] = { 0, 0xff, 0x7f, 0x80, 1, 'a' };

  if (bytes->len == 0)
    return;
  guint from = (guint) g_rand_int_range (random, 0, (gint32) bytes->len);
  memset (bytes->data + from, fills[g_rand_int_range (random, 0, G_N_ELEMENTS (fills))],
          (size_t) g_rand_int_range (random, 1, (gint32) (bytes->len - from) + 1));
}

static void
flip_bits (GRand *random, GByteArray *bytes)
{
  for (int i = g_rand_int_range (random, 1, 9); i > 0 && bytes->len > 0; i--)
    bytes->data[g_rand_int_range (random, 0, (gint32) bytes->len)] ^=
      (uint8_t) (1 << g_rand_int_range (random, 0, 8));
}

/* Fewer entries, or the last ones twice. */
static void
change_length (GRand *random, GByteArray *bytes)
{
  guint n = 4 * (guint) g_rand_int_range (random, 1, 40);

  n = MIN (n, bytes->len);

  if (g_rand_boolean (random))
    g_byte_array_set_size (bytes, bytes->len - n);
  else if (n > 0)
    {
      g_autofree uint8_t *last = g_memdup2 (bytes->data + bytes->len - n, n);
      g_byte_array_append (bytes, last, n);
    }
}

static void
change_part (GRand *random, GByteArray *bytes)
{
  static void (*const changes[]) (GRand *, GByteArray *) = {
    change_number, change_number, change_number, copy_within, fill_run, flip_bits, change_length,
  };

  changes[g_rand_int_range (random, 0, G_N_ELEMENTS (changes))](random, bytes);
}

static void
change_parts (GRand *random, SectionParts *parts)
{
  for (int i = g_rand_int_range (random, 1, 4); i > 0; i--)
    change_part (random, parts->parts[g_rand_int_range (random, 0, (gint32) parts->n)].bytes);
}

/* Where sections lie, how long they are and how they are to be read; and the header. */
static void
change_table (GRand *random, uint8_t *bytes, size_t n)
{
  SectionFileHeader *header = (SectionFileHeader *) (void *) bytes;
  uint32_t n_sections;
  SectionEntry *table = native_bytes_table (bytes, &n_sections);
  SectionEntry *entry = &table[g_rand_int_range (random, 0, (gint32) n_sections)];
  const SectionEntry *other = &table[g_rand_int_range (random, 0, (gint32) n_sections)];
  uint64_t number = g_rand_boolean (random) ? hostile_number (random)
                                            : (uint64_t) g_rand_int_range (random, 0, (gint32) n + 200);

  switch (g_rand_int_range (random, 0, 12))
    {
    case 0:
      entry->at = other->at;
      break;
    case 1:
      entry->at = number & ~(uint64_t) (SECTION_ALIGNMENT - 1);
      break;
    case 2:
      entry->stored_bytes = entry->raw_bytes = number;
      break;
    case 3:
      entry->stored_bytes = entry->raw_bytes = entry->stored_bytes - MIN (entry->stored_bytes, number % 130);
      break;
    case 4:
      entry->codec = (uint32_t) g_rand_int_range (random, 0, 4);
      entry->raw_bytes = number;
      break;
    case 5:
      entry->id = other->id + (uint32_t) g_rand_int_range (random, 0, 2);
      break;
    case 6:
      *entry = (SectionEntry){ .id = entry->id,
                               .codec = other->codec,
                               .at = other->at,
                               .stored_bytes = other->stored_bytes,
                               .raw_bytes = other->raw_bytes };
      break;
    case 7:
      header->n_sections = (uint32_t) number;
      break;
    case 8:
      header->table_at = number & ~UINT64_C (7);
      break;
    case 9:
      header->flags = (uint32_t) number;
      break;
    case 10:
      header->size_bytes = number;
      break;
    default:
      /* Two sections change places. */
      {
        SectionEntry held = *entry;

        *entry = *other;
        entry->id = held.id;
        table[other - table] = (SectionEntry){ .id = other->id,
                                               .codec = held.codec,
                                               .at = held.at,
                                               .stored_bytes = held.stored_bytes,
                                               .raw_bytes = held.raw_bytes };
      }
    }
  native_bytes_seal (bytes, n);
}

/* ---- what is done with it ---- */

typedef struct
{
  int n_refused, n_opened;
} Outcome;

/* The profile may be refused as an archive: what is written has to be understood again. */
static void
archive_again (const Trace *trace)
{
  g_autoptr (GError) error = NULL;
  int fd = native_bytes_file ((const uint8_t *) "", 0);

  if (!trace_write_archive (trace, fd, NULL, "forged.stepscope", &error))
    g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  close (fd);
}

static void
read_forged (const uint8_t *bytes, size_t n, Outcome *outcome)
{
  g_autoptr (GError) error = NULL;
  TraceDamage damage;

  alarm (SECONDS_MAX);
  g_autoptr (Trace) trace = native_bytes_open (bytes, n, &error);
  if (trace == NULL)
    {
      g_assert_true (error != NULL && error->domain == TRACE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      outcome->n_refused++;
    }
  else
    {
      g_assert_no_error (error);
      g_assert_true (trace_verify (trace, NULL, &damage));
      every_reader_reads (trace);
      every_query_reads (trace);
      if (outcome->n_opened % ARCHIVED_EVERY == 0)
        archive_again (trace);
      if (outcome->n_opened++ % DRAWN_EVERY == 0)
        every_reader_draws (trace);
    }
  alarm (0);
}

/* ---- tests ---- */

static uint8_t *
small_archive (size_t *ret_n)
{
  size_t n;
  g_autoptr (GError) error = NULL;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);

  g_assert_no_error (error);
  return native_bytes_of_archive (trace, ret_n);
}

/* Tables are checked when they are opened, so they get more of the cases. */
static int
n_cases_of (const SectionPart *part, int n_each)
{
  return part->id < SECTION_SLICE_START ? 4 * n_each : n_each;
}

static void
forge_case (GRand *random, SectionParts *parts, const SectionParts *original, uint32_t part, Outcome *outcome)
{
  size_t n;

  if (part < parts->n)
    change_part (random, parts->parts[part].bytes);
  else
    change_parts (random, parts);
  g_autofree uint8_t *forged = section_parts_join (parts, &n);
  read_forged (forged, n, outcome);
  section_parts_restore (parts, original);
}

/* Every section in turn, then several at once. */
static void
forge_sections (const uint8_t *bytes, size_t n_bytes, int n_each, int n_together, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  SectionParts *original = section_parts_new (bytes, n_bytes), *parts = section_parts_new (bytes, n_bytes);
  Outcome outcome = { 0 };

  for (uint32_t part = 0; part < parts->n; part++)
    for (int i = 0; i < n_cases_of (&parts->parts[part], n_each); i++)
      forge_case (random, parts, original, part, &outcome);
  for (int i = 0; i < n_together; i++)
    forge_case (random, parts, original, parts->n, &outcome);
  g_test_message ("%d refused, %d opened", outcome.n_refused, outcome.n_opened);
  g_assert_cmpint (outcome.n_refused, >, 100);
  g_assert_cmpint (outcome.n_opened, >, 100);
  section_parts_free (original);
  section_parts_free (parts);
}

static void
forge_table (const uint8_t *bytes, size_t n, int n_cases, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Outcome outcome = { 0 };

  for (int i = 0; i < n_cases; i++)
    {
      g_autofree uint8_t *forged = g_memdup2 (bytes, n);

      change_table (random, forged, n);
      read_forged (forged, n, &outcome);
    }
  g_test_message ("%d refused, %d opened", outcome.n_refused, outcome.n_opened);
  g_assert_cmpint (outcome.n_refused, >, n_cases / 2);
}

static void
test_sections_of_a_native_file_hold_anything (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);

  forge_sections (bytes, n, 20, 400, 1);
}

static void
test_table_of_a_native_file_says_anything (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);

  forge_table (bytes, n, 800, 2);
}

static void
test_sections_of_an_archive_hold_anything (void)
{
  size_t n;
  g_autofree uint8_t *bytes = small_archive (&n);

  forge_sections (bytes, n, 10, 250, 3);
}

static void
test_table_of_an_archive_says_anything (void)
{
  size_t n;
  g_autofree uint8_t *bytes = small_archive (&n);

  forge_table (bytes, n, 500, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/forged_file/sections_of_a_native_file_hold_anything",
                   test_sections_of_a_native_file_hold_anything);
  g_test_add_func ("/forged_file/table_of_a_native_file_says_anything",
                   test_table_of_a_native_file_says_anything);
  g_test_add_func ("/forged_file/sections_of_an_archive_hold_anything",
                   test_sections_of_an_archive_hold_anything);
  g_test_add_func ("/forged_file/table_of_an_archive_says_anything", test_table_of_an_archive_says_anything);
  return g_test_run ();
}
