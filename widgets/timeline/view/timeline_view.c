/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/timeline_view.h"

#include <math.h>

#include "widgets/look/time_scale.h"
#include "widgets/timeline/rows/lane_row.h"

/* A slice may be missed by this much. */
#define REACH_PX 2

#define STRIP_PX 3

static TimeScale
scale_of (const TimelineView *view)
{
  double span_ns = (double) view->end_ns - (double) view->begin_ns;

  return (TimeScale){ view->begin_ns, view->width_px > 0 && span_ns > 0 ? span_ns / view->width_px : 1 };
}

double
timeline_view_px (const TimelineView *view, int64_t time_ns)
{
  TimeScale scale = scale_of (view);

  return time_scale_px (&scale, time_ns);
}

int64_t
timeline_view_ns (const TimelineView *view, double x_px)
{
  TimeScale scale = scale_of (view);

  return time_scale_ns (&scale, x_px);
}

int
timeline_view_fixed_px (const TrackTree *tree, int height_px)
{
  uint32_t n, n_pinned = track_tree_n_pinned_rows (tree);
  const TimelineRow *rows = track_tree_rows (tree, &n);
  int fixed_px = 0;

  for (uint32_t r = 0; r < n_pinned && rows[r].y_px + rows[r].height_px <= height_px / 3 * 2; r++)
    fixed_px = rows[r].y_px + rows[r].height_px;
  return fixed_px;
}

bool
timeline_view_is_fixed (const TimelineView *view, uint32_t row)
{
  uint32_t n;

  return track_tree_rows (view->tree, &n)[row].y_px < view->fixed_px;
}

Rect
timeline_view_row_window (const TimelineView *view, uint32_t row)
{
  int top_px = timeline_view_is_fixed (view, row) ? 0 : view->fixed_px;
  int bottom_px = timeline_view_is_fixed (view, row) ? view->fixed_px : view->height_px;

  return (Rect){ 0, top_px, view->width_px, MAX (bottom_px - top_px, 0) };
}

int
timeline_view_row_y (const TimelineView *view, uint32_t row)
{
  uint32_t n;
  int y_px = track_tree_rows (view->tree, &n)[row].y_px;

  return y_px < view->fixed_px ? y_px : y_px - view->scroll_px;
}

uint32_t
timeline_view_row_at (const TimelineView *view, double y_px)
{
  int y = (int) floor (y_px);

  return track_tree_row_at (view->tree, y >= 0 && y < view->fixed_px ? y : y + view->scroll_px);
}

/* The uppermost of those that scroll. */
static uint32_t
first_scrolled_row (const TimelineView *view)
{
  int y_px = view->fixed_px + MAX (view->scroll_px, 0);

  return view->height_px > view->fixed_px ? track_tree_row_at (view->tree, y_px) : UINT32_MAX;
}

uint32_t
timeline_view_first_row (const TimelineView *view)
{
  return view->fixed_px > 0 ? 0 : first_scrolled_row (view);
}

uint32_t
timeline_view_next_row (const TimelineView *view, uint32_t row)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  row++;
  if (row < n && rows[row].y_px == view->fixed_px)
    return first_scrolled_row (view);
  return row < n && timeline_view_row_y (view, row) < view->height_px ? row : UINT32_MAX;
}

Rect
timeline_view_row_rect (const TimelineView *view, uint32_t row)
{
  uint32_t n;
  const TimelineRow *at = &track_tree_rows (view->tree, &n)[row];
  int lane_px = track_tree_lane_px (view->tree);
  Rect rect = { 0, timeline_view_row_y (view, row), view->width_px, at->height_px };

  switch (at->kind)
    {
    case ROW_LANE:
      rect.y_px += 1;
      rect.height_px = lane_px - 2;
      break;
    case ROW_INSTANTS:
      rect.y_px += lane_px / 4;
      rect.height_px = lane_px / 2;
      break;
    case ROW_STRIP:
      rect.y_px += at->height_px < lane_px ? 1 : (at->height_px - STRIP_PX) / 2;
      rect.height_px = STRIP_PX;
      break;
    case ROW_UTILIZATION:
    case ROW_COUNTER:
      rect.y_px += 4;
      rect.height_px -= 8;
      break;
    case ROW_GROUP:
      rect.y_px += 3;
      rect.height_px -= 6;
      break;
    case ROW_NOTE:
      break;
    }
  return rect;
}

