/* SPDX-License-Identifier: Apache-2.0
 *
 * Bare records: the release that wrote them is found, or several decode them to the same, or the file is refused with
 * their names. */

#include <string.h>

#include "tests/import/cupti/opened_records.h"
#include "tests/import/cupti/small_recording.h"
#include "trace/text/trace_error.h"

static int
release_of (const char *name)
{
  int release = cupti_release_find (name);

  g_assert_cmpint (release, >=, 0);
  return release;
}

static const char *
setting (const Trace *trace, const char *key)
{
  const TraceRank *rank = trace_rank (trace, 0);

  for (uint64_t i = 0; i < rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + i);

      if (strcmp (trace_string (trace, setting->key, NULL), key) == 0)
        return trace_string (trace, setting->value, NULL);
    }
  return NULL;
}

static bool
is_named (const char *names, const char *release)
{
  g_auto (GStrv) words = g_strsplit_set (names, "\", ", -1);

  return g_strv_contains ((const gchar *const *) words, release);
}

/* Two releases write this recording alike if they have the same sizes for its kinds. */
static bool
write_alike (int a, int b)
{
  g_autoptr (GByteArray) x = small_recording (a, CUPTI_BARE), y = small_recording (b, CUPTI_BARE);

  return x->len == y->len && memcmp (x->data, y->data, x->len) == 0;
}

static void
test_bare_records_of_every_release_are_found (void)
{
  for (int release = 0; release < N_CUPTI_RELEASES; release++)
    {
      g_autoptr (GByteArray) bare = small_recording (release, CUPTI_BARE);
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = opened_records (bare, NULL, &error);

      g_assert_no_error (error);
      const char *names = setting (trace, "cupti_records_of");
      g_assert_nonnull (names);
      for (int other = 0; other < N_CUPTI_RELEASES; other++)
        g_assert_true (is_named (names, cupti_releases[other].name) == write_alike (release, other));
    }
}

static void
test_bare_records_are_the_same_events_as_in_a_container (void)
{
  for (int release = 0; release < N_CUPTI_RELEASES; release++)
    {
      g_autoptr (GByteArray) bare = small_recording (release, CUPTI_BARE);
      g_autoptr (GByteArray) whole = small_recording (release, CUPTI_CONTAINER);
      g_autoptr (Trace) a = opened_records (bare, NULL, NULL), b = opened_records (whole, NULL, NULL);
      const EventCounts *x = trace_event_counts (a), *y = trace_event_counts (b);

      g_assert_cmpuint (x->total, ==, y->total);
      g_assert_cmpuint (x->skipped, ==, 0);
      g_assert_cmpuint (x->slices, ==, 4 * SMALL_LAUNCHES + 3);
      g_assert_cmpuint (y->slices, ==, 4 * SMALL_LAUNCHES + 3);
      g_assert_cmpuint (trace_n_flows (a), ==, 2 * SMALL_LAUNCHES + 1);
      g_assert_cmpuint (trace_n_flows (b), ==, 2 * SMALL_LAUNCHES + 1);
    }
}

static void
test_a_chosen_release_is_used (void)
{
  g_autoptr (GByteArray) bare = small_recording (release_of ("12.4"), CUPTI_BARE);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) right = opened_records (bare, "12.4", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (setting (right, "cupti_records_of"), ==, "\"CUDA 12.4\"");
  g_autoptr (Trace) wrong = opened_records (bare, "11.0", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace_health (wrong)->rows[HEALTH_CUPTI_KIND_UNKNOWN].count, ==, 1);
}

static void
test_an_unknown_release_is_refused (void)
{
  g_autoptr (GByteArray) bare = small_recording (release_of ("12.4"), CUPTI_BARE);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = opened_records (bare, "12.7", &error);

  g_assert_null (trace);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  g_assert_nonnull (strstr (error->message, "\"12.7\""));
  g_assert_nonnull (strstr (error->message, "12.6, 12.8"));
}

