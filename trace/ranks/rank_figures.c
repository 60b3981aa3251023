/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/rank_figures.h"

#include <stdlib.h>

#include "trace/ranks/job_waits.h"
#include "trace/stats/step/step_breakdown.h"
#include "trace/stats/step/step_memory.h"

typedef struct
{
  RankFigures *figures;
  StatsScope scope; /* the whole profile */
  bool (*should_continue) (void *user_data);
  void *user_data;
} Search;

const char *
rank_figure_word (RankFigure figure)
{
  static const char *const words[N_RANK_FIGURES] = { "step_time", "exposed_communication", "lateness", "idle",
                                                     "memory_peak" };

  return words[figure];
}

static bool
make_values (RankFigures *figures)
{
  for (RankFigure figure = 0; figure < N_RANK_FIGURES; figure++)
    {
      int64_t *values = malloc ((size_t) (figures->n_steps + 1) * sizeof *values);

      if (values == NULL)
        return false;
      for (uint64_t i = 0; i < figures->n_steps; i++)
        values[i] = RANK_FIGURE_UNKNOWN;
      figures->values[figure] = values;
    }
  return true;
}

static bool
find_times (const Search *search)
{
  StepBreakdownColumn breakdowns = { 0 };

  if (!step_breakdown_compute_devices (&search->scope, search->should_continue, search->user_data, &breakdowns))
    return false;
  for (uint64_t i = 0; i < search->figures->n_steps; i++)
    search->figures->values[RANK_STEP_TIME][i] = MAX (step_table_get (search->scope.steps, i)->wall_ns, 0);
  for (size_t i = 0; i < breakdowns.n; i++)
    if (breakdowns.at[i].devices.total_ns > 0)
      {
        const StepBreakdown *breakdown = &breakdowns.at[i];

        search->figures->values[RANK_EXPOSED_COMMUNICATION][breakdown->step] =
          breakdown->devices.exposed_communication_ns;
        search->figures->values[RANK_IDLE][breakdown->step] = breakdown->devices.idle_ns;
      }
  step_breakdown_column_clear (&breakdowns);
  return true;
}

static bool
find_memory (const Search *search, const MemoryUse *memory)
{
  int64_t *bytes = search->figures->values[RANK_MEMORY_PEAK];

  if (!step_memory_compute (search->scope.trace, search->scope.steps, memory, search->should_continue,
                            search->user_data, bytes))
    return false;
  for (uint64_t i = 0; i < search->figures->n_steps; i++)
    if (bytes[i] == STEP_MEMORY_UNKNOWN)
      bytes[i] = RANK_FIGURE_UNKNOWN;
  return true;
}

/* ---- lateness ---- */

/* A step by what the stragglers call it. */
typedef struct
{
  uint32_t rank;
  int64_t number;
  uint64_t step;
} NumberedStep;

static int
compare_numbered (const void *a, const void *b)
{
  const NumberedStep *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* If a rank has a number twice, either step may get the figure. */
static bool
spread_lateness (const Search *search, const StepLatenessColumn *lateness)
{
  size_t n = (size_t) search->figures->n_steps;
  NumberedStep *numbered = malloc ((n + 1) * sizeof *numbered);

  if (numbered == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      const TraceStep *step = step_table_get (search->scope.steps, i);

      numbered[i] = (NumberedStep){ step->rank, step->has_number ? step->number : step->index, i };
    }
  if (n > 0)
    qsort (numbered, n, sizeof *numbered, compare_numbered);
  for (size_t i = 0; i < lateness->n && n > 0; i++)
    {
      const NumberedStep wanted = { lateness->at[i].rank, lateness->at[i].number, 0 };
      const NumberedStep *found = bsearch (&wanted, numbered, n, sizeof wanted, compare_numbered);

      if (found != NULL)
        search->figures->values[RANK_LATENESS][found->step] = MAX (lateness->at[i].lateness_ns, 0);
    }
  free (numbered);
  return true;
}

static bool
find_lateness (const Search *search)
{
  JobStragglers job;
  bool ok = job_stragglers_init (&job, &search->scope, search->should_continue, search->user_data)
            && spread_lateness (search, &job.stragglers.lateness);

  job_stragglers_clear (&job);
  return ok;
}

bool
rank_figures_init (RankFigures *figures,
                   const Trace *trace,
                   const StepTable *steps,
                   const MemoryUse *memory,
                   bool (*should_continue) (void *user_data),
                   void *user_data)
{
  const Search search = { figures, stats_scope_whole (trace, steps), should_continue, user_data };

  *figures = (RankFigures){ .n_steps = step_table_count (steps) };
  if (!make_values (figures))
    return false;
  return figures->n_steps == 0 || (find_times (&search) && find_memory (&search, memory) && find_lateness (&search));
}

void
rank_figures_clear (RankFigures *figures)
{
  for (RankFigure figure = 0; figure < N_RANK_FIGURES; figure++)
    free (figures->values[figure]);
  *figures = (RankFigures){ 0 };
}
