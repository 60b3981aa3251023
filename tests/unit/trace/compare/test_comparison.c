/* SPDX-License-Identifier: Apache-2.0
 *
 * What sides that are compared say together: that all parts add up, and that names meet. */

#include "trace/compare/comparison.h"

#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"

#define ROUNDS 150

/* A module around the window of one side: its name is on the path of what is inside, but it has no row there. */
static void
test_modules_around_the_scope (void)
{
  TraceBuilder *builder = trace_builder_new ();
  const ComparisonOptions options = { 0 };
  int64_t begin_ns = 500;
  g_autoptr (GError) error = NULL;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t python = trace_builder_add_track (builder, TRACK_PYTHON, tracks.thread);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Trainer_0", 0, 1000, 0);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Net_0", 100, 200, 0);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Net_0", 600, 300, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k", 700, 100, 0);
  Trace *trace = building_finish (builder);
  StepTable *steps = step_table_new (trace, NULL, &error);
  g_assert_no_error (error);

  for (int whole = 0; whole < 2; whole++)
    {
      ComparePart parts[2];
      Comparison comparison;

      parts[whole].scope = stats_scope_whole (trace, steps);
      parts[1 - whole].scope = stats_scope_window (trace, steps, &begin_ns, NULL);
      parts[0].choice = parts[1].choice = COMPARE_WINDOW;
      g_assert_true (comparison_compute (parts, 2, &options, NULL, NULL, &comparison));
      const CompareTable *table = &comparison.tables[ROWS_MODULES];
      g_assert_cmpuint (table->n, ==, 2);
      g_assert_cmpstr (compare_table_text (table, comparison.sides, 0, NULL), ==, "Trainer_0");
      g_assert_cmpint (compare_table_cell (table, 0, 1)->match, ==, whole == 0 ? MATCH_REMOVED : MATCH_ADDED);
      g_assert_cmpuint (compare_table_cell (table, 0, (uint32_t) (1 - whole))->row, ==, TRACE_NONE);
      g_assert_cmpstr (compare_table_text (table, comparison.sides, 1, NULL), ==, "Trainer_0/Net_0");
      g_assert_cmpint (compare_table_cell (table, 1, 1)->match, ==, MATCH_EXACT);
      g_assert_cmpfloat (compare_table_cell (table, 1, 1)->difference, ==, whole == 0 ? -200 : 200);
      comparison_clear (&comparison);
    }
  step_table_free (steps);
  trace_unref (trace);
}

static void
check_waterfall (const Waterfall *waterfall)
{
  int64_t base_ns = 0, other_ns = 0;
  double difference_ns = 0;

  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    {
      const WaterfallStep *of_part = &waterfall->parts[part];
      int64_t kernels_base_ns = 0, kernels_other_ns = 0;
      double kernels_ns = 0;

      base_ns += of_part->base_ns;
      other_ns += of_part->other_ns;
      difference_ns += of_part->difference_ns;
      for (uint64_t i = 0; i < of_part->n_kernels; i++)
        {
          kernels_base_ns += of_part->kernels[i].base_ns;
          kernels_other_ns += of_part->kernels[i].other_ns;
          kernels_ns += of_part->kernels[i].difference_ns;
        }
      g_assert_cmpfloat_with_epsilon (waterfall_rest_ns (waterfall, (WaterfallPart) part, 0),
                                      of_part->difference_ns, 1e-9);
      if (part >= PART_IDLE)
        continue;
      g_assert_cmpint (kernels_base_ns, ==, of_part->base_ns);
      g_assert_cmpint (kernels_other_ns, ==, of_part->other_ns);
      g_assert_cmpfloat_with_epsilon (kernels_ns, of_part->difference_ns, 1e-9);
      g_assert_cmpfloat_with_epsilon (waterfall_rest_ns (waterfall, (WaterfallPart) part, of_part->n_kernels),
                                      0, 1e-9);
    }
  g_assert_cmpint (base_ns, ==, waterfall->base_total_ns);
  g_assert_cmpint (other_ns, ==, waterfall->other_total_ns);
  g_assert_cmpint (waterfall->parts[PART_OTHER].base_ns, ==, 0);
  g_assert_cmpint (waterfall->parts[PART_OTHER].other_ns, ==, 0);
  g_assert_cmpfloat_with_epsilon (difference_ns, waterfall->to_ns - waterfall->from_ns, 1e-9);
}

/* Every row is in something on some side. */
static void
check_tables (const Comparison *comparison)
{
  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    for (uint64_t row = 0; row < comparison->tables[kind].n; row++)
      {
        bool has_any = false;

        for (uint32_t side = 0; side < comparison->n_sides; side++)
          {
            uint32_t of_side = compare_table_cell (&comparison->tables[kind], row, side)->row;

            has_any =
              has_any
              || (of_side != TRACE_NONE
                  && !compare_rows_is_empty (compare_side_rows (&comparison->sides[side], kind), of_side));
          }
        g_assert_true (has_any);
      }
}

static void
test_waterfalls_add_up (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  const ComparisonOptions options = { 0 };

  for (int round = 0; round < ROUNDS; round++)
    {
      Trace *traces[3];
      StepTable *steps[3];
      ComparePart parts[3];
      Comparison comparison;

      for (int i = 0; i < 3; i++)
        {
          traces[i] = random_profile_new (random);
          steps[i] = random_profile_steps (traces[i]);
          parts[i] = (ComparePart){ .scope = random_profile_scope (random, traces[i], steps[i]) };
        }
      g_assert_true (comparison_compute (parts, 3, &options, NULL, NULL, &comparison));
      for (uint32_t side = 1; side < 3; side++)
        check_waterfall (&comparison.waterfalls[side]);
      check_tables (&comparison);
      comparison_clear (&comparison);
      for (int i = 0; i < 3; i++)
        {
          step_table_free (steps[i]);
          trace_unref (traces[i]);
        }
    }
}