/* A kernel of CUDA 13.0 whose last word reads as the begin of a memcpy of CUDA 12.8, which ends with the memset behind. */
static GByteArray *
ambiguous_records (void)
{
  CuptiWriter *writer = cupti_writer_new (release_of ("13.0"), CUPTI_BARE);

  small_kernel (writer, 0, 1, 1000, 2000);
  CUPTI_PUT (writer, KERNEL, is_device_launched, 1);
  cupti_writer_begin (writer, 2);
  return cupti_writer_finish (writer);
}

static void
test_ambiguous_records_are_refused_with_the_releases (void)
{
  g_autoptr (GByteArray) bare = ambiguous_records ();
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = opened_records (bare, NULL, &error);

  g_assert_null (trace);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  g_assert_nonnull (strstr (error->message, "12.8, 12.9 or 13.0"));
  g_assert_nonnull (strstr (error->message, "--cupti="));
}

static void
test_a_choice_resolves_ambiguous_records (void)
{
  g_autoptr (GByteArray) bare = ambiguous_records ();
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) of_13 = opened_records (bare, "13.0", &error);
  g_assert_no_error (error);
  g_autoptr (Trace) of_12 = opened_records (bare, "12.8", &error);
  g_assert_no_error (error);

  /* The memset, and the memcpy, have no time. */
  g_assert_cmpuint (trace_event_counts (of_13)->slices, ==, 1);
  g_assert_cmpuint (trace_event_counts (of_13)->skipped, ==, 1);
  g_assert_cmpuint (trace_event_counts (of_12)->slices, ==, 1);
}

/* The only kernel ends in fields that are 0: an older release reads them as padding, to the same effect. */
static void
test_fields_of_0_are_no_ambiguity (void)
{
  CuptiWriter *writer = cupti_writer_new (release_of ("13.1"), CUPTI_BARE);
  g_autoptr (GError) error = NULL;

  small_kernel (writer, 0, 1, 1000, 2000);
  small_kernel (writer, 0, 2, 3000, 4000);
  g_autoptr (GByteArray) bare = cupti_writer_finish (writer);
  g_autoptr (Trace) trace = opened_records (bare, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 2);
  g_assert_true (is_named (setting (trace, "cupti_records_of"), "13.1"));
  g_assert_false (is_named (setting (trace, "cupti_records_of"), "13.0"));
  g_assert_cmpuint (trace_health (trace)->rows[HEALTH_CUPTI_PADDING].count, ==, 0);
}

static void
test_packed_records_are_found (void)
{
  g_autoptr (GByteArray) bare = small_recording (release_of ("13.0"), CUPTI_BARE);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) plain = opened_records (bare, NULL, &error);
  g_autofree char *expected = opened_summary (plain);

  opened_records_pack (bare);
  g_autoptr (Trace) packed = opened_records (bare, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *summary = opened_summary (packed);
  g_assert_cmpstr (summary, ==, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cupti release/bare records of every release are found",
                   test_bare_records_of_every_release_are_found);
  g_test_add_func ("/cupti release/bare records are the same events as in a container",
                   test_bare_records_are_the_same_events_as_in_a_container);
  g_test_add_func ("/cupti release/a chosen release is used", test_a_chosen_release_is_used);
  g_test_add_func ("/cupti release/an unknown release is refused", test_an_unknown_release_is_refused);
  g_test_add_func ("/cupti release/ambiguous records are refused with the releases",
                   test_ambiguous_records_are_refused_with_the_releases);
  g_test_add_func ("/cupti release/a choice resolves ambiguous records",
                   test_a_choice_resolves_ambiguous_records);
  g_test_add_func ("/cupti release/fields of 0 are no ambiguity", test_fields_of_0_are_no_ambiguity);
  g_test_add_func ("/cupti release/packed records are found", test_packed_records_are_found);
  return g_test_run ();
}
