/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/arrow_runs.h"

#include <math.h>

#define APART_PX 24 /* between the heads of one launch */

static void
add_run (ArrowRuns *runs, const TimelineView *view, uint64_t run)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);
  Rect rect;

  runs->n++;
  runs->begin_ns = MIN (runs->begin_ns, slice_start_ns (slices, run));
  runs->end_ns = MAX (runs->end_ns, slice_end_ns (slices, run));
  if (!timeline_view_slice_rect (view, run, &rect))
    return;

  double y_px = rect.y_px + rect.height_px / 2;
  runs->top_px = fmin (runs->top_px, rect.y_px);
  if (runs->n_shown == ARROW_HEADS_MAX
      || (runs->n_shown > 0
          && (!timeline_view_holds (view, rect.x_px, y_px)
              || (fabs (rect.x_px - runs->head_x_px) < APART_PX
                  && fabs (y_px - runs->head_y_px) < APART_PX))))
    return;
  runs->shown[runs->n_shown++] = run;
  runs->head_x_px = rect.x_px;
  runs->head_y_px = y_px;
}

ArrowRuns
arrow_runs_find (const TimelineView *view, uint64_t call, FlowKind kind)
{
  const Trace *trace = view->profile->trace;
  ArrowRuns runs = { .begin_ns = INT64_MAX, .end_ns = INT64_MIN, .top_px = HUGE_VAL };
  uint64_t first, n = trace_flows_from (trace, call, &first);

  for (uint64_t i = first; i < first + MIN (n, ARROW_RUNS_MAX); i++)
    if (trace_flow (trace, i).kind == kind)
      add_run (&runs, view, trace_flow (trace, i).to);

  /* The first and the last, and others evenly between. */
  for (int i = 1; i < ARROWS_MAX && runs.n_shown > ARROWS_MAX; i++)
    runs.shown[i] = runs.shown[i * (runs.n_shown - 1) / (ARROWS_MAX - 1)];
  runs.n_shown = MIN (runs.n_shown, ARROWS_MAX);
  return runs;
}
