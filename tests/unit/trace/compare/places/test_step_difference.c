/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs between two steps: of a profile that was made to differ, and as a comparison of the two has it. */

#include "trace/compare/places/step_difference.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "tests/unit/trace/compare/generated_ranks.h"
#include "trace/compare/places/counterpart.h"
#include "trace/stats/step_names.h"
#include "widgets/timeline/view/step_comparison.h"

#define US     INT64_C (1000)
#define ROUNDS 600

#define MS INT64_C (1000000)

static const StepDifference *
find (const Profile *profile, const StepDifferences *differences, DifferenceKind kind, const char *name)
{
  const SliceColumns *slices = trace_slices (profile->trace);

  for (uint64_t i = 0; i < differences->n; i++)
    if (differences->at[i].kind == kind
        && strcmp (trace_string (profile->trace, slice_name (slices, differences->at[i].slice), NULL), name)
             == 0)
      return &differences->at[i];
  return NULL;
}

static void
test_what_was_made_to_differ (void)
{
  const Profile *profile = timeline_profile_uneven ();
  StepDifferences differences;

  g_assert_true (step_differences_compute (profile->trace, profile->steps, 2, 1, NULL, NULL, &differences));
  g_assert_cmpuint (differences.n_of[DIFFERS_LONGER], ==, 2);
  g_assert_cmpuint (differences.n_of[DIFFERS_ADDITIONAL], ==, 1);
  g_assert_cmpuint (differences.n_of[DIFFERS_MISSING], ==, 1);
  g_assert_cmpuint (differences.n_compared, ==, 12);

  const StepDifference *gemm = find (profile, &differences, DIFFERS_LONGER, "gemm");
  g_assert_nonnull (gemm);
  g_assert_cmpint (gemm->begin_ns, ==, 46 * MS); /* the second of the two */
  g_assert_cmpint (gemm->longer_ns, ==, 2 * MS);
  const StepDifference *more = find (profile, &differences, DIFFERS_ADDITIONAL, "AllReduce");
  g_assert_nonnull (more);
  g_assert_cmpint (more->begin_ns, ==, 54 * MS);
  const StepDifference *missing = find (profile, &differences, DIFFERS_MISSING, "dropout");
  g_assert_nonnull (missing);
  g_assert_cmpint (missing->begin_ns, ==, 54 * MS);
  g_assert_cmpint (missing->end_ns, ==, 56 * MS);
  step_differences_clear (&differences);
  profile_unref (profile);
}

static void
test_a_step_is_like_itself (void)
{
  const Profile *profile = timeline_profile_training ();

  for (uint64_t step = 0; step < 3; step++)
    {
      StepDifferences differences;

      g_assert_true (
        step_differences_compute (profile->trace, profile->steps, step, step, NULL, NULL, &differences));
      g_assert_cmpuint (differences.n, ==, 0);
      g_assert_cmpuint (differences.n_compared, >, 10);
      step_differences_clear (&differences);
    }
  profile_unref (profile);
}

/* ---- as a comparison has it ---- */

/* What a timeline marks at each slice, and its counterpart where that is told. */
typedef struct
{
  uint8_t *kinds; /* bits of DifferenceKind */
  uint64_t *others;
  int64_t *longer_ns;
} Marks;

static Marks
marks_new (uint64_t n, const StepDifferences *differences)
{
  Marks marks = { g_new0 (uint8_t, n + 1), g_new0 (uint64_t, n + 1), g_new0 (int64_t, n + 1) };

  for (uint64_t i = 0; i < differences->n; i++)
    {
      const StepDifference *at = &differences->at[i];

      g_assert_cmpuint (marks.kinds[at->slice] & 1 << at->kind, ==, 0);
      marks.kinds[at->slice] |= (uint8_t) (1 << at->kind);
      if (at->kind == DIFFERS_MISSING)
        continue;
      marks.others[at->slice] = at->other;
      marks.longer_ns[at->slice] = at->longer_ns;
    }
  return marks;
}

static void
marks_clear (Marks *marks)
{
  g_free (marks->kinds);
  g_free (marks->others);
  g_free (marks->longer_ns);
}

