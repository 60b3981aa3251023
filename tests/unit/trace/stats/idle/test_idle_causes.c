/* SPDX-License-Identifier: Apache-2.0
 *
 * Why devices did nothing, against counting nanosecond by nanosecond what was going on. */

#include "trace/stats/idle/idle_causes.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/random_job.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/model/slice_find.h"
#include "trace/stats/device/device_stats.h"
#include "trace/stats/summary/time_split.h"

static bool
is_sync (const char *name)
{
  return strcmp (name, "cudaStreamSynchronize") == 0;
}

/* Of a host slice on the launching thread. */
static IdleCause
part_of (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const char *name = trace_string (trace, slices->name[slice], NULL);

  if (strstr (name, "ataLoader") != NULL || strstr (name, "dataloader") != NULL)
    return IDLE_LOADER;
  switch (slices->kind[slice])
    {
    case SLICE_CALL:
      return is_sync (name) ? IDLE_SYNC_CALL : strcmp (name, "cudaMalloc") == 0 ? IDLE_ALLOCATION : IDLE_CALL;
    case SLICE_OPERATOR:
      return IDLE_OPERATOR;
    case SLICE_PYTHON:
      return IDLE_PYTHON;
    default:
      return IDLE_ANNOTATION;
    }
}

static bool
is_step (const Trace *trace, uint64_t slice)
{
  return g_str_has_prefix (trace_string (trace, trace_slices (trace)->name[slice], NULL), "ProfilerStep#");
}

static bool
is_host_work (SliceKind kind)
{
  return kind == SLICE_CALL || kind == SLICE_OPERATOR || kind == SLICE_PYTHON || kind == SLICE_ANNOTATION;
}

static bool
is_profiled_at (const Trace *trace, uint32_t rank, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == SLICE_OVERHEAD && trace_track (trace, slices->track[i])->rank == rank
        && random_job_lies_at (trace, i, time_ns))
      return true;
  return false;
}

static IdleCause
part_at (const Trace *trace, uint32_t rank, uint64_t launch, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);
  IdleCause first = IDLE_HOST_UNKNOWN;

  if (is_profiled_at (trace, rank, time_ns))
    return IDLE_PROFILER;
  for (uint64_t i = 0; i < slices->n; i++)
    if (is_host_work ((SliceKind) slices->kind[i]) && !is_step (trace, i)
        && random_job_parent_of (trace, i) == random_job_parent_of (trace, launch)
        && random_job_lies_at (trace, i, time_ns))
      first = MIN (first, part_of (trace, i));
  return first;
}

static IdleCause
largest_part (const Trace *trace,
              uint32_t rank,
              uint64_t launch,
              int64_t begin_ns,
              int64_t end_ns,
              int64_t *ret_ns)
{
  int64_t ns[N_IDLE_CAUSES] = { 0 };
  IdleCause largest = 0;

  for (int64_t at = begin_ns; at < end_ns; at++)
    ns[part_at (trace, rank, launch, at)]++;
  for (IdleCause cause = 1; cause <= IDLE_HOST_UNKNOWN; cause++)
    if (ns[cause] > ns[largest])
      largest = cause;
  *ret_ns = ns[largest];
  return largest;
}

/* Until when the thread was blocked in a synchronisation that it was in when the gap began; INT64_MIN: none. */
static int64_t
blocked_until (const Trace *trace, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t until_ns = INT64_MIN;

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == SLICE_CALL && is_sync (trace_string (trace, slices->name[i], NULL))
        && random_job_parent_of (trace, i) == random_job_parent_of (trace, gap->launch)
        && slices->start_ns[i] < gap->begin_ns && random_job_lies_at (trace, i, gap->begin_ns))
      until_ns = MAX (until_ns, slices->start_ns[i] + slices->dur_ns[i]);
  return until_ns;
}

