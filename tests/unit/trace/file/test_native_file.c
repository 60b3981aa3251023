/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files as a whole: what is imported comes back from the file; whatever is done to the file is noticed. */

#include <glib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/unit/fixtures/native_bytes.h"
#include "trace/derive/busy_index.h"
#include "trace/derive/memory_use.h"
#include "trace/derive/sample_peaks.h"
#include "trace/derive/step.h"
#include "trace/file/verify.h"
#include "trace/model/profile_records.h"
#include "trace/open/open.h"
#include "trace/section/section.h"
#include "trace/text/trace_error.h"

/* ---- tests ---- */

static void
test_every_section_of_the_small_profile_holds_something (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  uint32_t n_sections;
  const SectionEntry *table = native_bytes_table (bytes, &n_sections);

  for (uint32_t i = 0; i < n_sections; i++)
    {
      g_test_message ("%s: %" G_GUINT64_FORMAT " bytes", section_id_name (table[i].id),
                      table[i].stored_bytes);
      g_assert_cmpuint (table[i].stored_bytes, >, 0);
    }
  for (SectionId id = SECTION_PROFILE; id <= SECTION_SAMPLE_PEAKS; id++)
    {
      bool is_there = false;
      for (uint32_t i = 0; i < n_sections; i++)
        is_there = is_there || table[i].id == id;
      g_assert_cmpint (is_there, ==, strncmp (section_id_name (id), "section ", 8) != 0);
    }
}

static void
test_importing_twice_gives_the_same_bytes (void)
{
  size_t n, m;
  int source_fd =
    native_bytes_file ((const uint8_t *) native_bytes_small_json, strlen (native_bytes_small_json));
  g_autofree uint8_t *a = native_bytes_of_source (source_fd, &n);
  g_autofree uint8_t *b = native_bytes_of_source (source_fd, &m);

  close (source_fd);
  g_assert_cmpuint (n, ==, m);
  g_assert_cmpint (memcmp (a, b, n), ==, 0);
}

/* A file of a later minor version may tell of what this one does not know. */
static void
test_health_of_an_unknown_kind_is_passed_over (void)
{
  const char *name = health_id_name (HEALTH_EVENT_TIME_INVALID);
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  uint32_t n_sections;
  const SectionEntry *table = native_bytes_table (bytes, &n_sections);
  g_autoptr (GError) error = NULL;

  for (uint32_t s = 0; s < n_sections; s++)
    if (table[s].id == SECTION_STRING_BYTES)
      {
        uint8_t *text = memmem (bytes + table[s].at, table[s].stored_bytes, name, strlen (name));

        g_assert_nonnull (text);
        text[0] ^= 0x01;
      }
  native_bytes_seal (bytes, n);
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
  g_assert_no_error (error);
  g_assert_nonnull (trace);
}

/* The format of version 1. What differs here is another format: raise the version, or take an id of its own for what is
 * new (trace/file/FORMAT.md, Versions). Where only the importer changed its mind, its version is raised
 * (TRACE_IMPORTER_VERSION), and the hashes are noted anew: the test prints them. */