/* Whether a pair is marked as longer. */
static bool
is_longer (const Trace *trace, const uint8_t *is_step_name, uint64_t slice, uint64_t other)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t dur_ns = slices->dur_ns[slice], other_ns = slices->dur_ns[other];

  if (slices->kind[slice] != SLICE_KERNEL && is_step_name[slices->name[slice]])
    return false;
  return dur_ns - other_ns > 10 * US && (dur_ns - other_ns) * 10 > other_ns;
}

static bool
is_alone (const Counterparts *way, uint64_t slice, uint64_t *ret_other)
{
  CounterpartAnswer answer;

  g_assert_true (counterparts_find (way, slice, ret_other, &answer));
  return answer == COUNTERPART_NO_NAME || answer == COUNTERPART_FEWER;
}

typedef struct
{
  uint64_t n_longer, n_added, n_missing, n_pairs, n_in_steps, n_renamed;
} Tally;

/* Compares the marks of rows of the step table with what a comparison of these parts says, the baseline first. */
static void
check_marks (const ComparePart parts[2], uint64_t step, uint64_t other, Tally *tally)
{
  const Trace *trace = parts[0].scope.trace;
  const StepTable *steps = parts[0].scope.steps;
  const SliceColumns *slices = trace_slices (trace);
  const ComparisonOptions options = { 0 };
  uint8_t *is_step_name = step_names_new (trace, steps);
  StepDifferences differences;
  Comparison comparison;
  Counterparts there, back;

  g_assert_true (step_differences_compute (trace, steps, step, other, NULL, NULL, &differences));
  g_assert_true (comparison_compute (parts, 2, &options, NULL, NULL, &comparison));
  g_assert_true (counterparts_init (&there, &comparison, 1, 0));
  g_assert_true (counterparts_init (&back, &comparison, 0, 1));
  Marks marks = marks_new (slices->n, &differences);
  uint64_t n_compared = 0;
  for (uint64_t i = 0; i < slices->n; i++)
    {
      uint64_t found, of_back, *pair = &marks.others[i];
      bool is_added = is_alone (&there, i, &found), is_missing = is_alone (&back, i, &of_back);

      g_assert_cmpint (is_added, ==, (marks.kinds[i] >> DIFFERS_ADDITIONAL & 1) != 0);
      g_assert_cmpint (is_missing, ==, (marks.kinds[i] >> DIFFERS_MISSING & 1) != 0);
      g_assert_cmpint (found != SLICE_NONE && is_longer (trace, is_step_name, i, found), ==,
                       (marks.kinds[i] >> DIFFERS_LONGER & 1) != 0);
      if (marks.kinds[i] >> DIFFERS_LONGER & 1)
        {
          g_assert_cmpuint (*pair, ==, found);
          g_assert_cmpint (marks.longer_ns[i], ==, slices->dur_ns[i] - slices->dur_ns[found]);
        }
      n_compared +=
        is_added
        || (found != SLICE_NONE && (slices->kind[i] == SLICE_KERNEL || !is_step_name[slices->name[i]]));
      tally->n_added += is_added;
      tally->n_missing += is_missing;
      tally->n_pairs += found != SLICE_NONE;
      tally->n_in_steps += found != SLICE_NONE && there.from->steps.has_steps;
      tally->n_renamed +=
        found != SLICE_NONE && slices->kind[i] == SLICE_KERNEL && slices->name[i] != slices->name[found];
    }
  g_assert_cmpuint (differences.n_compared, ==, n_compared);
  tally->n_longer += differences.n_of[DIFFERS_LONGER];
  marks_clear (&marks);
  counterparts_clear (&there);
  counterparts_clear (&back);
  comparison_clear (&comparison);
  step_differences_clear (&differences);
  free (is_step_name);
}

/* The part of a step as the Compare page makes it: by its number, or its index. */
static ComparePart
part_of (const Trace *trace, const StepTable *steps, uint64_t row)
{
  const TraceStep *step = step_table_get (steps, row);
  int64_t id = step->has_number ? step->number : (int64_t) step->index;
  g_autoptr (GError) error = NULL;
  ComparePart part;

  compare_part_of_steps (trace, steps, id, id, trace_n_ranks (trace) > 1 ? step->rank : TRACE_NONE, &part,
                         &error);
  g_assert_no_error (error);
  return part;
}