static IdleCause
cause_in_host (const Trace *trace, uint32_t rank, int64_t short_ns, const IdleGap *gap)
{
  int64_t until_ns = blocked_until (trace, gap), ns;
  int64_t launch_ns = MIN (trace_slices (trace)->start_ns[gap->launch], gap->end_ns);

  if (until_ns > gap->begin_ns)
    {
      largest_part (trace, rank, gap->launch, until_ns, launch_ns, &ns);
      if (ns <= until_ns - gap->begin_ns || ns <= short_ns)
        return IDLE_SYNC;
    }
  return largest_part (trace, rank, gap->launch, gap->begin_ns, gap->end_ns, &ns);
}

static bool
waits_for_event (const Trace *trace, uint64_t launch)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t wait_ns = INT64_MIN, launch_ns = INT64_MIN;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      const char *name = trace_string (trace, slices->name[i], NULL);

      if (slices->kind[i] != SLICE_CALL
          || random_job_parent_of (trace, i) != random_job_parent_of (trace, launch)
          || slices->start_ns[i] >= slices->start_ns[launch]
          || slices->start_ns[i] + slices->dur_ns[i] > slices->start_ns[launch]
          || trace_row (trace, slice_find_row (trace, i))->lane >= 4)
        continue;
      if (strcmp (name, "cudaStreamWaitEvent") == 0)
        wait_ns = MAX (wait_ns, slices->start_ns[i]);
      else if (is_sync (name) || strcmp (name, "cudaLaunchKernel") == 0)
        launch_ns = MAX (launch_ns, slices->start_ns[i]);
    }
  return wait_ns > launch_ns;
}

static uint64_t
first_that_ended_at (const Trace *trace, uint32_t device, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t first = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    if (slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]) && slices->dur_ns[i] > 0
        && !(slices->flags[i] & SLICE_UNFINISHED) && random_profile_device_of (trace, i) == device
        && slices->start_ns[i] + slices->dur_ns[i] == time_ns
        && (first == SLICE_NONE || slices->start_ns[i] < slices->start_ns[first]))
      first = i;
  return first;
}

static bool
is_before (const Trace *trace, uint64_t a, uint64_t b)
{
  int64_t a_ns = trace_slices (trace)->start_ns[a], b_ns = trace_slices (trace)->start_ns[b];

  return a_ns < b_ns || (a_ns == b_ns && a < b);
}

/* How many kernels of that name its device ran before it. */
static uint64_t
number_of (const Trace *trace, uint64_t kernel)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    n += slices->kind[i] == SLICE_KERNEL && slices->name[i] == slices->name[kernel]
         && !(slices->flags[i] & SLICE_UNFINISHED)
         && random_profile_device_of (trace, i) == random_profile_device_of (trace, kernel)
         && is_before (trace, i, kernel);
  return n;
}

/* Nothing tells the number of a collective, so it is known where all that ran any of the name ran as many. */
static bool
all_ran_as_many (const Trace *trace, uint32_t name)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t as_many = 0;

  for (uint32_t device = 0; device < trace_n_devices (trace); device++)
    {
      uint64_t n = 0;

      for (uint64_t i = 0; i < slices->n; i++)
        n += slices->kind[i] == SLICE_KERNEL && slices->name[i] == name
             && !(slices->flags[i] & SLICE_UNFINISHED) && random_profile_device_of (trace, i) == device;
      if (n > 0 && as_many > 0 && n != as_many)
        return false;
      as_many = MAX (n, as_many);
    }
  return true;
}

static bool
others_arrive (const Trace *trace, uint32_t rank, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (trace);

  if (!trace_rank (trace, rank)->has_epoch
      || strstr (trace_string (trace, slices->name[gap->next], NULL), "nccl") == NULL
      || !all_ran_as_many (trace, slices->name[gap->next]))
    return false;
  for (uint64_t i = 0; i < slices->n; i++)
    {
      uint32_t other = trace_track (trace, slices->track[i])->rank;

      if (slices->kind[i] == SLICE_KERNEL && slices->name[i] == slices->name[gap->next] && other != rank
          && !(slices->flags[i] & SLICE_UNFINISHED) && trace_rank (trace, other)->has_epoch
          && slices->start_ns[i] >= gap->begin_ns && slices->start_ns[i] <= gap->end_ns
          && number_of (trace, i) == number_of (trace, gap->next))
        return true;
    }
  return false;
}

