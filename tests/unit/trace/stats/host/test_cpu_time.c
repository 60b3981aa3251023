/* SPDX-License-Identifier: Apache-2.0
 *
 * How busy processors were: traced threads against counting nanosecond by nanosecond, samples by hand. */

#include "trace/stats/host/cpu_time.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/random_job.h"
#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/story.h"
#include "trace/stats/host/cpu_counter.h"

/* ---- traced threads, by definition ---- */

static bool
is_busy_at (const Trace *trace, uint32_t thread, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if ((slices->kind[i] == SLICE_OPERATOR || slices->kind[i] == SLICE_CALL
         || slices->kind[i] == SLICE_PYTHON)
        && random_job_parent_of (trace, i) == thread
        && !g_str_has_prefix (trace_string (trace, slices->name[i], NULL), "ProfilerStep")
        && random_job_lies_at (trace, i, time_ns))
      return true;
  return false;
}

static bool
has_work (const Trace *trace, uint32_t thread)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if ((slices->kind[i] == SLICE_OPERATOR || slices->kind[i] == SLICE_CALL
         || slices->kind[i] == SLICE_PYTHON)
        && random_job_parent_of (trace, i) == thread)
      return true;
  return false;
}

static void
check_line (const StatsScope *scope, const CpuTime *time, uint32_t l)
{
  const Trace *trace = scope->trace;
  const CpuLine *line = &time->lines.at[l];
  double mean = 0, n = 0;
  int64_t any_ns = 0;

  for (int64_t at = scope->begin_ns; at < scope->end_ns; at++)
    {
      bool any = false;

      for (size_t i = 0; i < time->threads.n; i++)
        any = any || (time->threads.at[i].line == l && is_busy_at (trace, time->threads.at[i].thread, at));
      any_ns += any;
    }
  g_assert_cmpint (line->any_busy_ns, ==, any_ns);
  for (size_t i = 0; i < time->threads.n; i++)
    if (time->threads.at[i].line == l)
      {
        mean += (double) time->threads.at[i].busy_ns;
        n++;
      }
  g_assert_cmpuint (line->n_series, ==, (uint32_t) n);
  if (time->window_ns > 0)
    {
      double buckets = 0;

      for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
        buckets += line->values[bucket] / UTILIZATION_BUCKETS;
      g_assert_cmpfloat (fabs (line->mean - mean / n / (double) time->window_ns), <, 1e-9);
      g_assert_cmpfloat (fabs (line->mean - buckets), <, 1e-9);
    }
  else
    g_assert_true (isnan (line->mean) && isnan (line->values[0]));
}

static void
random_jobs_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (91);
  uint64_t n_threads = 0;

  for (int round = 0; round < 60; round++)
    {
      g_autoptr (Trace) trace = random_job_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      size_t next = 0;
      CpuTime time;

      g_assert_true (cpu_time_compute (&scope, NULL, NULL, &time));
      g_assert_false (time.is_sampled);
      for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
        {
          const TraceTrack *track = trace_track (trace, t);
          int64_t busy_ns = 0;

          if (track->kind != TRACK_THREAD || !stats_scope_holds_rank (&scope, track->rank)
              || !has_work (trace, t))
            continue;
          for (int64_t at = scope.begin_ns; at < scope.end_ns; at++)
            busy_ns += is_busy_at (trace, t, at);
          g_assert_cmpuint (next, <, time.threads.n);
          g_assert_cmpuint (time.threads.at[next].thread, ==, t);
          g_assert_cmpuint (time.lines.at[time.threads.at[next].line].node, ==,
                            trace_rank (trace, track->rank)->node);
          g_assert_cmpint (time.threads.at[next++].busy_ns, ==, busy_ns);
        }
      g_assert_cmpuint (next, ==, time.threads.n);
      for (uint32_t line = 0; line < time.lines.n; line++)
        check_line (&scope, &time, line);
      n_threads += time.threads.n;
      cpu_time_clear (&time);
    }
  g_assert_cmpuint (n_threads, >, 50);
  g_rand_free (random);
}

/* ---- samples ---- */

static Story
begin_with_an_operator (void)
{
  Story story = story_begin ();

  story_tell (&story, story.operators, SLICE_OPERATOR, "aten::mm", 0, 1000, 0);
  return story;
}

static void
sample (Story *story, const char *name, const double *values, int n)
{
  uint32_t track = story_add_counter (story, name);

  for (int i = 0; i < n; i++)
    trace_builder_add_sample (story->builder, track, 250 * i, values[i]);
}