static double
rect_middle_px (const Rect *rect)
{
  return rect->y_px + rect->height_px / 2;
}

static Rect
rect_of_span (const TimelineView *view, uint32_t row, int64_t begin_ns, int64_t end_ns)
{
  Rect rect = timeline_view_row_rect (view, row);

  rect.x_px = timeline_view_px (view, begin_ns);
  rect.width_px = fmax (timeline_view_px (view, end_ns) - rect.x_px, 1);
  return rect;
}

static Rect
clip_to_canvas (const TimelineView *view, Rect rect)
{
  double left = fmin (fmax (rect.x_px, 0), view->width_px - 1);
  double right = fmin (rect.x_px + rect.width_px, view->width_px);

  rect.x_px = left;
  rect.width_px = fmax (right - left, 1);
  return rect;
}

/* The slice around a time when it is wide enough to be aimed at. */
static uint64_t
wide_slice_at (const TimelineView *view, uint32_t lane, int64_t time_ns)
{
  const Trace *trace = view->profile->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t slice = lane_row_last_begun (trace, lane, time_ns);
  int64_t end_ns;

  if (slice == SLICE_NONE)
    return SLICE_NONE;
  end_ns = slice_end_ns (slices, slice);
  return end_ns > time_ns
             && timeline_view_px (view, end_ns) - timeline_view_px (view, slice_start_ns (slices, slice))
                  > REACH_PX
           ? slice
           : SLICE_NONE;
}

static uint64_t
slice_near (const TimelineView *view, uint32_t lane, double x_px)
{
  static const int order[] = { REACH_PX, REACH_PX - 1, REACH_PX + 1, REACH_PX - 2, REACH_PX + 2 };
  LodCell cells[2 * REACH_PX + 1];
  uint64_t slice = wide_slice_at (view, lane, timeline_view_ns (view, x_px));
  int64_t begin_ns, end_ns;

  if (slice != SLICE_NONE)
    return slice;
  begin_ns = timeline_view_ns (view, floor (x_px) - REACH_PX);
  end_ns = timeline_view_ns (view, floor (x_px) + REACH_PX + 1);
  lane_row_query (view->profile->trace, lane, begin_ns, end_ns, 2 * REACH_PX + 1, cells);
  for (int i = 0; i < 2 * REACH_PX + 1; i++)
    if (cells[order[i]].longest != LOD_EMPTY)
      return trace_row (view->profile->trace, lane)->first_slice + cells[order[i]].longest;
  return SLICE_NONE;
}

static void
hit_slice (const TimelineView *view, const TimelineRow *row, double x_px, TimelineHit *hit)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);

  for (uint32_t lane = row->first_row; lane < row->first_row + row->n_rows; lane++)
    {
      uint64_t slice = slice_near (view, lane, x_px);

      if (slice != SLICE_NONE
          && (hit->slice == SLICE_NONE || slice_dur_ns (slices, slice) > slice_dur_ns (slices, hit->slice)))
        hit->slice = slice;
    }
  if (hit->slice == SLICE_NONE)
    return;
  hit->begin_ns = slice_start_ns (slices, hit->slice);
  hit->end_ns = hit->begin_ns + slice_dur_ns (slices, hit->slice);
  hit->rect = clip_to_canvas (view, rect_of_span (view, hit->row, hit->begin_ns, hit->end_ns));
}