static IdleCause
cause_by_definition (const StatsScope *scope, int64_t short_ns, const IdleGap *gap)
{
  const Trace *trace = scope->trace;
  uint32_t rank = trace_device (trace, gap->device)->rank;
  uint64_t previous;

  if (gap->next == SLICE_NONE)
    return IDLE_NO_NEXT;
  if (gap->launch == SLICE_NONE)
    return IDLE_NO_LAUNCH;
  int64_t recorded_ns = CLAMP (random_profile_recorded_begin_ns (trace, rank), gap->begin_ns, gap->end_ns);
  if (recorded_ns - gap->begin_ns > gap->end_ns - recorded_ns)
    return IDLE_NOT_RECORDED;
  if (trace_slices (trace)->start_ns[gap->launch] >= gap->begin_ns)
    return cause_in_host (trace, rank, short_ns, gap);
  previous =
    gap->begin_ns == scope->begin_ns ? SLICE_NONE : first_that_ended_at (trace, gap->device, gap->begin_ns);
  if (previous != SLICE_NONE
      && trace_slices (trace)->track[previous] != trace_slices (trace)->track[gap->next]
      && waits_for_event (trace, gap->launch))
    return IDLE_STREAM_WAIT;
  if (others_arrive (trace, rank, gap))
    return IDLE_COLLECTIVE;
  return gap->end_ns - gap->begin_ns < short_ns ? IDLE_LAUNCH_OVERHEAD : IDLE_QUEUED;
}

static void
check_sums (const StatsScope *scope, const IdleCauses *found, const IdleSum *expected)
{
  IdleSum all = { 0 }, classes = { 0 };
  DeviceStatsTable devices;

  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      g_assert_cmpuint (found->causes[cause].n_gaps, ==, expected[cause].n_gaps);
      g_assert_cmpint (found->causes[cause].total_ns, ==, expected[cause].total_ns);
      g_assert_cmpint (found->causes[cause].profiler_ns, ==, expected[cause].profiler_ns);
      all.n_gaps += expected[cause].n_gaps;
      all.total_ns += expected[cause].total_ns;
    }
  for (IdleClass klass = 0; klass < N_IDLE_CLASSES; klass++)
    {
      classes.n_gaps += idle_causes_of_class (found, klass).n_gaps;
      classes.total_ns += idle_causes_of_class (found, klass).total_ns;
    }
  g_assert_cmpuint (found->all.n_gaps, ==, all.n_gaps);
  g_assert_cmpint (found->all.total_ns, ==, all.total_ns);
  g_assert_cmpuint (classes.n_gaps, ==, all.n_gaps);
  g_assert_cmpint (classes.total_ns, ==, all.total_ns);

  g_assert_true (device_stats_compute (scope, NULL, NULL, &devices));
  TimeSplit split = time_split_of (scope, &devices);
  g_assert_cmpint (found->all.total_ns, ==, split.idle_ns);
  g_assert_cmpint (found->device_time_ns, ==, split.total_ns);
  device_stats_clear (&devices);
}

