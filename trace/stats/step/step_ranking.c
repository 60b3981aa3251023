/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_ranking.h"

#include <stdlib.h>

#define DEVIATIONS  3
#define LEAST_SHARE 20 /* 1 / the relative difference */

typedef struct
{
  int64_t wall_ns;
  uint64_t step;
} Wall;

static int
compare_walls (const void *a, const void *b)
{
  const Wall *x = a, *y = b;

  if (x->wall_ns != y->wall_ns)
    return x->wall_ns < y->wall_ns ? -1 : 1;
  return x->step < y->step ? -1 : x->step > y->step;
}

bool
step_ranking_compute (const StepTable *steps, uint64_t first, uint64_t n, StepRanking *ret_ranking)
{
  StepRanking ranking = { .slowest = UINT64_MAX, .median = UINT64_MAX, .longest_usual_ns = INT64_MAX };
  Wall *walls = malloc ((n + 1) * sizeof *walls);

  if (walls == NULL)
    return false;
  for (uint64_t i = first; i < first + n; i++)
    if (!step_table_get (steps, i)->is_truncated)
      walls[ranking.n_whole++] = (Wall){ step_table_get (steps, i)->wall_ns, i };
  qsort (walls, ranking.n_whole, sizeof *walls, compare_walls);
  if (ranking.n_whole > 1)
    {
      ranking.slowest = walls[ranking.n_whole - 1].step;
      ranking.median = walls[(ranking.n_whole - 1) / 2].step;
    }
  if (ranking.n_whole >= STEP_OUTLIERS_LEAST)
    {
      int64_t median_ns = walls[(ranking.n_whole - 1) / 2].wall_ns;

      for (uint64_t i = 0; i < ranking.n_whole; i++)
        walls[i].wall_ns = llabs (walls[i].wall_ns - median_ns);
      qsort (walls, ranking.n_whole, sizeof *walls, compare_walls);
      /* In a damaged profile it may be any value. */
      int64_t deviation_ns = MIN (walls[(ranking.n_whole - 1) / 2].wall_ns, TRACE_TIME_MAX_NS / 4);
      ranking.longest_usual_ns = median_ns + MAX (DEVIATIONS * deviation_ns, median_ns / LEAST_SHARE);
    }
  free (walls);
  *ret_ranking = ranking;
  return true;
}
