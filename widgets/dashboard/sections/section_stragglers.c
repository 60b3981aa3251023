/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_stragglers.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"

/* What the figures are made of. */
typedef struct
{
  CollectiveInstances instances;
  RankClocks clocks;
  CollectiveWaits waits;
  CollectiveGaps gaps;
  Stragglers stragglers;
} Job;

static bool
job_init (Job *job, const StatsScope *scope, bool (*should_continue) (void *), void *user_data)
{
  return collective_instances_init (&job->instances, scope->trace, should_continue, user_data)
         && rank_clocks_init (&job->clocks, scope->trace, &job->instances, should_continue, user_data)
         && collective_waits_init (&job->waits, scope, &job->instances, &job->clocks, should_continue, user_data)
         && collective_gaps_init (&job->gaps, scope, &job->waits, should_continue, user_data)
         && stragglers_init (&job->stragglers, scope, &job->waits, &job->gaps, should_continue, user_data);
}

static void
job_clear (Job *job)
{
  stragglers_clear (&job->stragglers);
  collective_gaps_clear (&job->gaps);
  collective_waits_clear (&job->waits);
  rank_clocks_clear (&job->clocks);
  collective_instances_clear (&job->instances);
}

static int
compare_ranks (const void *a, const void *b)
{
  const AwaitedRank *x = a, *y = b;

  if ((x->straggler != NULL) != (y->straggler != NULL))
    return x->straggler != NULL ? -1 : 1;
  /* Stragglers keep the order of their array. */
  if (x->straggler != y->straggler)
    return x->straggler < y->straggler ? -1 : 1;
  if (x->waits.awaited_ns != y->waits.awaited_ns)
    return x->waits.awaited_ns > y->waits.awaited_ns ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static void
set_straggler (AwaitedRank *rank, const Job *job, const Straggler *straggler)
{
  rank->straggler = straggler;
  if (straggler->wait != UINT64_MAX)
    rank->slice = job->waits.waits.at[straggler->wait].slice;
}

static bool
take_ranks (const Job *job, const Trace *trace, StragglerFigures *figures)
{
  uint32_t n = trace_n_ranks (trace);
  RankWaits *waits = malloc ((n + (size_t) 1) * sizeof *waits);
  AwaitedRank *by_rank = malloc ((n + (size_t) 1) * sizeof *by_rank);
  bool ok = waits != NULL && by_rank != NULL;

  if (ok)
    rank_waits_compute (trace, &job->waits, waits);
  for (uint32_t r = 0; ok && r < n; r++)
    by_rank[r] = (AwaitedRank){ .rank = r,
                                .waits = waits[r],
                                .is_certain = rank_clocks_is_certain (&job->clocks, r),
                                .slice = waits[r].longest_slice };
  for (size_t i = 0; ok && i < figures->n_stragglers; i++)
    set_straggler (&by_rank[figures->stragglers[i].rank], job, &figures->stragglers[i]);
  for (uint32_t r = 0; ok && r < n; r++)
    if (by_rank[r].waits.n_collectives > 0)
      {
        figures->awaited_ns = add_saturated (figures->awaited_ns, by_rank[r].waits.awaited_ns);
        by_rank[figures->n_all++] = by_rank[r];
      }
  free (waits);
  if (!ok)
    {
      free (by_rank);
      return false;
    }
  if (figures->n_all > 0)
    qsort (by_rank, figures->n_all, sizeof *by_rank, compare_ranks);
  figures->ranks = by_rank;
  figures->n = MIN (figures->n_all, STRAGGLER_RANKS_MAX);
  return true;
}

void *
section_stragglers_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  StragglerFigures *figures = calloc (1, sizeof *figures);
  Job job = { 0 };
  bool ok = figures != NULL;

  if (ok && trace_n_ranks (data->scope.trace) > 1)
    {
      ok = job_init (&job, &data->scope, should_continue, user_data);
      if (ok)
        {
          figures->n_steps = job.stragglers.n_steps;
          figures->n_stragglers = MIN (job.stragglers.stragglers.n, STRAGGLER_RANKS_MAX);
          figures->stragglers = malloc ((figures->n_stragglers + 1) * sizeof *figures->stragglers);
          ok = figures->stragglers != NULL;
        }
      if (ok && figures->n_stragglers > 0)
        memcpy (figures->stragglers, job.stragglers.stragglers.at, figures->n_stragglers * sizeof *figures->stragglers);
      ok = ok && take_ranks (&job, data->scope.trace, figures);
      job_clear (&job);
    }
  if (ok)
    return figures;
  if (figures != NULL)
    section_stragglers_free (figures);
  return NULL;
}

void
section_stragglers_free (void *section)
{
  StragglerFigures *figures = section;

  free (figures->ranks);
  free (figures->stragglers);
  free (figures);
}