static void
random_jobs_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (71);
  uint64_t n_of_cause[N_IDLE_CAUSES] = { 0 };

  for (int round = 0; round < 2000; round++)
    {
      g_autoptr (Trace) trace = random_job_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      int64_t short_ns = g_rand_int_range (random, 0, 20);
      IdleSum expected[N_IDLE_CAUSES] = { 0 };
      IdleCauses found;

      g_setenv ("STEPSCOPE_THREADS", round % 2 == 0 ? "3" : "1", TRUE);
      g_assert_true (idle_causes_compute (&scope, short_ns, 100000, NULL, NULL, &found));
      g_unsetenv ("STEPSCOPE_THREADS");
      for (size_t i = 0; i < found.longest.n; i++)
        {
          const CausedGap *caused = &found.longest.at[i];
          const IdleGap *gap = &caused->gap;
          int64_t profiler_ns = 0;

          for (int64_t at = gap->begin_ns; at < gap->end_ns; at++)
            profiler_ns += is_profiled_at (trace, trace_device (trace, gap->device)->rank, at);
          g_assert_cmpint (caused->profiler_ns, ==, profiler_ns);
          g_assert_cmpint (caused->cause, ==, cause_by_definition (&scope, short_ns, gap));
          if (caused->cause == IDLE_SYNC)
            g_assert_cmpint (slice_end_ns (trace_slices (trace), gap->host), ==, blocked_until (trace, gap));
          g_assert_true (i == 0 || idle_gap_compare (&found.longest.at[i - 1].gap, gap) < 0);
          if (expected[caused->cause].n_gaps == 0)
            g_assert_cmpint (idle_gap_compare (gap, &found.longest_of[caused->cause]), ==, 0);
          expected[caused->cause].n_gaps++;
          expected[caused->cause].total_ns += gap->end_ns - gap->begin_ns;
          expected[caused->cause].profiler_ns += profiler_ns;
          n_of_cause[caused->cause]++;
        }
      check_sums (&scope, &found, expected);
      idle_causes_clear (&found);
    }
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      g_test_message ("%s: %" G_GUINT64_FORMAT, idle_cause_word (cause), n_of_cause[cause]);
      g_assert_cmpuint (n_of_cause[cause], >, 0);
    }
  g_rand_free (random);
}

static void
the_gaps_are_those_of_the_other_statistic (void)
{
  GRand *random = g_rand_new_with_seed (72);

  for (int round = 0; round < 200; round++)
    {
      g_autoptr (Trace) trace = random_job_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      uint32_t n_longest = (uint32_t) g_rand_int_range (random, 0, 12);
      IdleCauses found;
      IdleGaps gaps;

      g_assert_true (idle_causes_compute (&scope, IDLE_SHORT_NS, n_longest, NULL, NULL, &found));
      g_assert_true (idle_gaps_compute (&scope, n_longest, &gaps));
      g_assert_cmpuint (found.longest.n, ==, gaps.longest.n);
      for (size_t i = 0; i < gaps.longest.n; i++)
        {
          g_assert_cmpint (idle_gap_compare (&found.longest.at[i].gap, &gaps.longest.at[i]), ==, 0);
          if (found.longest.at[i].cause != IDLE_SYNC)
            g_assert_cmpuint (found.longest.at[i].gap.host, ==, gaps.longest.at[i].host);
        }
      g_assert_cmpuint (found.all.n_gaps, ==, gaps.n_gaps);
      g_assert_cmpint (found.all.total_ns, ==, gaps.total_ns);
      g_assert_cmpint (idle_causes_of_class (&found, IDLE_CLASS_HOST_BOUND).total_ns
                         + idle_causes_of_class (&found, IDLE_CLASS_SYNC).total_ns,
                       ==, gaps.host_bound_ns);
      g_assert_cmpuint (found.gaps.n_host_bound, ==, gaps.n_host_bound);
      g_assert_cmpint (found.gaps.host_bound_ns, ==, gaps.host_bound_ns);
      g_assert_cmpint (found.gaps.queued_ns, ==, gaps.queued_ns);
      g_assert_cmpint (found.gaps.host_known_ns, ==, gaps.host_known_ns);
      g_assert_cmpuint (found.gaps.host_name, ==, gaps.host_name);
      g_assert_cmpuint (found.gaps.host_name_gaps, ==, gaps.host_name_gaps);
      g_assert_cmpint (found.gaps.host_name_ns, ==, gaps.host_name_ns);
      idle_gaps_clear (&gaps);
      idle_causes_clear (&found);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/idle_causes/random_jobs_agree_with_counting", random_jobs_agree_with_counting);
  g_test_add_func ("/idle_causes/the_gaps_are_those_of_the_other_statistic",
                   the_gaps_are_those_of_the_other_statistic);
  return g_test_run ();
}
