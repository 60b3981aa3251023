/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of a profile. What is called y_... must be in the part, what is called n_... must not. */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/cut/cut.h"
#include "trace/text/trace_error.h"

#define EPOCH_NS INT64_C (1757944800000000000)

static void
check_names (const Trace *trace, unsigned n_expected)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t s = 0; s < slices->n; s++)
    g_assert_true (g_str_has_prefix (trace_string (trace, slice_name (slices, s), NULL), "n_") == FALSE);
  g_assert_cmpuint (slices->n, ==, n_expected);
}

static Trace *
part_of (Trace *trace, int64_t begin_ns, int64_t end_ns, const uint8_t *ranks, GError **error)
{
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  CutPart part = { .begin_ns = begin_ns,
                   .end_ns = end_ns,
                   .ranks = g_memdup2 (ranks, ranks != NULL ? 2 : 0) };
  Trace *cut = trace_cut (trace, steps, &part, NULL, "part", NULL, error);

  cut_part_clear (&part);
  return cut;
}

static void
add_rank (TraceBuilder *builder, int64_t number, const char *const names[9])
{
  building_begin_rank (builder, number);
  trace_builder_set_time_base (builder, EPOCH_NS, true);
  BuildingTracks tracks = building_add_tracks (builder);
  for (uint32_t t = tracks.process; t <= tracks.profiler; t++)
    {
      trace_builder_track (builder, t)->pid = building_intern (builder, "100");
      if (t != tracks.process)
        trace_builder_track (builder, t)->tid = building_intern (builder, "7");
    }
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#1", 0, 100, 0);
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#2", 100, 100, 0);
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, names[0], 200, 100, 0);
  /* Launched before the window; runs in it. What encloses the call tells its tensors. */
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, names[1], 10, 20, 0);
  building_add_slice (builder, tracks.calls, SLICE_CALL, names[2], 15, 5, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, names[3], 95, 10, 1);
  /* Launched in the window; runs behind it. */
  building_add_slice (builder, tracks.calls, SLICE_CALL, names[4], 190, 5, 2);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, names[5], 250, 10, 2);
  /* Ends where the window begins, and begins where it ends. */
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, names[6], 40, 60, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, names[7], 200, 10, 0);
  /* Begins when the last work of the window's step has ended. */
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, names[8], 260, 10, 0);
}

static const char *const of_step[9] = {
  "ProfilerStep#3",  "y_around", "y_early cudaLaunchKernel", "y_overlaps", "y_cudaLaunchKernel", "y_launched",
  "n_before", "y_behind", "n_after"
};
static const char *const of_other[9] = { "n_0", "n_1", "n_2", "n_3", "n_4", "n_5", "n_6", "n_7", "n_8" };

static void
a_step_has_what_its_figures_need (void)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();
  add_rank (builder, 0, of_step);
  g_autoptr (Trace) whole = building_finish (builder);
  g_autoptr (Trace) part = part_of (whole, 100, 200, NULL, &error);
  g_autoptr (StepTable) steps = step_table_new (whole, NULL, NULL), steps_of_part = NULL;
  int64_t epoch_ns;

  g_assert_no_error (error);
  check_names (part, 8); /* two steps and six y_ */
  steps_of_part = step_table_new (part, NULL, NULL);
  g_assert_cmpuint (step_table_count (steps_of_part), ==, 2);
  const TraceStep *step = step_table_get (steps, 1), *of_part = step_table_get (steps_of_part, 1);
  g_assert_cmpint (of_part->wall_ns, ==, step->wall_ns);
  g_assert_cmpint (of_part->wall_ns, ==, 260 - 105);
  g_assert_cmpint (of_part->busy_ns, ==, 10);
  g_assert_cmpuint (trace_n_flows (part), ==, 2);
  g_assert_true (trace_epoch_ns (part, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, EPOCH_NS); /* of step 1, which launched what runs in the window */
  g_assert_cmpuint (trace_event_counts (part)->slices, ==, 8);
  g_assert_cmpuint (trace_event_counts (part)->total, ==, 8);
  g_assert_cmpint (memcmp (trace_profile_key (part), trace_profile_key (whole), TRACE_KEY_BYTES), !=, 0);
}

