/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/timeline_plan.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "trace/container/parallel.h"
#include "widgets/timeline/view/row_planner.h"

/* More have no rows left to plan before they have begun. */
#define PLANNERS_MAX 4

COLUMN_DEFINE (RowPlanColumn, row_plan_column, TimelineRowPlan)
COLUMN_IMPLEMENT (RowPlanColumn, row_plan_column)

/* Where a thread has put what it planned of a row: its memory may move until all rows are planned. */
typedef struct
{
  uint8_t planner;
  bool has_shares;
  uint64_t first_span, n_spans, first_share;
} RowPlace;

COLUMN_DEFINE (RowPlaceColumn, row_place_column, RowPlace)
COLUMN_IMPLEMENT (RowPlaceColumn, row_place_column)

struct TimelinePlan
{
  RowPlanColumn rows;
  RowPlaceColumn places; /* of the same */
  RowPlanner planners[PLANNERS_MAX];
  uint32_t n_px;
  double scale;
  uint64_t work_ns; /* of the last plan, on all threads: about that of the next */
};

TimelinePlan *
timeline_plan_new (void)
{
  return g_new0 (TimelinePlan, 1);
}

void
timeline_plan_free (TimelinePlan *plan)
{
  if (plan == NULL)
    return;
  row_plan_column_clear (&plan->rows);
  row_place_column_clear (&plan->places);
  for (int i = 0; i < PLANNERS_MAX; i++)
    row_planner_clear (&plan->planners[i]);
  g_free (plan);
}

typedef struct
{
  TimelinePlan *plan;
  const TimelineRow *rows;
  atomic_bool has_failed;
  atomic_uint_fast64_t work_ns;
} Planning;

static uint64_t
thread_time_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

static bool
is_curve (const TimelineRow *row)
{
  return row->kind == ROW_UTILIZATION || row->kind == ROW_COUNTER
         || (row->kind == ROW_GROUP && !row->is_open);
}

static void
plan_row (void *user_data, size_t task, unsigned thread)
{
  Planning *planning = user_data;
  RowPlanner *planner = &planning->plan->planners[thread];
  RowPlace *place = &planning->plan->places.at[task];
  const TimelineRow *row = &planning->rows[planning->plan->rows.at[task].row];
  uint64_t begin_ns = thread_time_ns ();

  *place = (RowPlace){ .planner = (uint8_t) thread,
                       .has_shares = is_curve (row),
                       .first_span = planner->spans.n,
                       .first_share = planner->n_shares };
  if (!(place->has_shares ? row_planner_add_shares (planner, row) : row_planner_add_spans (planner, row)))
    atomic_store_explicit (&planning->has_failed, true, memory_order_relaxed);
  place->n_spans = planner->spans.n - place->first_span;
  atomic_fetch_add_explicit (&planning->work_ns, thread_time_ns () - begin_ns, memory_order_relaxed);
}

static bool
plan_rows (TimelinePlan *plan, const TimelineView *view)
{
  uint32_t n;
  Planning planning = { .plan = plan, .rows = track_tree_rows (view->tree, &n) };
  unsigned n_threads = MIN (parallel_threads_for (plan->work_ns), PLANNERS_MAX);

  for (unsigned i = 0; i < n_threads; i++)
    if (!row_planner_begin (&plan->planners[i], view, plan->scale))
      return false;
  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (!row_plan_column_push (&plan->rows, (TimelineRowPlan){ .row = r })
        || !row_place_column_push (&plan->places, (RowPlace){ 0 }))
      return false;

  parallel_run (n_threads, plan->rows.n, plan_row, &planning);
  plan->work_ns = planning.work_ns;
  if (planning.has_failed)
    return false;
  for (size_t i = 0; i < plan->rows.n; i++)
    {
      const RowPlace *place = &plan->places.at[i];
      const RowPlanner *planner = &plan->planners[place->planner];
      TimelineRowPlan *row = &plan->rows.at[i];

      row->n_spans = (uint32_t) place->n_spans;
      row->spans = place->n_spans > 0 ? planner->spans.at + place->first_span : NULL;
      row->shares = place->has_shares ? planner->shares + place->first_share : NULL;
    }
  return true;
}

bool
timeline_plan_make (TimelinePlan *plan, const TimelineView *view, double scale)
{
  plan->rows.n = plan->places.n = 0;
  plan->n_px = (uint32_t) MAX (lround (view->width_px * scale), 0);
  plan->scale = scale;
  if (plan_rows (plan, view))
    return true;
  plan->rows.n = 0;
  return false;
}

uint32_t
timeline_plan_width (const TimelinePlan *plan)
{
  return plan->n_px;
}

double
timeline_plan_scale (const TimelinePlan *plan)
{
  return plan->scale;
}

const TimelineRowPlan *
timeline_plan_rows (const TimelinePlan *plan, uint32_t *ret_n)
{
  *ret_n = (uint32_t) plan->rows.n;
  return plan->rows.at;
}
