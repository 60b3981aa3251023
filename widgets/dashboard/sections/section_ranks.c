/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"

/* What ranks are sorted by. */
typedef struct
{
  uint32_t rank;
  bool is_known;
  double mean;
  char *node; /* key to compare; NULL where it is not compared */
} SortedRank;

static int
compare_ranks (const void *a, const void *b)
{
  const SortedRank *x = a, *y = b;
  int by_node = x->node != NULL ? strcmp (x->node, y->node) : 0;

  if (by_node != 0)
    return by_node;
  if (x->is_known != y->is_known)
    return x->is_known ? -1 : 1;
  if (x->mean != y->mean)
    return x->mean > y->mean ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* ---- scope ---- */

static bool
find_ranks (const DashboardData *data, RankStepsFigures *figures)
{
  uint32_t n = trace_n_ranks (data->scope.trace);
  uint32_t rank = data->scope.device != TRACE_NONE ? trace_device (data->scope.trace, data->scope.device)->rank
                                                   : data->scope.rank;

  figures->by_number = malloc ((n + (size_t) 1) * sizeof *figures->by_number);
  for (uint32_t r = 0; figures->by_number != NULL && r < n; r++)
    if (rank == TRACE_NONE || rank == r)
      figures->by_number[figures->n_ranks++] = r;
  return figures->by_number != NULL;
}

static bool
is_column_in_scope (const DashboardData *data, const RankStepsFigures *figures, size_t column)
{
  const HeatMap *map = &figures->ranks->map;

  for (uint32_t i = 0; i < figures->n_ranks; i++)
    {
      uint64_t step = map->steps[heat_map_cell (map, figures->by_number[i], column)];

      if (step != HEAT_NO_STEP
          && stats_scope_holds_start (&data->scope, step_table_get (data->scope.steps, step)->host_begin_ns))
        return true;
    }
  return false;
}

static void
find_columns (const DashboardData *data, RankStepsFigures *figures)
{
  size_t n = figures->ranks->map.n_steps, end = n;

  while (figures->first_column < n && !is_column_in_scope (data, figures, figures->first_column))
    figures->first_column++;
  while (end > figures->first_column && !is_column_in_scope (data, figures, end - 1))
    end--;
  figures->n_columns = end - figures->first_column;
}

/* ---- orders ---- */

static bool
sort_ranks (const RankStepsFigures *figures, SortedRank *sorted, uint32_t **ret_order)
{
  *ret_order = malloc ((figures->n_ranks + (size_t) 1) * sizeof **ret_order);
  if (*ret_order == NULL)
    return false;
  if (figures->n_ranks > 0)
    qsort (sorted, figures->n_ranks, sizeof *sorted, compare_ranks);
  for (uint32_t i = 0; i < figures->n_ranks; i++)
    (*ret_order)[i] = sorted[i].rank;
  return true;
}

static bool
sort_by_node (const DashboardData *data, RankStepsFigures *figures, SortedRank *sorted)
{
  const Trace *trace = data->scope.trace;
  bool ok;

  for (uint32_t i = 0; i < figures->n_ranks; i++)
    {
      uint32_t rank = figures->by_number[i];
      const char *name = trace_string (trace, trace_track (trace, trace_rank (trace, rank)->node)->name, NULL);
      g_autofree char *valid = g_utf8_make_valid (name, -1);

      /* "node9" before "node10". */
      sorted[i] = (SortedRank){ .rank = rank, .node = g_utf8_collate_key_for_filename (valid, -1) };
    }
  ok = sort_ranks (figures, sorted, &figures->by_node);
  for (uint32_t i = 0; i < figures->n_ranks; i++)
    g_free (sorted[i].node);
  return ok;
}

/* ---- figures ---- */

static void
add_value (RankFigureSpread *spread, int64_t value)
{
  spread->least = spread->n_known > 0 ? MIN (spread->least, value) : value;
  spread->most = MAX (spread->most, value);
  spread->n_known++;
}

static bool
examine (RankStepsFigures *figures, RankFigure figure, SortedRank *sorted)
{
  const int64_t *values = figures->ranks->figures.values[figure];
  RankFigureSpread *spread = &figures->spreads[figure];

  for (uint32_t i = 0; i < figures->n_ranks; i++)
    {
      uint64_t n = 0;
      double sum = 0;

      for (size_t column = 0; column < figures->n_columns; column++)
        {
          uint64_t step = dashboard_ranks_step (figures, figures->by_number[i], column);

          if (step == HEAT_NO_STEP || values[step] == RANK_FIGURE_UNKNOWN)
            continue;
          add_value (spread, values[step]);
          sum += (double) values[step];
          n++;
        }
      sorted[i] = (SortedRank){ .rank = figures->by_number[i], .is_known = n > 0, .mean = n > 0 ? sum / (double) n : 0 };
    }
  spread->high = spread->most;
  if (spread->most > spread->least)
    spread->high = MAX (spread->most, add_saturated (spread->least, spread->least / 10));
  return sort_ranks (figures, sorted, &spread->by_value);
}

static bool
compute (const DashboardData *data, RankStepsFigures *figures)
{
  if (!find_ranks (data, figures))
    return false;
  find_columns (data, figures);

  SortedRank *sorted = malloc ((figures->n_ranks + (size_t) 1) * sizeof *sorted);
  bool ok = sorted != NULL && sort_by_node (data, figures, sorted);
  for (RankFigure figure = 0; figure < N_RANK_FIGURES && ok; figure++)
    ok = examine (figures, figure, sorted);
  free (sorted);
  return ok;
}

void *
section_ranks_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  RankStepsFigures *figures = calloc (1, sizeof *figures);

  if (figures == NULL || trace_n_ranks (data->scope.trace) < 2)
    return figures;
  figures->ranks = profile_ranks (data->profile, should_continue, user_data);
  if (figures->ranks != NULL && compute (data, figures))
    return figures;
  section_ranks_free (figures);
  return NULL;
}

void
section_ranks_free (void *section)
{
  RankStepsFigures *figures = section;

  for (RankFigure figure = 0; figure < N_RANK_FIGURES; figure++)
    free (figures->spreads[figure].by_value);
  free (figures->by_number);
  free (figures->by_node);
  free (figures);
}