/* Each step with each of its rank, and with the median step. */
static void
check_profile (const Trace *trace, const StepTable *steps, Tally *tally)
{
  for (uint64_t step = 0; step < step_table_count (steps); step++)
    {
      uint32_t rank = step_table_get (steps, step)->rank;
      uint64_t median = compare_median_step (trace, steps, rank);

      for (uint64_t other = 0; other < step_table_count (steps); other++)
        {
          ComparePart parts[] = { part_of (trace, steps, other), part_of (trace, steps, step) };

          if (step_table_get (steps, other)->rank != rank)
            continue;
          check_marks (parts, step, other, tally);
          if (other != median)
            continue;
          parts[0] = (ComparePart){ stats_scope_whole (trace, steps), COMPARE_MEDIAN_STEP, 0, 0 };
          if (trace_n_ranks (trace) > 1)
            stats_scope_limit (&parts[0].scope, rank, TRACE_NONE);
          check_marks (parts, step, median, tally);
        }
    }
}

static void
test_marks_are_those_of_a_comparison (void)
{
  const Profile *profiles[] = { timeline_profile_training (), timeline_profile_uneven (),
                                timeline_profile_ranks (), timeline_profile_backward () };
  Tally tally = { 0 };

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      check_profile (profiles[p]->trace, profiles[p]->steps, &tally);
      profile_unref (profiles[p]);
    }
  g_assert_cmpuint (tally.n_longer, >, 0);
  g_assert_cmpuint (tally.n_added, >, 0);
  g_assert_cmpuint (tally.n_missing, >, 0);
}

static void
test_marks_of_generated_ranks (void)
{
  g_autoptr (Trace) trace = generated_ranks_new ();
  StepTable *steps = random_profile_steps (trace);
  Tally tally = { 0 };

  g_assert_cmpuint (step_table_count (steps), ==, 12);
  check_profile (trace, steps, &tally);
  g_assert_cmpuint (tally.n_longer, >, 100);
  g_assert_cmpuint (tally.n_in_steps, >, 10000);
  step_table_free (steps);
}

/* Steps of the same number that begin within one another are one part, and may hide one another. */
static bool
is_one_step (const ComparePart *part, uint64_t row)
{
  CompareSteps steps;

  g_assert_true (compare_steps_select (part, &steps));
  bool is_one = steps.n == 1 && (!steps.has_steps || steps.samples[0].table_row == row);
  compare_steps_clear (&steps);
  return is_one;
}

/* Steps nest, touch and tie; many are of the same number. */
static void
test_marks_of_random_steps (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);
  Tally tally = { 0 };

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      StepTable *steps = random_profile_steps (trace);
      uint64_t n = step_table_count (steps);

      for (uint64_t step = 0; step < MIN (n, 3); step++)
        {
          uint64_t other = (uint64_t) g_rand_int_range (random, 0, (gint32) n);
          const ComparePart parts[] = { compare_part_of_step (trace, steps, other),
                                        compare_part_of_step (trace, steps, step) };

          if (step_table_get (steps, other)->rank == step_table_get (steps, step)->rank
              && is_one_step (&parts[0], other) && is_one_step (&parts[1], step))
            check_marks (parts, step, other, &tally);
        }
      step_table_free (steps);
    }
  g_assert_cmpuint (tally.n_added, >, 1000);
  g_assert_cmpuint (tally.n_missing, >, 1000);
  g_assert_cmpuint (tally.n_pairs, >, 1000);
  g_assert_cmpuint (tally.n_in_steps, >, 500);
}

/* ---- told ---- */

/* Kernels of a step by stream: "ab|b" on the first and the second. Each takes 100 µs. */
static Trace *
tell (const char *const *kernels, size_t n)
{
  TraceBuilder *builder = trace_builder_new ();
  int64_t correlation = 0;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  const uint32_t streams[] = { tracks.stream,
                               building_add_stream (builder, tracks.device, TRACK_STREAM, 99) };
  for (size_t step = 0; step < n; step++)
    {
      int64_t begin_ns = (int64_t) step * 10 * MS, at_ns = begin_ns + 200 * US;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%zu", step);
      int stream = 0;

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, begin_ns, 9 * MS, 0);
      for (const char *kernel = kernels[step]; *kernel != '\0'; kernel++)
        {
          const char text[] = { *kernel, '\0' };

          if (*kernel == '|')
            {
              stream++;
              continue;
            }
          building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", at_ns - 100 * US, US,
                              ++correlation);
          building_add_slice (builder, streams[stream], SLICE_KERNEL, text, at_ns, 100 * US, correlation);
          at_ns += 200 * US;
        }
    }
  return building_finish (builder);
}

