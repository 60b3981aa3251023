/* SPDX-License-Identifier: Apache-2.0
 *
 * Which steps stand for a side. */

#include "trace/compare/compare_steps.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/compare/slow_steps.h"

#define MS INT64_C (1000000)

/* Steps of these lengths on each rank, one after the other; 0: the rank has no such step. */
typedef struct
{
  Trace *trace;
  StepTable *steps;
  CompareSteps selected;
} Run;

static void
run_make (Run *run, const int64_t *lengths_ms, size_t n_ranks, size_t n, const char *pattern)
{
  TraceBuilder *builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  for (size_t rank = 0; rank < n_ranks; rank++)
    {
      int64_t begin_ns = 0;

      building_begin_rank (builder, (int64_t) rank);
      trace_builder_set_time_base (builder, 0, true);
      BuildingTracks tracks = building_add_tracks (builder);
      for (size_t i = 0; i < n; i++)
        {
          int64_t length_ns = lengths_ms[rank * n + i] * MS;
          g_autofree char *name = g_strdup_printf (pattern, (int) i + 5);

          if (length_ns > 0)
            building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, begin_ns, length_ns, 0);
          begin_ns += 200 * MS;
        }
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k", 1, 5, 0);
    }
  run->trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  run->steps = step_table_new (run->trace, NULL, &error);
  g_assert_no_error (error);
}

static void
run_select (Run *run)
{
  ComparePart part = { .scope = stats_scope_whole (run->trace, run->steps) };

  g_assert_true (compare_steps_select (&part, &run->selected));
}

static void
run_clear (Run *run)
{
  compare_steps_clear (&run->selected);
  step_table_free (run->steps);
  trace_unref (run->trace);
}

static void
check_warmup (const int64_t *lengths_ms, size_t n, uint64_t n_warmup)
{
  Run run;

  run_make (&run, lengths_ms, 1, n, "ProfilerStep#%d");
  run_select (&run);
  g_assert_cmpuint (run.selected.n_warmup, ==, n_warmup);
  g_assert_cmpuint (run.selected.n, ==, n - n_warmup);
  g_assert_cmpint (run.selected.samples[0].id, ==, 5 + (int64_t) n_warmup);
  run_clear (&run);
}

static void
test_leading_outliers_are_left_out (void)
{
  const int64_t one[] = { 150, 100, 101, 99, 100, 100 };
  const int64_t two[] = { 190, 120, 101, 99, 100, 100, 101, 99 };
  const int64_t later[] = { 100, 150, 100, 101, 99, 100 };
  const int64_t even[] = { 104, 100, 100, 100, 100, 100 };
  const int64_t few[] = { 190, 100, 100, 100 };
  const int64_t many[] = { 190, 191, 192, 100, 100, 100, 100, 100 };
  const int64_t five[] = { 190, 150, 100, 100, 100 };

  check_warmup (one, G_N_ELEMENTS (one), 1);
  check_warmup (two, G_N_ELEMENTS (two), 2);
  check_warmup (later, G_N_ELEMENTS (later), 0);
  check_warmup (even, G_N_ELEMENTS (even), 0);
  check_warmup (few, G_N_ELEMENTS (few), 0);
  check_warmup (many, G_N_ELEMENTS (many), 3);
  check_warmup (five, G_N_ELEMENTS (five), 1);
}

/* Rank 1 lacks step 7, and both have step 8: then 7 is not used. */
static void
test_a_step_is_used_if_all_ranks_have_it (void)
{
  const int64_t lengths[] = { 10, 12, 14, 16, 20, 22, 0, 26 };
  Run run;

  run_make (&run, lengths, 2, 4, "ProfilerStep#%d");
  run_select (&run);
  g_assert_cmpuint (run.selected.n_ranks, ==, 2);
  g_assert_cmpuint (run.selected.n_gpus, ==, 2);
  g_assert_cmpuint (run.selected.n, ==, 3);
  g_assert_cmpuint (run.selected.n_incomplete, ==, 1);
  g_assert_cmpint (run.selected.samples[2].id, ==, 8);
  g_assert_cmpint (run.selected.samples[0].total_ns, ==, 30 * MS);
  g_assert_cmpint (run.selected.samples[2].total_ns, ==, 42 * MS);
  run_clear (&run);
}

/* A name that gives every step the same number. */
static void
test_equal_numbers_count_by_index (void)
{
  const int64_t lengths[] = { 10, 12, 14 };
  Run run;
  g_autoptr (GError) error = NULL;

  run_make (&run, lengths, 1, 3, "phase of %d");
  step_table_free (run.steps);
  run.steps = step_table_new (run.trace, "^phase of [0-9]+$", &error);
  g_assert_no_error (error);
  run_select (&run);
  g_assert_cmpuint (run.selected.n, ==, 3);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (run.selected.samples[i].id, ==, i);
  run_clear (&run);
}

static void
test_median_of_a_rank_leaves_the_warm_up_out (void)
{
  const int64_t lengths_ms[] = { 190, 191, 100, 101, 102, 103, 104 }; /* of all, 103 ms would be the median */
  Run run;

  run_make (&run, lengths_ms, 1, G_N_ELEMENTS (lengths_ms), "ProfilerStep#%d");
  g_assert_cmpuint (compare_median_step (run.trace, run.steps, 0), ==, 4);
  ComparePart part = { .scope = stats_scope_whole (run.trace, run.steps), .choice = COMPARE_MEDIAN_STEP };
  g_assert_true (compare_steps_select (&part, &run.selected));
  g_assert_cmpuint (run.selected.samples[0].table_row, ==, 4);
  run_clear (&run);
}

