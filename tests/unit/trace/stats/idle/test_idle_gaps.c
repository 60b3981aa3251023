/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <glib.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/story.h"
#include "trace/stats/idle/idle_gaps.h"
#include "trace/stats/summary/time_split.h"

/* ---- by definition ---- */

static bool
is_busy (const Trace *trace, uint32_t device, int64_t time_ns)
{
  return random_profile_runs (trace, device, SLICE_KERNEL, time_ns)
         || random_profile_runs (trace, device, SLICE_MEMCPY, time_ns)
         || random_profile_runs (trace, device, SLICE_MEMSET, time_ns);
}

static uint64_t
next_activity (const Trace *trace, uint32_t device, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t next = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    if (slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]) && slices->dur_ns[i] > 0
        && !(slices->flags[i] & SLICE_UNFINISHED) && slices->start_ns[i] >= time_ns
        && random_profile_device_of (trace, i) == device
        && (next == SLICE_NONE || slices->start_ns[i] < slices->start_ns[next]))
      next = i;
  return next;
}

static int64_t
cover (const Trace *trace, uint64_t i, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t begin_ns = MAX (slices->start_ns[i], gap->begin_ns);
  int64_t end_ns = MIN (slices->start_ns[i] + slices->dur_ns[i], gap->end_ns);

  return MAX (end_ns - begin_ns, 0);
}

static bool
is_step (const StepTable *steps, const Trace *trace, uint64_t slice)
{
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    if (trace_slices (trace)->name[step_table_get (steps, i)->slice] == trace_slices (trace)->name[slice])
      return true;
  return false;
}

static bool
may_be_cause (const Trace *trace, const StepTable *steps, uint64_t i, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (trace);
  SliceKind kind = (SliceKind) slices->kind[i];
  bool is_host =
    kind == SLICE_ANNOTATION || kind == SLICE_OPERATOR || kind == SLICE_PYTHON || kind == SLICE_CALL;

  return is_host
         && trace_track (trace, slices->track[i])->parent
              == trace_track (trace, slices->track[gap->launch])->parent
         && !(slices->flags[i] & SLICE_UNFINISHED) && !is_step (steps, trace, i) && cover (trace, i, gap) > 0;
}

static uint64_t
find_cause (const Trace *trace, const StepTable *steps, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t best = SLICE_NONE;
  int64_t most_ns = 0;

  if (gap->launch == SLICE_NONE)
    return SLICE_NONE;
  for (uint64_t i = 0; i < slices->n; i++)
    if (may_be_cause (trace, steps, i, gap))
      most_ns = MAX (most_ns, cover (trace, i, gap));
  for (uint64_t i = 0; i < slices->n; i++)
    if (may_be_cause (trace, steps, i, gap) && 2 * cover (trace, i, gap) >= most_ns
        && (best == SLICE_NONE || slices->dur_ns[i] < slices->dur_ns[best]
            || (slices->dur_ns[i] == slices->dur_ns[best]
                && cover (trace, i, gap) >= cover (trace, best, gap))))
      best = i;
  return best;
}

static int64_t
covered_ns (const Trace *trace, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t n = 0;

  for (int64_t at = gap->begin_ns; gap->host != SLICE_NONE && at < gap->end_ns; at++)
    n += at >= slices->start_ns[gap->host]
         && at < slices->start_ns[gap->host] + MAX (slices->dur_ns[gap->host], 1);
  return n;
}

static GArray *
find_gaps (const StatsScope *scope)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (IdleGap));

  for (uint32_t device = 0; device < trace_n_devices (scope->trace); device++)
    for (int64_t at = scope->begin_ns; stats_scope_holds_device (scope, device) && at < scope->end_ns; at++)
      {
        IdleGap gap = { .device = device, .begin_ns = at };

        while (at < scope->end_ns && !is_busy (scope->trace, device, at))
          at++;
        gap.end_ns = at;
        if (gap.end_ns == gap.begin_ns)
          continue;
        gap.next = next_activity (scope->trace, device, at);
        gap.launch = gap.next == SLICE_NONE ? SLICE_NONE : trace_launch_of (scope->trace, gap.next);
        int64_t recorded_ns =
          CLAMP (random_profile_recorded_begin_ns (scope->trace, trace_device (scope->trace, device)->rank),
                 gap.begin_ns, gap.end_ns);
        gap.is_unrecorded = recorded_ns - gap.begin_ns > gap.end_ns - recorded_ns;
        gap.is_host_bound = gap.launch != SLICE_NONE && !gap.is_unrecorded
                            && trace_slices (scope->trace)->start_ns[gap.launch] >= gap.begin_ns;
        gap.host = find_cause (scope->trace, scope->steps, &gap);
        gap.host_ns = covered_ns (scope->trace, &gap);
        g_array_append_val (gaps, gap);
      }
  return gaps;
}

