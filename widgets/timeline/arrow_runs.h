/* SPDX-License-Identifier: Apache-2.0
 *
 * One launch and its many runs, such as those of a graph: which of them get an arrow. For arrow.c alone. */

#pragma once

#include "widgets/timeline/timeline_view.h"

/* One launch with more runs than this gets a bracket over all of them beside its first arrows. */
#define ARROWS_MAX 8

/* Each frame looks at no more runs. */
#define ARROW_RUNS_MAX 100000

/* Of which those that are shown are chosen, as far apart as they are. */
#define ARROW_HEADS_MAX 256

typedef struct
{
  uint64_t n;
  uint64_t shown[ARROW_HEADS_MAX]; /* the first one, then those in view whose heads stand apart */
  int n_shown;
  double head_x_px, head_y_px; /* of the last one shown */
  int64_t begin_ns, end_ns;    /* of all */
  double top_px;               /* of the uppermost row with one */
} ArrowRuns;

/* What the connections of a kind lead to from a call. The first of them is always shown. O(runs). */
ArrowRuns arrow_runs_find (const TimelineView *view, uint64_t call, FlowKind kind);