static void
test_the_small_profile_has_the_bytes_that_were_noted (void)
{
  static const struct
  {
    SectionId id;
    uint64_t n_bytes, hash;
  } noted[] = {
    { 1, 120, 0xdd1e6da1c05a1e8a },   /* profile */
    { 2, 998, 0x501671783cab2502 },   /* string.bytes */
    { 3, 712, 0xd8cb61221cabb371 },   /* string.begins */
    { 4, 30, 0x3abafd62d10230b8 },    /* display.bytes */
    { 5, 32, 0x77c2002ff593f6e6 },    /* display.entries */
    { 6, 128, 0xe88f035548d535aa },   /* health */
    { 8, 48, 0x8d71c3622240cda5 },    /* ranks */
    { 9, 40, 0x2444330d4c8d6c84 },    /* settings */
    { 10, 80, 0x34fd7c83a72e856c },   /* categories */
    { 11, 1344, 0x8a95d736bb53b0d8 }, /* tracks */
    { 12, 112, 0xb9f337be68012426 },  /* rows */
    { 13, 16, 0x6e6aa5a9fcce9f97 },   /* devices */
    { 16, 72, 0xf08503fbfb8a4e9d },   /* slice.start */
    { 17, 72, 0x9003c19bb485064e },   /* slice.duration */
    { 18, 36, 0xae7f15393eaf5252 },   /* slice.name */
    { 19, 36, 0x887d2d9f4df51aab },   /* slice.category */
    { 20, 36, 0xde615c0f5586a3d8 },   /* slice.track */
    { 21, 9, 0x31ad7d47dc7d0e9c },    /* slice.kind */
    { 22, 9, 0x90f93eeefd0fca70 },    /* slice.flags */
    { 23, 72, 0x5d46a645a3310015 },   /* slice.correlation */
    { 24, 72, 0xd9bd40bbd2a8ed2d },   /* slice.arguments */
    { 32, 64, 0x0525ef234c5613db },   /* instants */
    { 33, 16, 0x492cc88b247754dd },   /* sample.time */
    { 34, 16, 0x77d4fd6813f0bbad },   /* sample.value */
    { 35, 48, 0xa65310c8f279985b },   /* flows */
    { 36, 16, 0x0cfbaea74a8cc0e5 },   /* flows.into */
    { 37, 168, 0x7c3e1cd8aacb0f1d },  /* argument.keys */
    { 38, 109, 0xc363b2765376dad9 },  /* arguments */
    { 48, 56, 0x9e2d491557ac36a1 },   /* interval.index */
    { 49, 616, 0x38bdcf0937a0da5e },  /* lod */
    { 50, 16, 0x0cfbaea74a8cc0e5 },   /* busy.devices */
    { 51, 24, 0x1c2c9eedb0e19b46 },   /* busy.intervals */
    { 52, 96, 0x3b7d8da1bc643749 },   /* steps */
    { 53, 320, 0x60e84c0205b3369c },  /* name.totals */
    { 54, 16, 0x16229b793f9d6eb5 },   /* memory.series */
    { 55, 8, 0xa0f6add5cf99ce8b },    /* memory.time */
    { 56, 8, 0x816e13404b8b2bfb },    /* memory.value */
    { 57, 16, 0xc1184d686f458088 },   /* memory.peaks */
    { 58, 16, 0x77d4fd6813f0bbad },   /* sample.peaks */
  };
  size_t n, n_compared = 0;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  uint32_t n_sections;
  const SectionEntry *table = native_bytes_table (bytes, &n_sections);
  bool is_as_noted = true;

  for (uint32_t i = 0; i < n_sections; i++)
    {
      uint64_t hash = XXH3_64bits (bytes + table[i].at, table[i].stored_bytes);
      bool found = false;

      /* Holds the inode and the time of the source. */
      if (table[i].id == SECTION_SOURCES)
        continue;
      for (size_t j = 0; j < G_N_ELEMENTS (noted); j++)
        found = found
                || (noted[j].id == table[i].id && noted[j].n_bytes == table[i].stored_bytes
                    && noted[j].hash == hash);
      is_as_noted = is_as_noted && found;
      n_compared++;
      g_test_message ("{ %u, %" G_GUINT64_FORMAT ", 0x%016" G_GINT64_MODIFIER "x }, /* %s%s */", table[i].id,
                      table[i].stored_bytes, hash, section_id_name (table[i].id), found ? "" : ": differs");
    }
  g_assert_cmpuint (n_compared, ==, G_N_ELEMENTS (noted));
  g_assert_true (is_as_noted);
}

static void
test_derived_sections_say_what_computing_says (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
  g_assert_no_error (error);

  g_autoptr (StepTable) kept = step_table_new (trace, NULL, &error);
  g_autoptr (StepTable) found = step_table_new (trace, "ProfilerStep#([0-9]+)", &error);
  g_assert_cmpuint (step_table_count (kept), ==, 1);
  g_assert_cmpuint (step_table_count (found), ==, 1);
  const TraceStep *x = step_table_get (kept, 0), *y = step_table_get (found, 0);
  g_assert_cmpint (x->number, ==, 7);
  g_assert_cmpint (x->number, ==, y->number);
  g_assert_cmpint (x->wall_ns, ==, y->wall_ns);
  g_assert_cmpint (x->busy_ns, ==, y->busy_ns);
  g_assert_cmpuint (x->slice, ==, y->slice);
  g_assert_cmpuint (x->activities, ==, y->activities);

  BusyIndex *busy = busy_index_new (trace, 0);
  /* 30 to 50.5, 40 to 70 with 60 to 63 inside: 40 us. */
  g_assert_cmpint (busy_index_busy_ns (busy, INT64_MIN / 4, INT64_MAX / 4), ==, 40000);
  busy_index_free (busy);
}

/* Other ids for what came with 1.1: sections that are not known. */
static void
hide_what_is_new (uint8_t *bytes, size_t n)
{
  uint32_t n_sections;
  SectionEntry *table = (SectionEntry *) native_bytes_table (bytes, &n_sections);

  for (uint32_t s = 0; s < n_sections; s++)
    if (table[s].id >= SECTION_MEMORY_SERIES && table[s].id <= SECTION_SAMPLE_PEAKS)
      table[s].id += 1000;
  native_bytes_seal (bytes, n);
}

