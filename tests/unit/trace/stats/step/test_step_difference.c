/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs between two steps: of a profile that was made to differ, and of the sample against a slow way to find out. */

#include "trace/stats/step/step_difference.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/compare/side/compare_steps.h"
#include "trace/container/stoppable_order.h"
#include "widgets/timeline/view/step_comparison.h"

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

/* A step as a comparison takes it alone. */
typedef struct
{
  const Profile *profile;
  const TraceStep *step;
  int64_t begin_ns, end_ns; /* its wall time */
  CompareSteps compared;
} OneStep;

static void
one_step_init (OneStep *one, const Profile *profile, uint64_t at)
{
  const TraceStep *step = step_table_get (profile->steps, at);
  int64_t id = step->has_number ? step->number : (int64_t) step->index;
  g_autoptr (GError) error = NULL;
  ComparePart part;

  *one = (OneStep){ .profile = profile, .step = step };
  profile_step_span (profile, at, &one->begin_ns, &one->end_ns);
  compare_part_of_steps (profile->trace, profile->steps, id, id, step->rank, &part, &error);
  g_assert_no_error (error);
  g_assert_true (compare_steps_select (&part, &one->compared));
  g_assert_true (one->compared.has_steps == !step->is_truncated);
}

/* Whether a comparison counts a slice in the step; it uses no truncated one. */
static bool
counts (const OneStep *one, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (one->profile->trace);
  const TraceTrack *track = trace_track (one->profile->trace, slices->track[slice]);
  bool is_device =
    track->kind == TRACK_STREAM || track->kind == TRACK_SYNC || track->kind == TRACK_DEVICE_ANNOTATIONS;
  uint64_t launch = trace_launch_of (one->profile->trace, slice), hint = 0;
  int64_t begun_ns = slices->start_ns[launch != SLICE_NONE ? launch : slice];

  if (one->compared.has_steps)
    return (is_device && launch == SLICE_NONE
              ? compare_steps_window_at (&one->compared, track->rank, begun_ns)
              : compare_steps_at (&one->compared, track->rank, begun_ns, &hint))
           == 0;
  if (is_device && launch == SLICE_NONE)
    return begun_ns >= one->begin_ns && begun_ns < one->end_ns;
  return begun_ns >= one->step->host_begin_ns && begun_ns < one->step->host_end_ns;
}

/* The slices of a step on one track with one name, in order of time: looked for among all. */
static GArray *
slices_of (const OneStep *one, uint32_t track, uint32_t name)
{
  const SliceColumns *slices = trace_slices (one->profile->trace);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (uint64_t));

  for (uint64_t i = 0; i < slices->n; i++)
    {
      guint place = found->len;

      if (slices->track[i] != track || slices->name[i] != name || i == one->step->slice || !counts (one, i)
          || (slices->flags[i] & SLICE_UNFINISHED))
        continue;
      while (place > 0 && slices->start_ns[g_array_index (found, uint64_t, place - 1)] > slices->start_ns[i])
        place--;
      g_array_insert_val (found, place, i);
    }
  return found;
}

static void
count_slowly (const Profile *profile,
              uint32_t rank,
              uint64_t step,
              uint64_t other,
              uint64_t n_of[N_DIFFERENCE_KINDS])
{
  const SliceColumns *slices = trace_slices (profile->trace);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  OneStep of_step, of_other;

  one_step_init (&of_step, profile, step);
  one_step_init (&of_other, profile, other);
  memset (n_of, 0, N_DIFFERENCE_KINDS * sizeof *n_of);
  for (uint64_t i = 0; i < slices->n; i++)
    {
      const TraceTrack *track = trace_track (profile->trace, slices->track[i]);
      int64_t key = (int64_t) slices->track[i] << 32 | slices->name[i];

      if (track->rank != rank || track->kind == TRACK_PROFILER
          || !g_hash_table_add (seen, g_memdup2 (&key, sizeof key)))
        continue;
      g_autoptr (GArray) a = slices_of (&of_step, slices->track[i], slices->name[i]);
      g_autoptr (GArray) b = slices_of (&of_other, slices->track[i], slices->name[i]);
      for (guint k = 0; k < MAX (a->len, b->len); k++)
        if (k >= a->len)
          n_of[DIFFERS_MISSING]++;
        else if (k >= b->len)
          n_of[DIFFERS_ADDITIONAL]++;
        else
          {
            int64_t a_ns = slices->dur_ns[g_array_index (a, uint64_t, k)];
            int64_t b_ns = slices->dur_ns[g_array_index (b, uint64_t, k)];

            n_of[DIFFERS_LONGER] += a_ns - b_ns > 10000 && (a_ns - b_ns) * 10 > b_ns;
          }
    }
  compare_steps_clear (&of_step.compared);
  compare_steps_clear (&of_other.compared);
}

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

/* A step of 50,000 slices that the other has not: none of the ways through them goes on without a question. */
static void
test_given_up (void)
{
  const Profile *profile = timeline_profile_graph (50000);
  bool is_done = false;
  int n_times = 0;

  for (; !is_done; n_times++)
    {
      int n_left = n_times;
      StepDifferences differences;

      is_done = step_differences_compute (profile->trace, profile->steps, 0, 1, continues_for_a_while,
                                          &n_left, &differences);
      g_assert_cmpint (n_left, ==, is_done ? 0 : -1);
      if (is_done)
        {
          g_assert_cmpuint (differences.n_of[DIFFERS_ADDITIONAL], ==, 50001);
          step_differences_clear (&differences);
        }
    }
  /* Collected, ordered, paired, ordered. */
  g_assert_cmpint (n_times - 1, >=, 4 * (50000 / STOPPABLE_AT_ONCE));
  profile_unref (profile);
}

static void
test_the_same_as_the_slow_way (void)
{
  const Profile *profiles[] = { timeline_profile_training (), timeline_profile_uneven () };

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      uint64_t n = step_table_count (profiles[p]->steps), of_back = 0;

      for (uint64_t step = 0; step < n; step++)
        for (uint64_t other = 0; other < n; other++)
          {
            StepDifferences there, back;
            uint64_t n_of[N_DIFFERENCE_KINDS];

            g_assert_true (step_differences_compute (profiles[p]->trace, profiles[p]->steps, step, other,
                                                     NULL, NULL, &there));
            g_assert_true (step_differences_compute (profiles[p]->trace, profiles[p]->steps, other, step,
                                                     NULL, NULL, &back));
            count_slowly (profiles[p], 0, step, other, n_of);
            for (int kind = 0; kind < N_DIFFERENCE_KINDS; kind++)
              g_assert_cmpuint (there.n_of[kind], ==, n_of[kind]);
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
  g_test_add_func ("/step_difference/the_same_as_the_slow_way", test_the_same_as_the_slow_way);
  g_test_add_func ("/step_difference/given_up_when_it_is_not_wanted", test_given_up);
  g_test_add_func ("/step_difference/the_legend_counts", test_the_legend_counts);
  return g_test_run ();
}