static int
compare_gaps (const void *a, const void *b)
{
  const IdleGap *x = a, *y = b;
  int64_t x_ns = x->end_ns - x->begin_ns, y_ns = y->end_ns - y->begin_ns;

  if (x_ns != y_ns)
    return x_ns > y_ns ? -1 : 1;
  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->device < y->device ? -1 : x->device > y->device;
}

static void
check_gap (const IdleGap *gap, const IdleGap *expected)
{
  g_assert_cmpuint (gap->device, ==, expected->device);
  g_assert_cmpint (gap->begin_ns, ==, expected->begin_ns);
  g_assert_cmpint (gap->end_ns, ==, expected->end_ns);
  g_assert_cmpuint (gap->next, ==, expected->next);
  g_assert_cmpuint (gap->launch, ==, expected->launch);
  g_assert_cmpint (gap->is_unrecorded, ==, expected->is_unrecorded);
  g_assert_cmpint (gap->is_host_bound, ==, expected->is_host_bound);
  g_assert_cmpuint (gap->host, ==, expected->host);
  g_assert_cmpint (gap->host_ns, ==, expected->host_ns);
}

static void
check_sums (const StatsScope *scope, const IdleGaps *gaps, const GArray *expected)
{
  g_autofree int64_t *ns_of_name = g_new0 (int64_t, trace_n_strings (scope->trace));
  g_autofree uint64_t *n_of_name = g_new0 (uint64_t, trace_n_strings (scope->trace));
  int64_t total_ns = 0, host_bound_ns = 0, queued_ns = 0, known_ns = 0, most_ns = 0;
  uint64_t n_host_bound = 0;

  for (guint i = 0; i < expected->len; i++)
    {
      const IdleGap *gap = &g_array_index (expected, IdleGap, i);
      int64_t length_ns = gap->end_ns - gap->begin_ns;

      total_ns += length_ns;
      if (!gap->is_host_bound)
        {
          queued_ns += gap->launch != SLICE_NONE && !gap->is_unrecorded ? length_ns : 0;
          continue;
        }
      n_host_bound++;
      host_bound_ns += length_ns;
      if (gap->host != SLICE_NONE)
        {
          uint32_t name = trace_slices (scope->trace)->name[gap->host];
          ns_of_name[name] += gap->host_ns;
          known_ns += gap->host_ns;
          n_of_name[name]++;
          most_ns = MAX (most_ns, ns_of_name[name]);
        }
    }
  g_assert_cmpuint (gaps->n_gaps, ==, expected->len);
  g_assert_cmpint (gaps->total_ns, ==, total_ns);
  g_assert_cmpuint (gaps->n_host_bound, ==, n_host_bound);
  g_assert_cmpint (gaps->host_bound_ns, ==, host_bound_ns);
  g_assert_cmpint (gaps->queued_ns, ==, queued_ns);
  g_assert_cmpint (gaps->host_known_ns, ==, known_ns);
  g_assert_cmpint (gaps->host_name_ns, ==, most_ns);
  if (most_ns == 0)
    g_assert_cmpuint (gaps->host_name, ==, TRACE_NONE);
  else
    {
      g_assert_cmpint (ns_of_name[gaps->host_name], ==, most_ns);
      g_assert_cmpuint (n_of_name[gaps->host_name], ==, gaps->host_name_gaps);
    }
}

/* Any stretch can be asked about, also one in which the device is busy. */
static void
random_stretches_have_a_next_activity (void)
{
  GRand *random = g_rand_new_with_seed (103);

  for (int round = 0; round < 250; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);

      for (uint32_t device = 0; device < trace_n_devices (trace); device++)
        {
          int64_t begin_ns = g_rand_int_range (random, 0, 300);
          int64_t end_ns = begin_ns + g_rand_int_range (random, 1, 50);
          IdleGap gap;

          g_assert_true (idle_gap_explain (trace, steps, device, begin_ns, end_ns, &gap));
          g_assert_cmpuint (gap.next, ==, next_activity (trace, device, end_ns));
          g_assert_cmpuint (gap.host, ==, find_cause (trace, steps, &gap));
        }
    }
  g_rand_free (random);
}