static void
test_what_a_file_of_an_older_version_lacks_is_computed (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);

  g_assert_no_error (error);
  hide_what_is_new (bytes, n);
  g_autoptr (Trace) older = native_bytes_map (bytes, n, &error);
  g_assert_no_error (error);
  MemoryUse *kept = memory_use_new (trace), *found = memory_use_new (older);
  uint32_t device = trace_device (trace, 0)->track;

  g_assert_cmpuint (memory_use_of_track (kept, device)->n, ==, 1);
  g_assert_cmpuint (memory_use_of_track (found, device)->n, ==, 1);
  g_assert_cmpfloat (memory_use_of_track (kept, device)->most, ==, 4096);
  g_assert_cmpfloat (memory_use_of_track (found, device)->most, ==, 4096);
  memory_use_free (kept);
  memory_use_free (found);
  for (int i = 0; i < 2; i++)
    {
      SamplePeak peak = sample_peaks_of (trace_samples (i == 0 ? trace : older), 0, 2);

      g_assert_cmpfloat (peak.least, ==, 1.5);
      g_assert_cmpfloat (peak.most, ==, 2.5);
    }
  g_assert_nonnull (trace_samples (older)->peaks);
}

/* What says where the changes of a series lie is checked, however right its hash. */
static void
test_series_of_memory_that_cannot_be_are_refused (void)
{
  static const MemoryRecord forgeries[] = {
    { .track = 0, .n = 1 },
    { .track = UINT32_MAX, .n = 1 },
    { .track = 1, .n = 0 },
    { .track = 1, .n = 2 },
    { .track = 1, .n = UINT64_MAX },
  };
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (forgeries); i++)
    {
      g_autofree uint8_t *forged = g_memdup2 (bytes, n);
      uint32_t n_sections;
      const SectionEntry *table = native_bytes_table (forged, &n_sections);
      g_autoptr (GError) error = NULL;
      MemoryRecord record = forgeries[i];

      if (record.track == 1)
        record.track = trace_device (trace, 0)->track;
      for (uint32_t s = 0; s < n_sections; s++)
        if (table[s].id == SECTION_MEMORY_SERIES)
          memcpy (forged + table[s].at, &record, sizeof record);
      native_bytes_seal (forged, n);
      g_autoptr (Trace) opened = native_bytes_map (forged, n, &error);
      g_assert_null (opened);
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
      g_assert_nonnull (strstr (error->message, "memory.series"));
    }
}

static void
test_every_flipped_byte_is_noticed_and_its_section_named (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);
  g_autofree uint8_t *intact = g_memdup2 (bytes, n);
  uint32_t n_sections;
  const SectionEntry *table = native_bytes_table (intact, &n_sections);

  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      const char *section = NULL;

      for (uint32_t s = 0; s < n_sections; s++)
        if (i >= table[s].at && i < table[s].at + table[s].stored_bytes)
          section = section_id_name (table[s].id);
      bytes[i] ^= (uint8_t) (1u << (i % 8));
      g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
      bytes[i] = intact[i];

      if (section != NULL)
        {
          g_assert_null (trace);
          g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
          g_assert_nonnull (strstr (error->message, section));
        }
      else if (i < sizeof (SectionFileHeader))
        g_assert_null (trace);
    }
}

static void
test_every_truncation_is_noticed (void)
{
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);

  for (size_t length = 0; length < n; length++)
    {
      g_autoptr (GError) error = NULL;
      Trace *trace = native_bytes_map (bytes, length, &error);

      g_assert_null (trace);
      g_assert_nonnull (error);
    }
}

/* A section too large to be verified at once is used, and told of when everything is read. */
static void
test_damage_in_a_large_section_is_found_by_verifying (void)
{
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\": [\n");
  g_autoptr (GError) error = NULL;
  size_t n;

  for (int i = 0; i < 150000; i++)
    g_string_append_printf (
      text, "%s{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1}",
      i > 0 ? ",\n" : "", 2 * i);
  g_string_append (text, "]}\n");
  g_autofree uint8_t *bytes = native_bytes_of_json (text->str, &n);
  uint32_t n_sections;
  const SectionEntry *table = native_bytes_table (bytes, &n_sections);
  int n_large = 0;

  for (uint32_t s = 0; s < n_sections; s++)
    {
      TraceDamage damage;

      if (table[s].stored_bytes <= SECTION_VERIFIED_AT_ONCE_BYTES)
        continue;
      n_large++;
      bytes[table[s].at + table[s].stored_bytes / 2] ^= 0x10;
      g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
      bytes[table[s].at + table[s].stored_bytes / 2] ^= 0x10;
      g_assert_no_error (error);
      g_assert_true (trace_verify (trace, NULL, &damage));
      g_assert_cmpuint (damage.n, >=, 1);
      g_assert_cmpstr (trace_damage_name (&damage, 0), ==, section_id_name (table[s].id));
    }
  g_assert_cmpint (n_large, >=, 3);

  TraceDamage damage;
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
  g_assert_true (trace_verify (trace, NULL, &damage));
  g_assert_cmpuint (damage.n, ==, 0);
}

