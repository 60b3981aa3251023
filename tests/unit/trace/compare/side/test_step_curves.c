/* SPDX-License-Identifier: Apache-2.0
 *
 * What GPUs do along a step: of a profile of which all is known; and that a curve adds up to the time that a side's GPUs are
 * active. */

#include "trace/compare/side/step_curves.h"

#include <glib.h>
#include <math.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"

#define ROUNDS 150

/* Two steps of 1000 and 2000 ns. The GPU runs in the second half of the first and, on two streams, in the last quarter of
 * the second. */
static Trace *
make_trace (void)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t other = building_add_stream (builder, tracks.device, TRACK_STREAM, 8);
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#1", 0, 1000, 0);
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#2", 1000, 2000, 0);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 10, 10, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 1010, 10, 2);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 1030, 10, 3);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k", 500, 500, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k", 2500, 300, 2);
  building_add_slice (builder, other, SLICE_KERNEL, "k", 2600, 400, 3);
  return building_finish (builder);
}

static void
test_steps_are_scaled_to_one_length (void)
{
  Trace *trace = make_trace ();
  StepTable *table = random_profile_steps (trace);
  ComparePart part = { .scope = stats_scope_whole (trace, table) };
  CompareSteps steps;
  CompareSide side;
  StepCurves curves;

  g_assert_true (compare_steps_select (&part, &steps));
  g_assert_true (compare_side_compute (&steps, NULL, NULL, &side));
  g_assert_cmpuint (side.steps.n, ==, 2);
  g_assert_true (step_curves_compute (&side, NULL, NULL, &curves));
  g_assert_cmpuint (curves.n_active, ==, 2);
  g_assert_cmpuint (curves.n_memory, ==, 0);
  for (int point = 0; point < CURVE_POINTS; point++)
    {
      g_assert_cmpfloat_with_epsilon (curves.active[point], point < 50 ? 0 : point < 75 ? 0.5 : 1, 1e-9);
      g_assert_true (isnan (curves.memory[point]));
    }
  compare_side_clear (&side);
  step_table_free (table);
  trace_unref (trace);
}

/* Of each window, in which the GPU is active for the mean of its points. */
static void
test_a_curve_adds_up_to_the_active_time (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (23);
  unsigned n_checked = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Trace *trace = random_profile_new (random);
      StepTable *table = random_profile_steps (trace);
      ComparePart part = { .scope = random_profile_scope (random, trace, table) };
      CompareSteps steps;
      CompareSide side;
      StepCurves curves;
      double sum = 0;

      g_assert_true (compare_steps_select (&part, &steps));
      g_assert_true (compare_steps_ignore (&steps));
      g_assert_true (compare_side_compute (&steps, NULL, NULL, &side));
      g_assert_true (step_curves_compute (&side, NULL, NULL, &curves));
      for (int point = 0; point < CURVE_POINTS; point++)
        {
          g_assert_true (curves.active[point] >= 0 && curves.active[point] < 1 + 1e-9);
          sum += curves.active[point] / CURVE_POINTS;
        }
      if (curves.n_active > 0)
        {
          double window_ns = (double) (side.steps.scope.end_ns - side.steps.scope.begin_ns);

          g_assert_cmpfloat_with_epsilon (sum * window_ns * (double) curves.n_active,
                                          side.values[SIDE_GPU_ACTIVE][0], 1e-6 * (1 + window_ns));
          n_checked++;
        }
      compare_side_clear (&side);
      step_table_free (table);
      trace_unref (trace);
    }
  g_assert_cmpuint (n_checked, >, ROUNDS / 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step_curves/steps_are_scaled_to_one_length", test_steps_are_scaled_to_one_length);
  g_test_add_func ("/step_curves/a_curve_adds_up_to_the_active_time",
                   test_a_curve_adds_up_to_the_active_time);
  return g_test_run ();
}