static void
hit_gap (const TimelineView *view, const TimelineRow *row, double x_px, TimelineHit *hit)
{
  int64_t begin_ns, end_ns;

  trace_span (view->profile->trace, &begin_ns, &end_ns);
  if (row->device == TRACE_NONE
      || !busy_index_gap_at (view->profile->busy[row->device], timeline_view_ns (view, x_px), begin_ns,
                             end_ns, &hit->begin_ns, &hit->end_ns))
    return;
  hit->is_gap = true;
  hit->rect = clip_to_canvas (view, rect_of_span (view, hit->row, hit->begin_ns, hit->end_ns));
}

void
timeline_view_hit (const TimelineView *view, double x_px, double y_px, TimelineHit *ret_hit)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);
  TimelineHit hit = {
    .row = timeline_view_row_at (view, y_px),
    .slice = SLICE_NONE,
  };

  if (hit.row != UINT32_MAX && x_px >= 0 && x_px < view->width_px)
    switch (rows[hit.row].kind)
      {
      case ROW_LANE:
      case ROW_STRIP:
        hit_slice (view, &rows[hit.row], x_px, &hit);
        break;
      case ROW_UTILIZATION:
        hit_gap (view, &rows[hit.row], x_px, &hit);
        break;
      default:
        break;
      }
  *ret_hit = hit;
}

bool
timeline_view_slice_rect (const TimelineView *view, uint64_t slice, Rect *ret_rect)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);
  uint32_t row = track_tree_row_of_slice (view->tree, slice);

  if (row == UINT32_MAX)
    return false;
  *ret_rect = rect_of_span (view, row, slice_start_ns (slices, slice), slice_end_ns (slices, slice));
  if (!timeline_view_is_fixed (view, row) && rect_middle_px (ret_rect) < view->fixed_px)
    ret_rect->y_px -= view->fixed_px;
  return true;
}

static uint64_t
nearest_of_row (const TimelineView *view, const TimelineRow *row, int64_t time_ns)
{
  uint64_t best = SLICE_NONE;
  int64_t best_ns = INT64_MAX;

  for (uint32_t lane = row->first_row; lane < row->first_row + row->n_rows && best_ns > 0; lane++)
    {
      int64_t distance_ns;
      uint64_t slice = lane_row_nearest (view->profile->trace, lane, time_ns, &distance_ns);

      if (distance_ns < best_ns)
        {
          best = slice;
          best_ns = distance_ns;
        }
    }
  return best;
}

static uint64_t
first_in_view (const TimelineView *view)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  for (uint32_t row = timeline_view_first_row (view); row != UINT32_MAX;
       row = timeline_view_next_row (view, row))
    {
      uint64_t slice = nearest_of_row (view, &rows[row], view->begin_ns);
      if (slice == SLICE_NONE)
        continue;

      const TraceRow *lane = trace_row (view->profile->trace, track_tree_lane_of_slice (view->tree, slice));
      if (slice_end_ns (slices, slice) < view->begin_ns && slice + 1 < lane->first_slice + lane->n_slices)
        slice++;
      if (slice_start_ns (slices, slice) < view->end_ns && slice_end_ns (slices, slice) >= view->begin_ns)
        return slice;
    }
  return SLICE_NONE;
}

uint64_t
timeline_view_neighbour (const TimelineView *view, uint64_t slice, int dx, int dy)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  if (slice == SLICE_NONE)
    return first_in_view (view);
  if (dx != 0)
    {
      const TraceRow *lane = trace_row (view->profile->trace, track_tree_lane_of_slice (view->tree, slice));

      if (dx < 0)
        return slice > lane->first_slice ? slice - 1 : SLICE_NONE;
      return slice + 1 < lane->first_slice + lane->n_slices ? slice + 1 : SLICE_NONE;
    }

  uint32_t row = track_tree_row_of_slice (view->tree, slice);
  if (row == UINT32_MAX || dy == 0)
    return SLICE_NONE;
  for (row += (uint32_t) dy; row < n; row += (uint32_t) dy)
    {
      uint64_t found =
        nearest_of_row (view, &rows[row], slice_start_ns (slices, slice) + slice_dur_ns (slices, slice) / 2);
      if (found != SLICE_NONE)
        return found;
    }
  return SLICE_NONE;
}
