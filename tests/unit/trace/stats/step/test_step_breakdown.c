/* SPDX-License-Identifier: Apache-2.0
 *
 * What steps were spent on, against counting nanosecond by nanosecond which role comes first. */

#include "trace/stats/step/step_breakdown.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/random_job.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/stats/device/device_stats.h"

/* ---- by definition ---- */

static bool
is_loader (const char *name)
{
  return strstr (name, "ataLoader") != NULL || strstr (name, "dataloader") != NULL;
}

static StepPart
part_of (const Trace *trace, uint64_t slice)
{
  const char *name = trace_string (trace, trace_slices (trace)->name[slice], NULL);

  switch (trace_slices (trace)->kind[slice])
    {
    case SLICE_KERNEL:
      return strstr (name, "nccl")         ? STEP_COMMUNICATION
             : strstr (name, "copyBuffer") ? STEP_MEMCPY
             : strstr (name, "fillBuffer") ? STEP_MEMSET
                                           : STEP_KERNEL;
    case SLICE_MEMCPY:
      return STEP_MEMCPY;
    case SLICE_MEMSET:
      return STEP_MEMSET;
    case SLICE_CALL:
      return STEP_RUNTIME;
    case SLICE_OPERATOR:
      return is_loader (name)                          ? STEP_LOADER
             : g_str_has_prefix (name, "ProfilerStep") ? STEP_OTHER
                                                       : STEP_OPERATOR;
    case SLICE_ANNOTATION:
    case SLICE_PYTHON:
      return is_loader (name) ? STEP_LOADER : STEP_OTHER;
    default:
      return STEP_OTHER;
    }
}

static StepPart
part_at (const Trace *trace, uint32_t rank, int64_t time_ns)
{
  StepPart first = STEP_OTHER;

  for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
    if (trace_track (trace, trace_slices (trace)->track[i])->rank == rank
        && random_job_lies_at (trace, i, time_ns))
      first = MIN (first, part_of (trace, i));
  return first;
}

static void
check_step (const StatsScope *scope, const StepBreakdown *breakdown)
{
  const TraceStep *step = step_table_get (scope->steps, breakdown->step);
  StatsScope window =
    stats_scope_window (scope->trace, scope->steps, &breakdown->begin_ns, &breakdown->end_ns);
  int64_t parts_ns[N_STEP_PARTS] = { 0 }, sum_ns = 0;
  DeviceStatsTable devices;

  for (int64_t at = breakdown->begin_ns; at < breakdown->end_ns; at++)
    parts_ns[part_at (scope->trace, step->rank, at)]++;
  for (StepPart part = 0; part < N_STEP_PARTS; part++)
    {
      g_assert_cmpint (breakdown->parts_ns[part], ==, parts_ns[part]);
      sum_ns += breakdown->parts_ns[part];
    }
  g_assert_cmpint (sum_ns, ==, step->wall_ns);

  stats_scope_limit (&window, step->rank, TRACE_NONE);
  g_assert_true (device_stats_compute (&window, NULL, NULL, &devices));
  TimeSplit split = time_split_of (&window, &devices);
  g_assert_cmpint (breakdown->devices.total_ns, ==, split.total_ns);
  g_assert_cmpint (breakdown->devices.compute_ns, ==, split.compute_ns);
  g_assert_cmpint (breakdown->devices.exposed_communication_ns, ==, split.exposed_communication_ns);
  g_assert_cmpint (breakdown->devices.exposed_copy_ns, ==, split.exposed_copy_ns);
  g_assert_cmpint (breakdown->devices.idle_ns, ==, split.idle_ns);
  device_stats_clear (&devices);
}

static void
random_jobs_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (81);
  int64_t parts_ns[N_STEP_PARTS] = { 0 };

  for (int round = 0; round < 150; round++)
    {
      g_autoptr (Trace) trace = random_job_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      StepBreakdownColumn found;
      size_t next = 0;

      g_assert_true (step_breakdown_compute (&scope, NULL, NULL, &found));
      for (uint64_t i = 0; i < step_table_count (steps); i++)
        {
          const TraceStep *step = step_table_get (steps, i);

          if (!stats_scope_holds_rank (&scope, step->rank)
              || !stats_scope_holds_start (&scope, step->host_begin_ns))
            continue;
          g_assert_cmpuint (next, <, found.n);
          g_assert_cmpuint (found.at[next].step, ==, i);
          for (StepPart part = 0; part < N_STEP_PARTS; part++)
            parts_ns[part] += found.at[next].parts_ns[part];
          check_step (&scope, &found.at[next++]);
        }
      g_assert_cmpuint (next, ==, found.n);
      step_breakdown_column_clear (&found);
    }
  for (StepPart part = 0; part < N_STEP_PARTS; part++)
    {
      g_test_message ("%s: %" G_GINT64_FORMAT, step_part_word (part), parts_ns[part]);
      g_assert_cmpint (parts_ns[part], >, 0);
    }
  g_rand_free (random);
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

static void
given_up_when_it_is_not_wanted (void)
{
  GRand *random = g_rand_new_with_seed (82);
  g_autoptr (Trace) trace = NULL;
  g_autoptr (StepTable) steps = NULL;
  bool is_done = false;
  int n_times = 0;

  do
    {
      g_clear_pointer (&trace, trace_unref);
      g_clear_pointer (&steps, step_table_free);
      trace = random_job_new (random);
      steps = random_profile_steps (trace);
    }
  while (step_table_count (steps) == 0);
  for (; !is_done; n_times++)
    {
      StatsScope scope = stats_scope_whole (trace, steps);
      int n_left = n_times;
      StepBreakdownColumn found;

      is_done = step_breakdown_compute (&scope, continues_for_a_while, &n_left, &found);
      step_breakdown_column_clear (&found);
    }
  g_assert_cmpint (n_times, >, 2);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step_breakdown/random_jobs_agree_with_counting", random_jobs_agree_with_counting);
  g_test_add_func ("/step_breakdown/given_up_when_it_is_not_wanted", given_up_when_it_is_not_wanted);
  return g_test_run ();
}