static void
random_profiles_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (101);
  uint64_t n_gaps = 0, n_causes = 0, n_host_bound = 0;

  for (int round = 0; round < 250; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      g_autoptr (GArray) expected = find_gaps (&scope);
      uint32_t n_longest = (uint32_t) g_rand_int_range (random, 0, 20);
      IdleGaps gaps;

      g_assert_true (idle_gaps_compute (&scope, n_longest, &gaps));
      check_sums (&scope, &gaps, expected);
      g_array_sort (expected, compare_gaps);
      g_assert_cmpuint (gaps.longest.n, ==, MIN (n_longest, expected->len));
      for (guint i = 0; i < gaps.longest.n; i++)
        {
          const IdleGap *wanted = &g_array_index (expected, IdleGap, i);
          IdleGap alone;

          check_gap (&gaps.longest.at[i], wanted);
          g_assert_true (
            idle_gap_explain (trace, steps, wanted->device, wanted->begin_ns, wanted->end_ns, &alone));
          check_gap (&alone, wanted);
          n_causes += wanted->host != SLICE_NONE;
          n_host_bound += wanted->is_host_bound;
        }
      n_gaps += gaps.longest.n;
      idle_gaps_clear (&gaps);
    }
  g_test_message ("%" G_GUINT64_FORMAT " gaps, %" G_GUINT64_FORMAT " with a cause, %" G_GUINT64_FORMAT
                  " host-bound",
                  n_gaps, n_causes, n_host_bound);
  g_assert_cmpuint (n_causes, >, 100);
  g_assert_cmpuint (n_host_bound, >, 100);
  g_rand_free (random);
}

/* ---- by hand ---- */

