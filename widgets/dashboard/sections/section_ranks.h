/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranks and steps of a scope as a map, and in which orders its ranks can be shown: SECTION_RANKS. The figures themselves
 * are the profile's (widgets/state/profile_ranks.h), whatever the scope. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

typedef enum
{
  RANKS_BY_NUMBER,
  RANKS_BY_NODE,  /* then by number */
  RANKS_BY_VALUE, /* by the mean of the figure, the highest first; those without any last */
  N_RANK_ORDERS
} RankOrder;

/* A figure over the cells of the map. */
typedef struct
{
  uint64_t n_known;     /* cells */
  int64_t least, most;  /* 0 if there are none */
  int64_t high;         /* where the colours end: most, or what makes differences of less than a tenth look small */
  uint32_t *by_value;   /* n_ranks of the map: RANKS_BY_VALUE */
} RankFigureSpread;

typedef struct
{
  const ProfileRanks *ranks; /* of the profile, which the data holds; NULL if it has a single rank, and then all is 0 */

  /* The ranks in scope, and the columns of the map from the first to the last with a step that begins in it. */
  uint32_t n_ranks;
  size_t first_column, n_columns;
  uint32_t *by_number, *by_node; /* indices of trace_rank () */
  RankFigureSpread spreads[N_RANK_FIGURES];
} RankStepsFigures;

void *section_ranks_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_ranks_free (void *section);

static inline const RankStepsFigures *
dashboard_ranks (const DashboardData *data)
{
  return dashboard_section (data, SECTION_RANKS);
}

/* Returns the ranks in an order. */
static inline const uint32_t *
dashboard_ranks_in_order (const RankStepsFigures *figures, RankFigure figure, RankOrder order)
{
  return order == RANKS_BY_NUMBER ? figures->by_number
         : order == RANKS_BY_NODE ? figures->by_node
                                  : figures->spreads[figure].by_value;
}

/* Returns the step of a rank in a column of the scope, or HEAT_NO_STEP. */
static inline uint64_t
dashboard_ranks_step (const RankStepsFigures *figures, uint32_t rank, size_t column)
{
  return figures->ranks->map.steps[heat_map_cell (&figures->ranks->map, rank, figures->first_column + column)];
}
