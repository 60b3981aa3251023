/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/row_planner.h"

#include <math.h>

#include "widgets/timeline/rows/lane_row.h"

/* From this width on a slice is drawn as itself. */
#define WHOLE_PX 3

/* Zoomed out, each pixel is another place of columns of gigabytes: their kinds are fetched so many pixels ahead. */
#define AHEAD_PX 16

/* For every pixel, so it calls nothing: ceilf (), fminf () and fmaxf () are functions. */
static inline float
in_eighths (float busy)
{
  float eighths = busy > 0 ? (busy < 1 ? busy * 8 : 8) : 0;
  int whole = (int) eighths;

  return (float) (whole + ((float) whole < eighths)) / 8;
}

/* A pixel's worth; joined to the span before it when that looks the same. */
static bool
add_pixel (RowPlanner *planner, uint32_t first_span, uint32_t x, uint64_t slice, WorkKind work, float busy)
{
  if (planner->spans.n > first_span)
    {
      TimelineSpan *last = &planner->spans.at[planner->spans.n - 1];

      if (!last->is_whole && last->work == work && last->x_px + last->width_px == (int32_t) x
          && fabsf (last->busy - busy) < 1.0f / 16)
        {
          last->width_px++;
          return true;
        }
    }
  return span_column_push (&planner->spans,
                           (TimelineSpan){ (int32_t) x, 1, slice, (uint8_t) work, false, busy });
}

/* Where there are more pixels than nanoseconds, cells know only the first pixel of each nanosecond. */
static uint32_t
true_end (const RowPlanner *planner, uint64_t slice, uint32_t end)
{
  const SliceColumns *slices = trace_slices (planner->view->profile->trace);
  double edge = timeline_view_px (planner->view, slice_end_ns (slices, slice)) * planner->scale;

  return edge > end ? (uint32_t) fmin (edge, planner->n_px) : end;
}

/* From the grid of the lane, or from its pyramid where that is finer. */
static void
ask_lane (RowPlanner *planner, uint32_t lane, LanePixel *pixels)
{
  const TimelineView *view = planner->view;
  const WorkKinds *works = view->profile->works;
  uint64_t first_slice = trace_row (view->profile->trace, lane)->first_slice, last = LOD_EMPTY;
  const LodCell *cells = planner->cells;
  WorkKind work = WORK_OPERATOR;

  if (lane_grids_query (view->grids, lane, view->begin_ns, view->end_ns, planner->n_px, pixels))
    return;
  lane_row_query (view->profile->trace, lane, view->begin_ns, view->end_ns, planner->n_px, planner->cells);
  for (uint32_t x = 0; x < planner->n_px; x++)
    {
      if (x + AHEAD_PX < planner->n_px && cells[x + AHEAD_PX].longest != LOD_EMPTY)
        work_kind_expect (trace_slices (view->profile->trace), first_slice + cells[x + AHEAD_PX].dominant);
      if (cells[x].longest == LOD_EMPTY)
        {
          pixels[x] = (LanePixel){ .longest = LOD_EMPTY };
          continue;
        }
      if (cells[x].dominant != last)
        work = work_kind_of_slice (works, first_slice + cells[x].dominant);
      last = cells[x].dominant;
      pixels[x] = (LanePixel){ first_slice + cells[x].longest, cells[x].busy, (uint8_t) work };
    }
}

static bool
add_lane_spans (RowPlanner *planner, uint32_t lane, uint32_t first_span)
{
  const WorkKinds *works = planner->view->profile->works;
  const LanePixel *pixels = planner->pixels;
  bool is_magnified = planner->view->end_ns - planner->view->begin_ns < (int64_t) planner->n_px;

  ask_lane (planner, lane, planner->pixels);
  for (uint32_t x = 0, end; x < planner->n_px; x = end)
    {
      uint64_t slice = pixels[x].longest;

      end = x + 1;
      if (slice == LOD_EMPTY)
        continue;
      while (end < planner->n_px && pixels[end].longest == slice)
        end++;
      if (is_magnified)
        for (uint32_t wanted = true_end (planner, slice, end);
             end < wanted && pixels[end].longest == LOD_EMPTY;)
          end++;

      if (end - x >= WHOLE_PX)
        {
          TimelineSpan span = {
            (int32_t) x, (int32_t) (end - x), slice, (uint8_t) work_kind_of_slice (works, slice), true, 1,
          };

          if (!span_column_push (&planner->spans, span))
            return false;
          continue;
        }
      for (uint32_t i = x; i < end; i++)
        if (!add_pixel (planner, first_span, i, slice, (WorkKind) pixels[i].work,
                        in_eighths (pixels[i].busy)))
          return false;
    }
  return true;
}

