/* SPDX-License-Identifier: Apache-2.0
 *
 * What the profiler itself took, against counting nanosecond by nanosecond. */

#include "trace/stats/host/overhead_stats.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/random_job.h"
#include "tests/unit/fixtures/random_profile.h"

static bool
is_overhead (const Trace *trace, uint64_t slice)
{
  return trace_slices (trace)->kind[slice] == SLICE_OVERHEAD
         && !(trace_slices (trace)->flags[slice] & SLICE_UNFINISHED);
}

/* By thread, and, thread TRACE_NONE, by rank. */
static int64_t
busy_ns (const StatsScope *scope, uint32_t thread, uint32_t rank)
{
  const Trace *trace = scope->trace;
  int64_t n = 0;

  for (int64_t at = scope->begin_ns; at < scope->end_ns; at++)
    {
      bool is_busy = false;

      for (uint64_t i = 0; i < trace_slices (trace)->n && !is_busy; i++)
        is_busy = is_overhead (trace, i) && trace_track (trace, trace_slices (trace)->track[i])->rank == rank
                  && (thread == TRACE_NONE || random_job_parent_of (trace, i) == thread)
                  && random_job_lies_at (trace, i, at);
      n += is_busy;
    }
  return n;
}

static void
check_names (const StatsScope *scope, const OverheadStats *stats)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t all = 0;

  for (size_t n = 0; n < stats->names.n; n++)
    {
      const OverheadName *name = &stats->names.at[n];
      OverheadName expected = { .max_ns = -1 };

      for (uint64_t i = 0; i < slices->n; i++)
        if (is_overhead (scope->trace, i) && slices->name[i] == name->name
            && stats_scope_holds_start (scope, slices->start_ns[i])
            && stats_scope_holds_rank (scope, trace_track (scope->trace, slices->track[i])->rank))
          {
            expected.count++;
            expected.total_ns += slices->dur_ns[i];
            expected.max_ns = MAX (expected.max_ns, slices->dur_ns[i]);
          }
      g_assert_cmpuint (name->count, ==, expected.count);
      g_assert_cmpint (name->total_ns, ==, expected.total_ns);
      g_assert_cmpint (name->max_ns, ==, expected.max_ns);
      g_assert_cmpint (slices->dur_ns[name->longest], ==, expected.max_ns);
      g_assert_true (n == 0 || stats->names.at[n - 1].total_ns >= name->total_ns);
      all += name->count;
    }
  g_assert_cmpuint (stats->count, ==, all);
}

static void
random_jobs_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (95);
  uint64_t n_threads = 0;

  for (int round = 0; round < 150; round++)
    {
      g_autoptr (Trace) trace = random_job_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      int64_t all_ns = 0;
      OverheadStats stats;

      g_assert_true (overhead_stats_compute (&scope, NULL, NULL, &stats));
      for (size_t i = 0; i < stats.threads.n; i++)
        g_assert_cmpint (stats.threads.at[i].busy_ns, ==,
                         busy_ns (&scope, stats.threads.at[i].thread,
                                  trace_track (trace, stats.threads.at[i].thread)->rank));
      for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
        if (stats_scope_holds_rank (&scope, rank))
          all_ns += busy_ns (&scope, TRACE_NONE, rank);
      g_assert_cmpint (stats.busy_ns, ==, all_ns);
      g_assert_cmpint (stats.time_ns, ==,
                       MAX (scope.end_ns - scope.begin_ns, 0) * (int64_t) stats_scope_n_ranks (&scope));
      check_names (&scope, &stats);
      n_threads += stats.threads.n;
      overhead_stats_clear (&stats);
    }
  g_assert_cmpuint (n_threads, >, 50);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overhead_stats/random_jobs_agree_with_counting", random_jobs_agree_with_counting);
  return g_test_run ();
}