/* A kernel that is launched between two steps has no row in the second, but takes time of it, and is the one of the first. A
 * memcpy that the baseline has outside its steps is no new one. */
static void
test_names_without_a_row_meet (void)
{
  TraceBuilder *builder = trace_builder_new ();
  const ComparisonOptions options = { 0 };
  ComparePart parts[2];
  Comparison comparison;
  int64_t begin_ns = 950, end_ns = 2000;
  g_autoptr (GError) error = NULL;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t copies = building_add_stream (builder, tracks.device, TRACK_STREAM, 8);
  for (int i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", i);
      int64_t step_ns = 1000 * i;

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, step_ns, 900, 0);
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", step_ns + 500, 5, 10 + i);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, "gemm", step_ns + 520, 200, 10 + i);
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", step_ns + 950, 5, 20 + i);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, "opt", step_ns + 960, 340 + i, 20 + i);
    }
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 100, 5, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "opt", 120, 300, 1);
  building_add_slice (builder, copies, SLICE_MEMCPY, "Memcpy HtoD", 800, 50, 0);
  building_add_slice (builder, copies, SLICE_MEMCPY, "Memcpy HtoD", 1950, 20, 0);
  building_add_slice (builder, copies, SLICE_MEMCPY, "Memcpy HtoD", 2800, 50, 0);
  Trace *trace = building_finish (builder);
  StepTable *steps = step_table_new (trace, NULL, &error);
  g_assert_no_error (error);

  g_assert_true (compare_part_of_steps (trace, steps, 0, 0, TRACE_NONE, &parts[0], &error));
  g_assert_true (compare_part_of_steps (trace, steps, 1, 1, TRACE_NONE, &parts[1], &error));
  g_assert_true (comparison_compute (parts, 2, &options, NULL, NULL, &comparison));
  const WaterfallStep *compute = &comparison.waterfalls[1].parts[PART_COMPUTE];
  g_assert_cmpuint (compute->n_kernels, ==, 2);
  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpint (compute->kernels[i].match, ==, MATCH_EXACT);
      g_assert_cmpuint (compute->kernels[i].base_name, ==, compute->kernels[i].other_name);
      g_assert_cmpfloat (compute->kernels[i].difference_ns, ==, 0);
    }
  const WaterfallStep *copied = &comparison.waterfalls[1].parts[PART_EXPOSED_COPIES];
  g_assert_cmpuint (copied->n_kernels, ==, 1);
  g_assert_cmpint (copied->kernels[0].match, ==, MATCH_REMOVED);
  comparison_clear (&comparison);

  /* A memcpy behind the only step of the window. */
  parts[0] = (ComparePart){ .scope = stats_scope_window (trace, steps, &begin_ns, &end_ns) };
  g_assert_true (compare_part_of_steps (trace, steps, 2, 2, TRACE_NONE, &parts[1], &error));
  g_assert_true (comparison_compute (parts, 2, &options, NULL, NULL, &comparison));
  copied = &comparison.waterfalls[1].parts[PART_EXPOSED_COPIES];
  g_assert_cmpuint (copied->n_kernels, ==, 1);
  g_assert_cmpint (copied->kernels[0].match, ==, MATCH_EXACT);
  g_assert_cmpint (copied->kernels[0].base_ns, ==, 0);
  g_assert_cmpint (copied->kernels[0].other_ns, ==, 50);
  comparison_clear (&comparison);
  step_table_free (steps);
  trace_unref (trace);
}

/* A forged profile: no figure means anything, but nothing overflows. */
static void
test_rests_of_sums_that_wrapped_round (void)
{
  WaterfallKernel kernels[2] = { { .base_ns = INT64_MAX, .other_ns = INT64_MIN },
                                 { .base_ns = INT64_MAX, .other_ns = INT64_MIN } };
  const Waterfall waterfall = {
    .base_divisor = 1,
    .other_divisor = 1,
    .parts = { [PART_COMPUTE] = { .base_ns = -5, .other_ns = 3, .kernels = kernels, .n_kernels = 2 } },
  };

  g_assert_cmpfloat (waterfall_rest_ns (&waterfall, PART_COMPUTE, 2), ==, 3 - (-5 + 2));
}

static bool
continues_for_a_while (void *user_data)
{
  return g_atomic_int_add ((int *) user_data, -1) > 0;
}

static void
test_can_be_stopped (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (23);
  Trace *trace = random_profile_new (random);
  StepTable *steps = random_profile_steps (trace);
  ComparePart parts[2] = { { .scope = stats_scope_whole (trace, steps) },
                           { .scope = stats_scope_whole (trace, steps) } };
  const ComparisonOptions options = { 0 };
  bool is_done = false;

  for (int n = 0; !is_done; n += 1 + n / 4)
    {
      Comparison comparison;
      int n_left = n;

      is_done = comparison_compute (parts, 2, &options, continues_for_a_while, &n_left, &comparison);
      comparison_clear (&comparison);
    }
  step_table_free (steps);
  trace_unref (trace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/comparison/modules_around_the_scope_are_on_paths", test_modules_around_the_scope);
  g_test_add_func ("/comparison/waterfalls_add_up", test_waterfalls_add_up);
  g_test_add_func ("/comparison/names_without_a_row_meet", test_names_without_a_row_meet);
  g_test_add_func ("/comparison/rests_of_sums_that_wrapped_round", test_rests_of_sums_that_wrapped_round);
  g_test_add_func ("/comparison/can_be_stopped", test_can_be_stopped);
  return g_test_run ();
}