static void
check_told (const char *step, const char *other, uint64_t n_added, uint64_t n_missing, uint64_t n_renamed)
{
  const char *const kernels[] = { step, other, other };
  g_autoptr (Trace) trace = tell (kernels, G_N_ELEMENTS (kernels));
  StepTable *steps = random_profile_steps (trace);
  const ComparePart parts[] = { part_of (trace, steps, 1), part_of (trace, steps, 0) };
  Tally tally = { 0 };

  check_marks (parts, 0, 1, &tally);
  g_assert_cmpuint (tally.n_added, ==, n_added);
  g_assert_cmpuint (tally.n_missing, ==, n_missing);
  g_assert_cmpuint (tally.n_renamed, ==, n_renamed);
  step_table_free (steps);
}

static void
test_kernels_that_changed_their_stream_meet (void)
{
  check_told ("aab|b", "aab|b", 0, 0, 0);
  check_told ("bb|b", "b|bb", 0, 0, 0);
  check_told ("bbb", "b|bb", 0, 0, 0);
}

/* With its call. */
static void
test_the_last_of_more_is_added (void)
{
  check_told ("bb|bb", "b|b", 4, 0, 0);
  check_told ("a|b", "ab|bb", 0, 4, 0);
  check_told ("aab", "ab|bb", 1, 3, 0);
}

/* Equal shapes and no operators: the names alone tell. */
static void
test_kernels_with_other_names_are_no_pair (void)
{
  check_told ("ax", "ay", 1, 1, 0);
}

/* Which of two kernels of one operator replaces the other. */
static void
test_kernels_of_one_operator_meet (void)
{
  TraceBuilder *builder = trace_builder_new ();
  const char *const kernels[] = { "gemm_128x64", "gemm_64x64" };

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int step = 0; step < 2; step++)
    {
      int64_t begin_ns = step * 10 * MS;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", step);

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, begin_ns, 9 * MS, 0);
      building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", begin_ns + US, MS, 0);
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", begin_ns + 100 * US, US,
                          step + 1);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, kernels[step], begin_ns + 2 * MS,
                          (1 + step) * MS, step + 1);
    }
  g_autoptr (Trace) trace = building_finish (builder);
  StepTable *steps = random_profile_steps (trace);
  const ComparePart parts[] = { part_of (trace, steps, 0), part_of (trace, steps, 1) };
  Tally tally = { 0 };

  check_marks (parts, 1, 0, &tally);
  g_assert_cmpuint (tally.n_renamed, ==, 1);
  g_assert_cmpuint (tally.n_longer, ==, 1);
  g_assert_cmpuint (tally.n_added, ==, 0);
  step_table_free (steps);
}

/* ---- the form of the answer ---- */

