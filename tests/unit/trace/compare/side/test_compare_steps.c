/* SPDX-License-Identifier: Apache-2.0
 *
 * Which steps stand for a side. */

#include "trace/compare/side/compare_step_at.h"
#include "trace/compare/side/compare_steps.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/compare/slow_steps.h"
#include "trace/text/trace_error.h"

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

/* The first run has a slow first step, the second none, and the third too few steps to lose one. */
static void
test_sides_leave_out_equally_many (void)
{
  const int64_t a[] = { 190, 150, 100, 101, 99, 100, 100 }, b[] = { 103, 102, 100, 101, 99, 100, 100 };
  Run runs[3];
  CompareSteps sides[3];

  run_make (&runs[0], a, 1, 7, "ProfilerStep#%d");
  run_make (&runs[1], b, 1, 7, "ProfilerStep#%d");
  run_make (&runs[2], b, 1, 5, "ProfilerStep#%d");
  for (int i = 0; i < 3; i++)
    {
      run_select (&runs[i]);
      sides[i] = runs[i].selected;
      g_assert_cmpuint (sides[i].n_warmup, ==, i == 0 ? 2 : 0);
    }
  g_assert_true (compare_steps_share_warmup (sides, 3));
  for (int i = 0; i < 3; i++)
    {
      uint64_t n_warmup = i < 2 ? 2 : 1, hint = 0;

      g_assert_cmpuint (sides[i].n_warmup, ==, n_warmup);
      g_assert_cmpuint (sides[i].n, ==, (i < 2 ? 7 : 5) - n_warmup);
      g_assert_cmpuint (compare_steps_at (&sides[i], 0, 1, &hint), ==, SAMPLE_NONE);
      for (uint32_t k = 0; k < sides[i].n; k++)
        {
          g_assert_cmpint (sides[i].samples[k].id, ==, (int64_t) (5 + n_warmup + k));
          g_assert_cmpuint (compare_steps_at (&sides[i], 0, sides[i].samples[k].begin_ns, &hint), ==, k);
        }
      runs[i].selected = sides[i];
      run_clear (&runs[i]);
    }
}

/* A median step is chosen among the steps of its own side, and does not shorten another. */
static void
test_a_median_step_shares_no_warmup (void)
{
  const int64_t a[] = { 190, 150, 100, 101, 99, 100, 100 }, b[] = { 103, 102, 100, 101, 99, 100, 100 };
  Run runs[2];
  CompareSteps sides[2];

  run_make (&runs[0], a, 1, 7, "ProfilerStep#%d");
  run_make (&runs[1], b, 1, 7, "ProfilerStep#%d");
  for (int i = 0; i < 2; i++)
    {
      ComparePart part = { .scope = stats_scope_whole (runs[i].trace, runs[i].steps),
                           .choice = i == 0 ? COMPARE_MEDIAN_STEP : COMPARE_WINDOW };

      g_assert_true (compare_steps_select (&part, &sides[i]));
    }
  g_assert_true (compare_steps_share_warmup (sides, 2));
  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpuint (sides[i].n, ==, i == 0 ? 1 : 7);
      runs[i].selected = sides[i];
      run_clear (&runs[i]);
    }
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

/* The steps of other ranks are as many as there are ranks, and nobody asks for them. */
static void
test_a_side_of_one_rank_keeps_its_steps_alone (void)
{
  const int64_t lengths[] = { 10, 12, 14, 16, 20, 22, 24, 26, 30, 32, 34, 36 };
  Run run;

  run_make (&run, lengths, 3, 4, "ProfilerStep#%d");
  ComparePart part = { .scope = stats_scope_whole (run.trace, run.steps) };
  stats_scope_limit (&part.scope, 1, TRACE_NONE);
  g_assert_true (compare_steps_select (&part, &run.selected));
  g_assert_cmpuint (run.selected.n, ==, 4);
  g_assert_cmpuint (run.selected.first_step[3], ==, 4);
  g_assert_cmpuint (run.selected.first_step[2] - run.selected.first_step[1], ==, 4);
  for (uint32_t k = 0; k < 4; k++)
    {
      uint64_t hint = 0;

      g_assert_cmpint (run.selected.samples[k].total_ns, ==, (20 + 2 * (int64_t) k) * MS);
      g_assert_cmpuint (compare_steps_at (&run.selected, 1, 200 * MS * k + MS, &hint), ==, k);
      g_assert_cmpuint (compare_steps_at (&run.selected, 0, 200 * MS * k + MS, &hint), ==, SAMPLE_NONE);
      g_assert_cmpuint (compare_steps_at (&run.selected, 2, 200 * MS * k + MS, &hint), ==, SAMPLE_NONE);
    }
  g_assert_cmpint (run.selected.end_ns, >=, 600 * MS + 26 * MS);
  run_clear (&run);
}