static void
the_loader_is_named (void)
{
  Story story = story_begin ();

  story_tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#3", 0, 1000, 0);
  story_launch (&story, 10, 5, 0, SLICE_KERNEL, "a", 20, 80);
  /* The device runs out of work at 100 and waits for data until 900; within the loader, it mostly copies. */
  story_tell (&story, story.annotations, SLICE_ANNOTATION, "enumerate(DataLoader)", 50, 700, 0);
  story_tell (&story, story.operators, SLICE_OPERATOR, "aten::copy_", 120, 300, 0);
  story_tell (&story, story.operators, SLICE_OPERATOR, "aten::mm", 760, 100, 0);
  story_launch (&story, 800, 5, 0, SLICE_KERNEL, "b", 900, 50);
  /* Launched long before: not the host's fault. */
  story_launch (&story, 810, 5, 0, SLICE_KERNEL, "c", 960, 40);
  /* Launched in the very moment in which the device runs out of work: the host's. */
  story_launch (&story, 1000, 2, 0, SLICE_KERNEL, "d", 1005, 5);

  g_autoptr (Trace) trace = story_end (&story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  IdleGaps gaps;

  g_assert_true (idle_gaps_compute (&scope, 10, &gaps));
  g_assert_cmpuint (gaps.n_gaps, ==, 4);
  g_assert_cmpint (gaps.total_ns, ==, 20 + 800 + 10 + 5);
  g_assert_cmpint (gaps.host_bound_ns, ==, 20 + 800 + 5);
  g_assert_cmpuint (gaps.n_host_bound, ==, 3);
  g_assert_cmpstr (trace_string (trace, gaps.host_name, NULL), ==, "enumerate(DataLoader)");
  g_assert_cmpint (gaps.host_name_ns, ==, 650); /* of the gap of 800, from its begin on */
  g_assert_cmpuint (gaps.host_name_gaps, ==, 1);
  g_assert_cmpint (gaps.longest.at[0].begin_ns, ==, 100);
  g_assert_cmpint (gaps.longest.at[0].end_ns, ==, 900);
  g_assert_true (gaps.longest.at[0].is_host_bound);
  g_assert_false (gaps.longest.at[2].is_host_bound);
  g_assert_true (gaps.longest.at[3].is_host_bound);
  idle_gaps_clear (&gaps);
  g_assert_cmpuint (gaps.longest.n, ==, 0);
}

static void
a_moment_is_not_blamed_for_the_rest_of_a_gap (void)
{
  Story story = story_begin ();

  story_launch (&story, 10, 5, 0, SLICE_KERNEL, "a", 20, 80);
  story_tell (&story, story.operators, SLICE_OPERATOR, "aten::_to_copy", 890, 8, 0);
  story_launch (&story, 892, 5, 0, SLICE_KERNEL, "b", 900, 50);
  g_autoptr (Trace) trace = story_end (&story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  int64_t begin_ns = 20, end_ns = 950;
  StatsScope scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
  IdleGaps gaps;

  g_assert_true (idle_gaps_compute (&scope, 1, &gaps));
  g_assert_cmpint (gaps.host_bound_ns, ==, 800);
  g_assert_cmpint (gaps.host_known_ns, ==, gaps.host_name_ns);
  g_assert_cmpint (gaps.host_name_ns, <=, 8);
  g_assert_cmpint (gaps.longest.at[0].host_ns, ==, gaps.host_name_ns);
  idle_gaps_clear (&gaps);
}

static void
a_device_that_does_nothing_is_one_gap (void)
{
  Story story = story_begin ();

  story_tell (&story, story.streams[0], SLICE_KERNEL, "a", 0, 100, 0);
  story_tell (&story, story.streams[0], SLICE_KERNEL, "b", 500, 100, 0);
  g_autoptr (Trace) trace = story_end (&story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  int64_t begin_ns = 200, end_ns = 300;
  StatsScope scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
  IdleGaps gaps;

  g_assert_true (idle_gaps_compute (&scope, 1, &gaps));
  g_assert_cmpuint (gaps.n_gaps, ==, 1);
  g_assert_cmpint (gaps.total_ns, ==, 100);
  g_assert_cmpuint (gaps.host_name, ==, TRACE_NONE);
  g_assert_cmpint (trace_slices (trace)->start_ns[gaps.longest.at[0].next], ==, 500);
  g_assert_cmpuint (gaps.longest.at[0].launch, ==, SLICE_NONE);
  g_assert_cmpuint (gaps.longest.at[0].host, ==, SLICE_NONE);
  idle_gaps_clear (&gaps);

  /* A window beyond all reason neither overflows nor hangs. */
  begin_ns = INT64_MIN;
  end_ns = INT64_MAX;
  scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
  g_assert_true (idle_gaps_compute (&scope, 2, &gaps));
  g_assert_cmpuint (gaps.n_gaps, ==, 3);
  g_assert_cmpint (gaps.total_ns, ==, INT64_MAX);
  idle_gaps_clear (&gaps);

  /* An empty one has no gaps. */
  scope = stats_scope_window (trace, steps, &end_ns, &end_ns);
  g_assert_true (idle_gaps_compute (&scope, 2, &gaps));
  g_assert_cmpuint (gaps.n_gaps, ==, 0);
  idle_gaps_clear (&gaps);
}

/* More at once than there are lanes: the last lane holds slices that overlap one another. */
static void
crowded_streams_lose_nothing (void)
{
  GRand *random = g_rand_new_with_seed (107);
  Story story = story_begin ();

  for (int i = 0; i < 3000; i++)
    story_tell (&story, story.streams[0], SLICE_KERNEL, "k",
                g_rand_int_range (random, 0, 500) + 4000 * (i % 3), g_rand_int_range (random, 0, 1500), 0);
  g_autoptr (Trace) trace = story_end (&story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  g_assert_cmpuint (trace_n_rows (trace), ==, 512);
  for (int round = 0; round < 40; round++)
    {
      int64_t begin_ns = g_rand_int_range (random, 0, 12000);
      int64_t end_ns = begin_ns + g_rand_int_range (random, 0, 6000);
      StatsScope scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
      DeviceStatsTable devices;
      IdleGaps gaps;

      g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
      g_assert_true (idle_gaps_compute (&scope, 5, &gaps));
      g_assert_cmpint (gaps.total_ns, ==, time_split_of (&scope, &devices).idle_ns);
      idle_gaps_clear (&gaps);
      device_stats_clear (&devices);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/idle_gaps/random_profiles_agree_with_counting", random_profiles_agree_with_counting);
  g_test_add_func ("/idle_gaps/random_stretches_have_a_next_activity", random_stretches_have_a_next_activity);
  g_test_add_func ("/idle_gaps/the_loader_is_named", the_loader_is_named);
  g_test_add_func ("/idle_gaps/a_moment_is_not_blamed_for_the_rest_of_a_gap",
                   a_moment_is_not_blamed_for_the_rest_of_a_gap);
  g_test_add_func ("/idle_gaps/a_device_that_does_nothing_is_one_gap", a_device_that_does_nothing_is_one_gap);
  g_test_add_func ("/idle_gaps/crowded_streams_lose_nothing", crowded_streams_lose_nothing);
  return g_test_run ();
}
