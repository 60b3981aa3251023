/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_stragglers.h"

#include <stdlib.h>
#include <string.h>

#include "trace/ranks/job_waits.h"
#include "trace/stats/distribution.h"

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
set_straggler (AwaitedRank *rank, const JobStragglers *job, const Straggler *straggler)
{
  rank->straggler = straggler;
  if (straggler->wait != UINT64_MAX)
    rank->slice = job->of.waits.waits.at[straggler->wait].slice;
  rank->has_pair = rank_pair_of_straggler (job, straggler, &rank->pair);
}

static bool
take_ranks (const JobStragglers *job, const Trace *trace, StragglerFigures *figures)
{
  uint32_t n = trace_n_ranks (trace);
  RankWaits *waits = malloc ((n + (size_t) 1) * sizeof *waits);
  AwaitedRank *by_rank = malloc ((n + (size_t) 1) * sizeof *by_rank);
  bool ok = waits != NULL && by_rank != NULL;

  if (ok)
    rank_waits_compute (trace, &job->of.waits, waits);
  for (uint32_t r = 0; ok && r < n; r++)
    by_rank[r] = (AwaitedRank){ .rank = r,
                                .waits = waits[r],
                                .is_certain = rank_clocks_is_certain (&job->of.clocks, r),
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
  bool ok = figures != NULL;

  if (ok && trace_n_ranks (data->scope.trace) > 1)
    {
      JobStragglers job;

      ok = job_stragglers_init (&job, &data->scope, should_continue, user_data);
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
      job_stragglers_clear (&job);
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