/* Step 5 lasts until step 7 has ended, so both end with it and have no time of their own. */
static void
test_steps_without_wall_time_are_left_out (void)
{
  const int64_t lengths[] = { 500, 10, 20, 100, 100, 101, 99 };
  Run run;

  run_make (&run, lengths, 1, 7, "ProfilerStep#%d");
  run_select (&run);
  g_assert_cmpuint (run.selected.n_within, ==, 2);
  g_assert_cmpuint (run.selected.n_empty, ==, 0);
  g_assert_cmpuint (run.selected.n_incomplete, ==, 0);
  g_assert_cmpuint (run.selected.n_warmup, ==, 1);
  g_assert_cmpuint (run.selected.n, ==, 4);
  g_assert_cmpint (run.selected.samples[0].id, ==, 8);
  run_clear (&run);
}

/* A name that gives every step the same number. */
static void
test_equal_numbers_count_by_index (void)
{
  const int64_t lengths[] = { 10, 12, 14 };
  Run run;
  g_autoptr (GError) error = NULL;

  run_make (&run, lengths, 1, 3, "phase 3 of %d");
  step_table_free (run.steps);
  run.steps = step_table_new (run.trace, "^phase ([0-9]+) of", &error);
  g_assert_no_error (error);
  run_select (&run);
  g_assert_cmpuint (run.selected.n, ==, 3);
  g_assert_false (run.selected.has_numbers);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (run.selected.samples[i].id, ==, i);
  ComparePart part = { .scope = stats_scope_whole (run.trace, run.steps) };
  g_assert_false (compare_part_check_numbers (&part, &error));
  g_assert_true (g_str_has_prefix (error->message, "Several steps of a rank have the same number,"));
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
  g_assert_cmpuint (run.selected.n_chosen_from, ==, 5);
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
  g_assert_cmpuint (sides[0].n_alone, ==, 1);
  g_assert_cmpuint (sides[1].n_alone, ==, 1);
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

/* Steps 0 to 4 by index do not meet steps 5 to 9 by number, nor those of the same index. */
static void
test_an_index_is_no_number (void)
{
  const int64_t lengths[] = { 10, 11, 12, 14, 15 };
  Run runs[2];
  CompareSteps sides[2];
  ComparePart part;
  g_autoptr (GError) error = NULL;

  run_make (&runs[0], lengths, 1, 5, "ProfilerStep#%d");
  run_make (&runs[1], lengths, 1, 5, "phase of %d");
  part = (ComparePart){ .scope = stats_scope_whole (runs[0].trace, runs[0].steps) };
  g_assert_true (compare_part_check_numbers (&part, &error));
  step_table_free (runs[1].steps);
  runs[1].steps = step_table_new (runs[1].trace, "^phase of ", &error);
  g_assert_no_error (error);
  part = (ComparePart){ .scope = stats_scope_whole (runs[1].trace, runs[1].steps) };
  g_assert_false (compare_part_check_numbers (&part, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
  g_assert_true (g_str_has_prefix (error->message, "The steps have no numbers,"));
  for (int i = 0; i < 2; i++)
    {
      run_select (&runs[i]);
      sides[i] = runs[i].selected;
      g_assert_cmpint (sides[i].has_numbers, ==, i == 0);
    }
  g_assert_true (compare_steps_keep_common (sides, 2));
  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpuint (sides[i].n, ==, 0);
      g_assert_cmpuint (sides[i].n_alone, ==, 5);
      runs[i].selected = sides[i];
      run_clear (&runs[i]);
    }
}

/* Random times in any order find the same steps as looking at all, nested ones too, and others than used ones as if there
 * were none. */
static void
test_looking_up (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int round = 0; round < 200; round++)
    {
      CompareStep steps[12];
      uint64_t first_step[] = { 0, 12 }, hint = 0;
      CompareSteps at = { .steps = steps, .first_step = first_step };
      int64_t begin_ns = 0;

      for (uint32_t i = 0; i < 12; i++)
        {
          begin_ns += g_rand_int_range (random, 0, 20);
          int64_t end_ns = begin_ns + g_rand_int_range (random, 0, round % 2 == 0 ? 40 : 200);

          steps[i] = (CompareStep){ begin_ns, end_ns, begin_ns, end_ns, .sample = i };
          if (round % 4 >= 2 && g_rand_int_range (random, 0, 3) == 0)
            steps[i].sample = SAMPLE_NONE;
        }
      compare_steps_link (steps, 0, 12);
      for (int k = 0; k < 200; k++)
        {
          int64_t time_ns = k < 100 ? 2 * k : g_rand_int_range (random, -10, 300);
          uint32_t expected = SAMPLE_NONE;

          for (uint32_t i = 0; i < 12; i++)
            if (steps[i].sample != SAMPLE_NONE && steps[i].host_begin_ns <= time_ns
                && steps[i].host_end_ns > time_ns)
              expected = i;
          g_assert_cmpuint (compare_steps_at (&at, 0, time_ns, &hint), ==, expected);
        }
    }
}

/* Each step around the next, and looked up behind the begin of the last: as many steps to go back over as there are. */
static void
test_looking_up_in_deeply_nested_steps (void)
{
  enum
  {
    N = 200000
  };
  g_autofree CompareStep *steps = g_new (CompareStep, N);
  uint64_t first_step[] = { 0, N }, hint = 0;
  CompareSteps at = { .steps = steps, .first_step = first_step };

  for (uint32_t i = 0; i < N; i++)
    steps[i] = (CompareStep){ i, 3 * N - i, i, 3 * N - i, .sample = i };
  compare_steps_link (steps, 0, N);
  for (int64_t time_ns = 2 * N; time_ns < 3 * N; time_ns++)
    g_assert_cmpint (compare_steps_at (&at, 0, time_ns, &hint), ==, 3 * N - 1 - time_ns);
  g_assert_cmpuint (compare_steps_at (&at, 0, 3 * N, &hint), ==, SAMPLE_NONE);
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

/* Two of five without a slow step, where two of 24 are slow, say nothing. */
static void
test_slow_steps_need_enough_of_the_other (void)
{
  const SlowSteps two = { .n = 24, .n_slow = 2 }, few = { .n = 11 }, enough = { .n = 12 };
  const SlowSteps four = { .n = 4, .n_slow = 2 }, five = { .n = 5, .n_slow = 2 };

  g_assert_false (slow_steps_differ (&two, &few));
  g_assert_false (slow_steps_differ (&few, &two));
  g_assert_true (slow_steps_differ (&two, &enough));
  g_assert_true (slow_steps_differ (&enough, &two));
  g_assert_false (slow_steps_differ (&four, &enough));
  g_assert_true (slow_steps_differ (&five, &enough));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare_steps/leading_outliers_are_left_out", test_leading_outliers_are_left_out);
  g_test_add_func ("/compare_steps/sides_leave_out_equally_many", test_sides_leave_out_equally_many);
  g_test_add_func ("/compare_steps/a_median_step_shares_no_warmup", test_a_median_step_shares_no_warmup);
  g_test_add_func ("/compare_steps/a_step_is_used_if_all_ranks_have_it",
                   test_a_step_is_used_if_all_ranks_have_it);
  g_test_add_func ("/compare_steps/a_side_of_one_rank_keeps_its_steps_alone",
                   test_a_side_of_one_rank_keeps_its_steps_alone);
  g_test_add_func ("/compare_steps/steps_without_wall_time_are_left_out",
                   test_steps_without_wall_time_are_left_out);
  g_test_add_func ("/compare_steps/equal_numbers_count_by_index", test_equal_numbers_count_by_index);
  g_test_add_func ("/compare_steps/median_of_a_rank_leaves_the_warm_up_out",
                   test_median_of_a_rank_leaves_the_warm_up_out);
  g_test_add_func ("/compare_steps/parts", test_parts);
  g_test_add_func ("/compare_steps/common_steps", test_common_steps);
  g_test_add_func ("/compare_steps/an_index_is_no_number", test_an_index_is_no_number);
  g_test_add_func ("/compare_steps/looking_up", test_looking_up);
  g_test_add_func ("/compare_steps/looking_up_in_deeply_nested_steps",
                   test_looking_up_in_deeply_nested_steps);
  g_test_add_func ("/compare_steps/slow_steps_tell_sides_apart", test_slow_steps_tell_sides_apart);
  g_test_add_func ("/compare_steps/slow_steps_need_enough_of_the_other",
                   test_slow_steps_need_enough_of_the_other);
  return g_test_run ();
}