static void
check_order (const StepDifferences *differences)
{
  uint64_t n = 0;

  for (int i = 0; i < N_DIFFERENCE_KINDS; i++)
    n += differences->n_of[i];
  g_assert_cmpuint (n, ==, differences->n);
  for (uint64_t i = 0; i < differences->n; i++)
    {
      const StepDifference *at = &differences->at[i];

      g_assert_cmpint (at->begin_ns, <=, at->end_ns);
      g_assert_cmpint (at->end_ns, <=, at->reach_ns);
      if (i == 0 || at[-1].lane != at->lane || at[-1].kind != at->kind)
        {
          g_assert_true (i == 0 || at[-1].lane < at->lane
                         || (at[-1].lane == at->lane && at[-1].kind < at->kind));
          continue;
        }
      g_assert_cmpint (at[-1].begin_ns, <=, at->begin_ns);
      g_assert_cmpint (at[-1].reach_ns, <=, at->reach_ns);
    }
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

#define MANY 50000

/* Four steps, in the first of which a graph launch runs MANY kernels more than in the others. */
static Trace *
tell_many (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int step = 0; step < 4; step++)
    {
      int64_t begin_ns = step * 10 * MS;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", step);

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, begin_ns, 9 * MS, 0);
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaGraphLaunch", begin_ns + US, US, step + 1);
      for (int i = 0; i <= (step == 0 ? MANY : 0); i++)
        building_add_slice (builder, tracks.stream, SLICE_KERNEL, "gemm", begin_ns + 10 * US + i * 100, 80,
                            step + 1);
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* None of the ways through the slices goes on without a question. */
static void
test_given_up (void)
{
  g_autoptr (Trace) trace = tell_many ();
  StepTable *steps = random_profile_steps (trace);
  bool is_done = false;
  int n_times = 0;

  for (; !is_done; n_times++)
    {
      int n_left = n_times;
      StepDifferences differences;

      is_done = step_differences_compute (trace, steps, 0, 1, continues_for_a_while, &n_left, &differences);
      g_assert_cmpint (n_left, ==, is_done ? 0 : -1);
      if (is_done)
        {
          g_assert_cmpuint (differences.n_of[DIFFERS_ADDITIONAL], ==, MANY);
          step_differences_clear (&differences);
        }
    }
  /* Collected, paired, ordered. */
  g_assert_cmpint (n_times - 1, >=, 3 * (MANY / STOPPABLE_AT_ONCE));
  step_table_free (steps);
}

static void
test_differences_are_in_order (void)
{
  const Profile *profiles[] = { timeline_profile_training (), timeline_profile_uneven () };

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      uint64_t n = step_table_count (profiles[p]->steps), of_back = 0;

      for (uint64_t step = 0; step < n; step++)
        for (uint64_t other = 0; other < n; other++)
          {
            StepDifferences there, back;

            g_assert_true (step_differences_compute (profiles[p]->trace, profiles[p]->steps, step, other,
                                                     NULL, NULL, &there));
            g_assert_true (step_differences_compute (profiles[p]->trace, profiles[p]->steps, other, step,
                                                     NULL, NULL, &back));
            g_assert_cmpuint (there.n_of[DIFFERS_ADDITIONAL], ==, back.n_of[DIFFERS_MISSING]);
            check_order (&there);
            of_back += back.n;
            step_differences_clear (&there);
            step_differences_clear (&back);
          }
      g_assert_cmpuint (of_back, >, 0);
      profile_unref (profiles[p]);
    }
}

static void
assert_legend (const Profile *profile, uint64_t step, uint64_t median, const char *expected)
{
  const StepComparison *comparison = step_comparison_new (profile, step, median, NULL, NULL);
  g_autofree char *legend = step_comparison_legend (comparison, &number_style_c);

  g_assert_cmpstr (legend, ==, expected);
  step_comparison_unref (comparison);
}

static void
test_the_legend_counts (void)
{
  const Profile *profile = timeline_profile_uneven ();

  assert_legend (profile, 2, 1, "Step 9 compared with the median step 8: 2 longer, 1 added, 1 missing");
  assert_legend (profile, 0, 1, "Step 7 compared with the median step 8: no differences");
  assert_legend (profile, 1, 1, "Step 8 is the median step");
  assert_legend (profile, 1, UINT64_MAX, "No median step: the profile needs at least two complete steps");
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step_difference/what_was_made_to_differ", test_what_was_made_to_differ);
  g_test_add_func ("/step_difference/a_step_is_like_itself", test_a_step_is_like_itself);
  g_test_add_func ("/step_difference/marks_are_those_of_a_comparison", test_marks_are_those_of_a_comparison);
  g_test_add_func ("/step_difference/marks_of_generated_ranks", test_marks_of_generated_ranks);
  g_test_add_func ("/step_difference/marks_of_random_steps", test_marks_of_random_steps);
  g_test_add_func ("/step_difference/kernels_that_changed_their_stream_meet",
                   test_kernels_that_changed_their_stream_meet);
  g_test_add_func ("/step_difference/the_last_of_more_is_added", test_the_last_of_more_is_added);
  g_test_add_func ("/step_difference/kernels_with_other_names_are_no_pair",
                   test_kernels_with_other_names_are_no_pair);
  g_test_add_func ("/step_difference/kernels_of_one_operator_meet", test_kernels_of_one_operator_meet);
  g_test_add_func ("/step_difference/differences_are_in_order", test_differences_are_in_order);
  g_test_add_func ("/step_difference/given_up_when_it_is_not_wanted", test_given_up);
  g_test_add_func ("/step_difference/the_legend_counts", test_the_legend_counts);
  return g_test_run ();
}