/* Hashes can be forged; what they vouch for then is checked for what no writer would have written. */
static void
test_values_that_no_writer_wrote_are_found_although_their_hash_is_right (void)
{
  static const struct
  {
    SectionId id;
    size_t at, n_bytes;
  } forgeries[] = {
    { SECTION_SLICE_NAME, 0, 4 },
    { SECTION_SLICE_CATEGORY, 0, 4 },
    { SECTION_SLICE_TRACK, 0, 4 },
    { SECTION_SLICE_KIND, 0, 1 },
    { SECTION_SLICE_FLAGS, 0, 1 },
    { SECTION_SLICE_ARGUMENTS, 0, 8 },
    { SECTION_FLOWS, 0, sizeof (TraceFlow) },
    { SECTION_FLOWS_INTO, 0, 8 },
    { SECTION_INSTANTS, offsetof (TraceInstant, track), 4 },
    { SECTION_INSTANTS, offsetof (TraceInstant, name), 4 },
    { SECTION_INSTANTS, offsetof (TraceInstant, category), 4 },
    { SECTION_INSTANTS, offsetof (TraceInstant, scope), 1 },
    { SECTION_INSTANTS, offsetof (TraceInstant, zeros), 1 },
    { SECTION_INSTANTS, offsetof (TraceInstant, args), 8 },
    { SECTION_MEMORY_VALUE, 0, 8 },
    { SECTION_MEMORY_PEAKS, 0, 8 },
    { SECTION_SAMPLE_PEAKS, 8, 8 },
  };
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);

  for (size_t i = 0; i < G_N_ELEMENTS (forgeries); i++)
    {
      g_autofree uint8_t *forged = g_memdup2 (bytes, n);
      uint32_t n_sections;
      const SectionEntry *table = native_bytes_table (forged, &n_sections);
      g_autoptr (GError) error = NULL;
      TraceDamage damage;

      for (uint32_t s = 0; s < n_sections; s++)
        if (table[s].id == forgeries[i].id)
          {
            g_assert_cmpuint (forgeries[i].at + forgeries[i].n_bytes, <=, table[s].stored_bytes);
            memset (forged + table[s].at + forgeries[i].at, 0xfe, forgeries[i].n_bytes);
          }
      native_bytes_seal (forged, n);
      g_autoptr (Trace) trace = native_bytes_map (forged, n, &error);
      g_assert_no_error (error);
      g_assert_true (trace_verify (trace, NULL, &damage));
      g_assert_cmpuint (damage.n, >=, 1);
      g_assert_cmpstr (trace_damage_name (&damage, 0), ==, section_id_name (forgeries[i].id));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/native_file/every_section_of_the_small_profile_holds_something",
                   test_every_section_of_the_small_profile_holds_something);
  g_test_add_func ("/native_file/importing_twice_gives_the_same_bytes",
                   test_importing_twice_gives_the_same_bytes);
  g_test_add_func ("/native_file/health_of_an_unknown_kind_is_passed_over",
                   test_health_of_an_unknown_kind_is_passed_over);
  g_test_add_func ("/native_file/the_small_profile_has_the_bytes_that_were_noted",
                   test_the_small_profile_has_the_bytes_that_were_noted);
  g_test_add_func ("/native_file/derived_sections_say_what_computing_says",
                   test_derived_sections_say_what_computing_says);
  g_test_add_func ("/native_file/what_a_file_of_an_older_version_lacks_is_computed",
                   test_what_a_file_of_an_older_version_lacks_is_computed);
  g_test_add_func ("/native_file/series_of_memory_that_cannot_be_are_refused",
                   test_series_of_memory_that_cannot_be_are_refused);
  g_test_add_func ("/native_file/every_flipped_byte_is_noticed_and_its_section_named",
                   test_every_flipped_byte_is_noticed_and_its_section_named);
  g_test_add_func ("/native_file/every_truncation_is_noticed", test_every_truncation_is_noticed);
  g_test_add_func ("/native_file/damage_in_a_large_section_is_found_by_verifying",
                   test_damage_in_a_large_section_is_found_by_verifying);
  g_test_add_func ("/native_file/values_that_no_writer_wrote_are_found_although_their_hash_is_right",
                   test_values_that_no_writer_wrote_are_found_although_their_hash_is_right);
  return g_test_run ();
}