/* Of folded lanes, each pixel shows the one that is busiest there. Where slices nest, the uppermost lane covers all
 * below it and is the only one asked. */
static bool
add_strip_spans (RowPlanner *planner, const TimelineRow *row, uint32_t first_span)
{
  uint32_t n_lanes =
    trace_track (planner->view->profile->trace, row->track)->n_overlaps == 0 ? 1 : row->n_rows;
  LanePixel *best = planner->pixels, *pixels = best + planner->n_px;

  ask_lane (planner, row->first_row, best);
  for (uint32_t lane = row->first_row + 1; lane < row->first_row + n_lanes; lane++)
    {
      ask_lane (planner, lane, pixels);
      for (uint32_t x = 0; x < planner->n_px; x++)
        if (pixels[x].longest != LOD_EMPTY && (best[x].longest == LOD_EMPTY || pixels[x].busy > best[x].busy))
          best[x] = pixels[x];
    }
  for (uint32_t x = 0; x < planner->n_px; x++)
    if (best[x].longest != LOD_EMPTY
        && !add_pixel (planner, first_span, x, best[x].longest, (WorkKind) best[x].work,
                       in_eighths (best[x].busy)))
      return false;
  return true;
}

static uint64_t
first_instant_from (const Trace *trace, uint64_t low, uint64_t end, int64_t time_ns)
{
  while (low < end)
    {
      uint64_t middle = low + (end - low) / 2;

      if (trace_instant (trace, middle).time_ns < time_ns)
        low = middle + 1;
      else
        end = middle;
    }
  return low;
}

/* Instants low and high lie in pixels low_px and high_px: those between them, of instants between them. Where the two
 * are in neighbouring pixels none is left, so that few instants are looked at of however many. What is out of order,
 * as in a damaged profile, is taken to lie between its neighbours. */
static bool
add_instants_between (RowPlanner *planner,
                      uint32_t first_span,
                      uint64_t low,
                      uint32_t low_px,
                      uint64_t high,
                      uint32_t high_px)
{
  if (high - low < 2 || high_px - low_px < 2)
    return true;

  uint64_t middle = low + (high - low) / 2;
  uint32_t px = lod_pixel_of (trace_instant (planner->view->profile->trace, middle).time_ns,
                              planner->view->begin_ns, planner->view->end_ns, planner->n_px);
  px = CLAMP (px, low_px, high_px);
  return add_instants_between (planner, first_span, low, low_px, middle, px)
         && (px == low_px || px == high_px
             || add_pixel (planner, first_span, px, SLICE_NONE, WORK_ANNOTATION, 1))
         && add_instants_between (planner, first_span, middle, px, high, high_px);
}

static bool
add_instants (RowPlanner *planner, const TraceTrack *track, uint32_t first_span)
{
  const Trace *trace = planner->view->profile->trace;
  uint64_t end = track->first_instant + track->n_instants;
  uint64_t first = first_instant_from (trace, track->first_instant, end, planner->view->begin_ns);
  uint64_t behind = first_instant_from (trace, first, end, planner->view->end_ns);

  if (first == behind)
    return true;
  uint32_t first_px = lod_pixel_of (trace_instant (trace, first).time_ns, planner->view->begin_ns,
                                    planner->view->end_ns, planner->n_px);
  uint32_t last_px = lod_pixel_of (trace_instant (trace, behind - 1).time_ns, planner->view->begin_ns,
                                   planner->view->end_ns, planner->n_px);
  last_px = MAX (last_px, first_px);
  return add_pixel (planner, first_span, first_px, SLICE_NONE, WORK_ANNOTATION, 1)
         && add_instants_between (planner, first_span, first, first_px, behind - 1, last_px)
         && (last_px == first_px || add_pixel (planner, first_span, last_px, SLICE_NONE, WORK_ANNOTATION, 1));
}

bool
row_planner_add_spans (RowPlanner *planner, const TimelineRow *row)
{
  uint32_t first_span = (uint32_t) planner->spans.n;

  switch (row->kind)
    {
    case ROW_LANE:
      return add_lane_spans (planner, row->first_row, first_span);
    case ROW_STRIP:
      return add_strip_spans (planner, row, first_span);
    case ROW_INSTANTS:
      return add_instants (planner, trace_track (planner->view->profile->trace, row->track), first_span);
    default:
      return true;
    }
}