static void
a_rank_is_alone (void)
{
  g_autoptr (GError) error = NULL;
  static const char *const all[9] = { "y_0", "y_1", "y_2", "y_3", "y_4", "y_5", "y_6", "y_7", "y_8" };
  TraceBuilder *builder = trace_builder_new ();
  add_rank (builder, 4, of_other);
  add_rank (builder, 6, all);
  g_autoptr (Trace) whole = building_finish (builder);
  g_autoptr (Trace) part = part_of (whole, INT64_MIN, INT64_MAX, (const uint8_t[]){ 0, 1 }, &error);

  g_assert_no_error (error);
  check_names (part, 11);
  g_assert_cmpuint (trace_n_ranks (part), ==, 1);
  g_assert_cmpint (trace_rank (part, 0)->number, ==, 6);
  g_assert_cmpuint (trace_n_devices (part), ==, 1);
}

static void
nothing_is_refused (void)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();
  add_rank (builder, 0, of_other);
  g_autoptr (Trace) whole = building_finish (builder);

  g_assert_null (part_of (whole, 5000, 6000, NULL, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
  g_clear_error (&error);
  g_assert_null (part_of (whole, 50, 50, NULL, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
}

static bool
are_of_one_profile (const Trace *a, const Trace *b)
{
  return memcmp (trace_profile_key (a), trace_profile_key (b), TRACE_KEY_BYTES) == 0;
}

static void
a_scrubbed_copy_is_no_ones (void)
{
  static const uint8_t key[16] = { 1 };
  const ScrubAsked asked = { .what = SCRUB_USUAL, .key = key, .n_key = sizeof key };
  const CutPart all = { .begin_ns = INT64_MIN, .end_ns = INT64_MAX };
  TraceBuilder *builder = trace_builder_new ();
  add_rank (builder, 0, of_step);
  g_autoptr (Trace) whole = building_finish (builder);
  g_autoptr (StepTable) steps = step_table_new (whole, NULL, NULL);
  g_autoptr (Scrub) first_scrub = scrub_new (whole, &asked), second_scrub = scrub_new (whole, &asked);
  g_autoptr (Trace) plain = trace_cut (whole, steps, &all, NULL, "plain", NULL, NULL);
  g_autoptr (Trace) plain_again = trace_cut (whole, steps, &all, NULL, "plain", NULL, NULL);
  g_autoptr (Trace) first = trace_cut (whole, steps, &all, first_scrub, "first", NULL, NULL);
  g_autoptr (Trace) second = trace_cut (whole, steps, &all, second_scrub, "second", NULL, NULL);

  g_assert_true (are_of_one_profile (plain, plain_again));
  g_assert_false (are_of_one_profile (first, whole));
  g_assert_false (are_of_one_profile (first, plain));
  g_assert_false (are_of_one_profile (first, second));
}

static void
cancelling_ends_it (void)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();
  add_rank (builder, 0, of_other);
  g_autoptr (Trace) whole = building_finish (builder);
  g_autoptr (StepTable) steps = step_table_new (whole, NULL, NULL);
  atomic_bool cancelled = true;

  g_assert_null (trace_cut (whole, steps, &(CutPart){ 0, 100, NULL }, NULL, "part", &cancelled, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cut/step", a_step_has_what_its_figures_need);
  g_test_add_func ("/cut/rank", a_rank_is_alone);
  g_test_add_func ("/cut/nothing", nothing_is_refused);
  g_test_add_func ("/cut/scrub", a_scrubbed_copy_is_no_ones);
  g_test_add_func ("/cut/cancel", cancelling_ends_it);
  return g_test_run ();
}
