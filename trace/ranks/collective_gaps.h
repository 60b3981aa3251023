/* SPDX-License-Identifier: Apache-2.0
 *
 * What each rank did before a collective, since the one before it of the same ranks had brought them together. At its end
 * all of them were at the same point; what one of them did longer than the others until the next collective is why it came
 * late there (METRICS 20). Durations of phases of a step tell nothing, because collectives make them equal. */

#pragma once

#include "trace/ranks/collective_waits.h"
#include "trace/ranks/gap_parts.h"

typedef struct
{
  int64_t begin_ns, end_ns; /* by the profile's own times; equal if the two collectives overlap or there is none before */
  int64_t parts_ns[N_GAP_PARTS];
} CollectiveGap;

typedef struct
{
  uint64_t *previous;   /* for each of waits->skews: the one before it of the same ranks, or UINT64_MAX */
  CollectiveGap *gaps;  /* for each of waits->waits */
} CollectiveGaps;

/* scope gives the profile and its steps; the gaps do not depend on its window. All arguments are borrowed during the call.
 * should_continue (user_data) may be NULL; it is called regularly, on several threads at once. Returns false when it returns
 * false or memory runs out; call collective_gaps_clear () in either case. Costs what gap_parts_compute () does. */
bool collective_gaps_init (CollectiveGaps *gaps,
                           const StatsScope *scope,
                           const CollectiveWaits *waits,
                           bool (*should_continue) (void *user_data),
                           void *user_data);
void collective_gaps_clear (CollectiveGaps *gaps);
