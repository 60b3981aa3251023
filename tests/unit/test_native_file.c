/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files as a whole: what is imported comes back from the file; whatever is done to the file is noticed. */

#include <glib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/native_bytes.h"
#include "trace/busy_index.h"
#include "trace/file/section.h"
#include "trace/open.h"
#include "trace/step.h"
#include "trace/trace_error.h"
#include "trace/verify.h"

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
      g_test_message ("%s: %" G_GUINT64_FORMAT " bytes", section_id_name (table[i].id), table[i].stored_bytes);
      g_assert_cmpuint (table[i].stored_bytes, >, 0);
    }
  for (SectionId id = SECTION_PROFILE; id <= SECTION_NAME_TOTALS; id++)
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
  int source_fd = native_bytes_file ((const uint8_t *) native_bytes_small_json, strlen (native_bytes_small_json));
  g_autofree uint8_t *a = native_bytes_of_source (source_fd, &n);
  g_autofree uint8_t *b = native_bytes_of_source (source_fd, &m);

  close (source_fd);
  g_assert_cmpuint (n, ==, m);
  g_assert_cmpint (memcmp (a, b, n), ==, 0);
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
    g_string_append_printf (text, "%s{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1}",
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
  static const SectionId ids[] = { SECTION_SLICE_NAME, SECTION_SLICE_CATEGORY, SECTION_SLICE_TRACK, SECTION_SLICE_KIND,
                                   SECTION_FLOWS, SECTION_FLOWS_INTO, SECTION_INSTANTS };
  size_t n;
  g_autofree uint8_t *bytes = native_bytes_of_json (native_bytes_small_json, &n);

  for (size_t i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree uint8_t *forged = g_memdup2 (bytes, n);
      uint32_t n_sections;
      const SectionEntry *table = native_bytes_table (forged, &n_sections);
      g_autoptr (GError) error = NULL;
      TraceDamage damage;

      for (uint32_t s = 0; s < n_sections; s++)
        if (table[s].id == ids[i])
          memset (forged + table[s].at, 0xfe, MIN (table[s].stored_bytes, 24));
      native_bytes_seal (forged, n);
      g_autoptr (Trace) trace = native_bytes_map (forged, n, &error);
      g_assert_no_error (error);
      g_assert_true (trace_verify (trace, NULL, &damage));
      g_assert_cmpuint (damage.n, >=, 1);
      g_assert_cmpstr (trace_damage_name (&damage, 0), ==, section_id_name (ids[i]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/native_file/every_section_of_the_small_profile_holds_something",
                   test_every_section_of_the_small_profile_holds_something);
  g_test_add_func ("/native_file/importing_twice_gives_the_same_bytes", test_importing_twice_gives_the_same_bytes);
  g_test_add_func ("/native_file/derived_sections_say_what_computing_says",
                   test_derived_sections_say_what_computing_says);
  g_test_add_func ("/native_file/every_flipped_byte_is_noticed_and_its_section_named",
                   test_every_flipped_byte_is_noticed_and_its_section_named);
  g_test_add_func ("/native_file/every_truncation_is_noticed", test_every_truncation_is_noticed);
  g_test_add_func ("/native_file/damage_in_a_large_section_is_found_by_verifying",
                   test_damage_in_a_large_section_is_found_by_verifying);
  g_test_add_func ("/native_file/values_that_no_writer_wrote_are_found_although_their_hash_is_right",
                   test_values_that_no_writer_wrote_are_found_although_their_hash_is_right);
  return g_test_run ();
}
