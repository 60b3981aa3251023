/* SPDX-License-Identifier: Apache-2.0
 *
 * Which ranks the others waited for, and why (trace/ranks/stragglers.h): SECTION_STRAGGLERS. */

#pragma once

#include "trace/ranks/rank_pair.h"
#include "trace/ranks/rank_waits.h"
#include "trace/ranks/stragglers.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* The maximum number of ranks whose figures are kept. */
#define STRAGGLER_RANKS_MAX 4096

/* A rank with a collective of several ranks. */
typedef struct
{
  uint32_t rank; /* index of trace_rank () */
  RankWaits waits;
  bool is_certain;            /* its clock is (rank_clocks_is_certain ()) */
  const Straggler *straggler; /* one of StragglerFigures.stragglers; NULL if it is none */
  uint64_t slice;             /* where to look: of a straggler the collective at which its cause weighed most, else
                                 RankWaits.longest_slice; SLICE_NONE if it was never last */
  bool has_pair;              /* of a straggler: it can be compared with the median rank there */
  RankPair pair;
} AwaitedRank;

typedef struct
{
  size_t n;           /* at most STRAGGLER_RANKS_MAX; stragglers first, then descending by the time that others waited */
  AwaitedRank *ranks; /* n */
  size_t n_all;       /* ranks with a collective of several ranks */
  uint64_t n_steps;   /* as in Stragglers */
  int64_t awaited_ns; /* of all ranks */
  size_t n_stragglers;
  Straggler *stragglers; /* as in Stragglers; their waits are indices into nothing here */
} StragglerFigures;

void *section_stragglers_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_stragglers_free (void *section);

static inline const StragglerFigures *
dashboard_stragglers (const DashboardData *data)
{
  return dashboard_section (data, SECTION_STRAGGLERS);
}