static void
test_parts (void)
{
  const int64_t lengths[] = { 10, 30, 20, 40, 50 };
  Run run;
  ComparePart part;
  g_autoptr (GError) error = NULL;

  run_make (&run, lengths, 1, 5, "ProfilerStep#%d");
  g_assert_true (compare_part_of_steps (run.trace, run.steps, 6, 8, TRACE_NONE, &part, &error));
  g_assert_true (compare_steps_select (&part, &run.selected));
  g_assert_cmpuint (run.selected.n, ==, 3);
  g_assert_cmpint (part.scope.begin_ns, ==, 200 * MS);
  g_assert_cmpint (part.scope.end_ns, ==, 640 * MS);
  compare_steps_clear (&run.selected);

  part = (ComparePart){ .scope = stats_scope_whole (run.trace, run.steps), .choice = COMPARE_MEDIAN_STEP };
  g_assert_true (compare_steps_select (&part, &run.selected));
  g_assert_cmpuint (run.selected.n, ==, 1);
  g_assert_cmpint (run.selected.samples[0].total_ns, ==, 30 * MS);
  g_assert_cmpint (run.selected.scope.begin_ns, ==, 200 * MS);
  compare_steps_clear (&run.selected);

  g_assert_false (compare_part_of_steps (run.trace, run.steps, 12, 99, TRACE_NONE, &part, &error));
  g_assert_cmpstr (error->message, ==, "There is no such step; the profile has steps 5 to 9.");
  run_select (&run);
  run_clear (&run);
}

static void
test_common_steps (void)
{
  const int64_t a[] = { 10, 11, 12, 0, 14, 15 }, b[] = { 0, 21, 22, 23, 24, 25 };
  Run runs[2];
  CompareSteps sides[2];

  run_make (&runs[0], a, 1, 6, "ProfilerStep#%d");
  run_make (&runs[1], b, 1, 6, "ProfilerStep#%d");
  for (int i = 0; i < 2; i++)
    {
      run_select (&runs[i]);
      sides[i] = runs[i].selected;
    }
  g_assert_true (compare_steps_keep_common (sides, 2));
  for (int i = 0; i < 2; i++)
    {
      static const int64_t ids[] = { 6, 7, 9, 10 };
      uint64_t hint = 0;

      g_assert_cmpuint (sides[i].n, ==, 4);
      for (uint32_t k = 0; k < 4; k++)
        {
          g_assert_cmpint (sides[i].samples[k].id, ==, ids[k]);
          g_assert_cmpuint (compare_steps_at (&sides[i], 0, sides[i].samples[k].begin_ns, &hint), ==, k);
        }
      runs[i].selected = sides[i];
      run_clear (&runs[i]);
    }
}

/* Random times in any order find the same steps as looking at all, nested ones too. */
static void
test_looking_up (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int round = 0; round < 200; round++)
    {
      CompareStep steps[12];
      uint64_t first_step[] = { 0, 12 }, hint = 0;
      CompareSteps at = { .steps = steps, .first_step = first_step };
      int64_t begin_ns = 0, reach_ns = INT64_MIN;

      for (uint32_t i = 0; i < 12; i++)
        {
          begin_ns += g_rand_int_range (random, 0, 20);
          int64_t end_ns = begin_ns + g_rand_int_range (random, 0, 40);

          reach_ns = MAX (reach_ns, end_ns);
          steps[i] = (CompareStep){ begin_ns, end_ns, begin_ns, end_ns, reach_ns, i };
        }
      for (int k = 0; k < 200; k++)
        {
          int64_t time_ns = k < 100 ? 2 * k : g_rand_int_range (random, -10, 300);
          uint32_t expected = SAMPLE_NONE;

          for (uint32_t i = 0; i < 12; i++)
            if (steps[i].host_begin_ns <= time_ns && steps[i].host_end_ns > time_ns)
              expected = i;
          g_assert_cmpuint (compare_steps_at (&at, 0, time_ns, &hint), ==, expected);
        }
    }
}

static void
test_slow_steps_tell_sides_apart (void)
{
  const SlowSteps none = { .n = 24 }, one = { .n = 24, .n_slow = 1 }, two = { .n = 24, .n_slow = 2 };
  const SlowSteps six = { .n = 24, .n_slow = 6 };

  g_assert_false (slow_steps_differ (&none, &none));
  g_assert_false (slow_steps_differ (&none, &one));
  g_assert_true (slow_steps_differ (&none, &two));
  g_assert_true (slow_steps_differ (&two, &none));
  g_assert_false (slow_steps_differ (&one, &two));
  g_assert_true (slow_steps_differ (&two, &six));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare_steps/leading_outliers_are_left_out", test_leading_outliers_are_left_out);
  g_test_add_func ("/compare_steps/a_step_is_used_if_all_ranks_have_it",
                   test_a_step_is_used_if_all_ranks_have_it);
  g_test_add_func ("/compare_steps/equal_numbers_count_by_index", test_equal_numbers_count_by_index);
  g_test_add_func ("/compare_steps/median_of_a_rank_leaves_the_warm_up_out",
                   test_median_of_a_rank_leaves_the_warm_up_out);
  g_test_add_func ("/compare_steps/parts", test_parts);
  g_test_add_func ("/compare_steps/common_steps", test_common_steps);
  g_test_add_func ("/compare_steps/looking_up", test_looking_up);
  g_test_add_func ("/compare_steps/slow_steps_tell_sides_apart", test_slow_steps_tell_sides_apart);
  return g_test_run ();
}