static CpuTime
time_of (Story *story, const int64_t *begin_ns, const int64_t *end_ns)
{
  g_autoptr (Trace) trace = story_end (story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = begin_ns == NULL && end_ns == NULL ? stats_scope_whole (trace, steps)
                                                        : stats_scope_window (trace, steps, begin_ns, end_ns);
  CpuTime time;

  g_assert_true (cpu_time_compute (&scope, NULL, NULL, &time));
  return time;
}

static void
samples_come_before_threads (void)
{
  const double percent[] = { 80, 40, 0, 20 }, share[] = { 0.5, 0.5, 0.5, 1 };
  Story story = begin_with_an_operator ();

  sample (&story, "CPU Utilization core 0", percent, 4);
  sample (&story, "cpu_usage 1", share, 4);
  sample (&story, "GPU utilization", percent, 4);
  CpuTime time = time_of (&story, NULL, NULL);
  g_assert_true (time.is_sampled);
  g_assert_cmpuint (time.lines.n, ==, 1);
  g_assert_cmpuint (time.threads.n, ==, 0);
  const CpuLine *line = &time.lines.at[0];
  g_assert_cmpuint (line->n_series, ==, 2);
  g_assert_cmpuint (line->n_samples, ==, 8);
  g_assert_cmpuint (line->n_active_samples, ==, 7);
  g_assert_cmpfloat (fabs (cpu_time_active (&time) - 7.0 / 8), <, 1e-12);
  g_assert_cmpfloat (fabs (line->values[0] - (0.8 + 0.5) / 2), <, 1e-12);
  g_assert_cmpfloat (fabs (line->values[60] - (0 + 0.5) / 2), <, 1e-12);
  g_assert_cmpfloat (fabs (line->values[99] - (0.2 + 1) / 2), <, 1e-12);
  g_assert_cmpfloat (fabs (line->mean - ((0.8 + 0.4 + 0 + 0.2) / 4 + (0.5 * 3 + 1) / 4) / 2), <, 1e-12);
  cpu_time_clear (&time);
}

/* A value holds into the window; the last holds as long as the one before it, and nothing is known after that. */
static void
samples_hold_until_the_next (void)
{
  const double percent[] = { 10, 30 };
  const int64_t begin_ns = 125, end_ns = 625;
  Story story = begin_with_an_operator ();

  sample (&story, "CPU Utilization (%)", percent, 2);
  CpuTime time = time_of (&story, &begin_ns, &end_ns);
  const CpuLine *line = &time.lines.at[0];
  g_assert_cmpuint (line->n_samples, ==, 1);
  g_assert_cmpfloat (fabs (line->values[0] - 0.1), <, 1e-12);
  g_assert_cmpfloat (fabs (line->values[24] - 0.1), <, 1e-12);
  g_assert_cmpfloat (fabs (line->values[25] - 0.3), <, 1e-12);
  g_assert_cmpfloat (fabs (line->values[74] - 0.3), <, 1e-12);
  g_assert_true (isnan (line->values[75]));
  g_assert_cmpfloat (fabs (line->mean - (0.1 * 125 + 0.3 * 250) / 375), <, 1e-12);
  cpu_time_clear (&time);
}

static void
names_tell_what_a_counter_is (void)
{
  static const char *const yes[] = { "CPU Utilization",  "cpu utilization %", "CPUUtilization cpu3",
                                     "cpu_usage",        "CPU load average",  "Cpu Percent",
                                     "process CPU usage" };
  static const char *const no[] = {
    "GPU Utilization", "CPU memory usage", "cpu frequency load", "utilization", "CPU", ""
  };

  for (size_t i = 0; i < G_N_ELEMENTS (yes); i++)
    g_assert_true (cpu_counter_is_utilization (yes[i], strlen (yes[i])));
  for (size_t i = 0; i < G_N_ELEMENTS (no); i++)
    g_assert_false (cpu_counter_is_utilization (no[i], strlen (no[i])));
  g_assert_true (cpu_counter_says_percent ("CPU (%)", 7));
  g_assert_false (cpu_counter_says_percent ("CPU Utilization", 15));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu_time/random_jobs_agree_with_counting", random_jobs_agree_with_counting);
  g_test_add_func ("/cpu_time/samples_come_before_threads", samples_come_before_threads);
  g_test_add_func ("/cpu_time/samples_hold_until_the_next", samples_hold_until_the_next);
  g_test_add_func ("/cpu_time/names_tell_what_a_counter_is", names_tell_what_a_counter_is);
  return g_test_run ();
}
