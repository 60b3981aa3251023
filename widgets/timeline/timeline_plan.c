/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sample_peaks.h"
#include "widgets/timeline/lane_row.h"

/* From this width on a slice is drawn as itself. */
#define WHOLE_PX 3

/* Lines whose slices overlap without nesting: this many lanes speak for them in a closed group. */
#define GROUP_LANES 8

/* What lies in a pixel is seen, however little it is. */
#define SHARE_LEAST 0.001f

COLUMN_DEFINE (SpanColumn, span_column, TimelineSpan)
COLUMN_DEFINE (RowPlanColumn, row_plan_column, TimelineRowPlan)
COLUMN_IMPLEMENT (SpanColumn, span_column)
COLUMN_IMPLEMENT (RowPlanColumn, row_plan_column)

struct TimelinePlan
{
  RowPlanColumn rows;
  SpanColumn spans;
  float *shares;
  size_t n_shares, shares_cap;
  LodCell *cells; /* two rows of n_px */
  size_t cells_cap;
  uint32_t n_px;
  double scale;
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
  span_column_clear (&plan->spans);
  free (plan->shares);
  free (plan->cells);
  g_free (plan);
}

/* ---- spans ---- */

static float
in_eighths (float busy)
{
  return ceilf (fminf (fmaxf (busy, 0), 1) * 8) / 8;
}

/* A pixel's worth; joined to the span before it when that looks the same. */
static bool
add_pixel (TimelinePlan *plan, uint32_t first_span, uint32_t x, uint64_t slice, WorkKind work, float busy)
{
  if (plan->spans.n > first_span)
    {
      TimelineSpan *last = &plan->spans.at[plan->spans.n - 1];

      if (!last->is_whole && last->work == work && last->x_px + last->width_px == (int32_t) x
          && fabsf (last->busy - busy) < 1.0f / 16)
        {
          last->width_px++;
          return true;
        }
    }
  return span_column_push (&plan->spans,
                           (TimelineSpan){ (int32_t) x, 1, slice, (uint8_t) work, false, busy });
}

/* Where there are more pixels than nanoseconds, cells know only the first pixel of each nanosecond. */
static uint32_t
true_end (const TimelinePlan *plan, const TimelineView *view, uint64_t slice, uint32_t end)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);
  double edge = timeline_view_px (view, slice_end_ns (slices, slice)) * plan->scale;

  return edge > end ? (uint32_t) fmin (edge, plan->n_px) : end;
}

static bool
add_lane_spans (TimelinePlan *plan, const TimelineView *view, uint32_t lane, uint32_t first_span)
{
  const WorkKinds *works = view->profile->works;
  uint64_t first_slice = trace_row (view->profile->trace, lane)->first_slice;
  const LodCell *cells = plan->cells;
  bool is_magnified = view->end_ns - view->begin_ns < (int64_t) plan->n_px;

  lane_row_query (view->profile->trace, lane, view->begin_ns, view->end_ns, plan->n_px, plan->cells);
  for (uint32_t x = 0, end; x < plan->n_px; x = end)
    {
      uint64_t slice = cells[x].longest;

      end = x + 1;
      if (slice == LOD_EMPTY)
        continue;
      while (end < plan->n_px && cells[end].longest == slice)
        end++;
      if (is_magnified)
        for (uint32_t wanted = true_end (plan, view, first_slice + slice, end);
             end < wanted && cells[end].longest == LOD_EMPTY;)
          end++;

      if (end - x >= WHOLE_PX)
        {
          WorkKind work = work_kind_of_slice (works, first_slice + slice);
          TimelineSpan span = {
            (int32_t) x, (int32_t) (end - x), first_slice + slice, (uint8_t) work, true, 1,
          };

          if (!span_column_push (&plan->spans, span))
            return false;
          continue;
        }
      for (uint32_t i = x; i < end; i++)
        if (!add_pixel (plan, first_span, i, first_slice + slice,
                        work_kind_of_slice (works, first_slice + cells[i].dominant),
                        in_eighths (cells[i].busy)))
          return false;
    }
  return true;
}

/* Of folded lanes, each pixel shows the one that is busiest there. Where slices nest, the uppermost lane covers all
 * below it and is the only one asked. */
static bool
add_strip_spans (TimelinePlan *plan, const TimelineView *view, const TimelineRow *row, uint32_t first_span)
{
  const Trace *trace = view->profile->trace;
  const WorkKinds *works = view->profile->works;
  uint32_t n_lanes = trace_track (trace, row->track)->n_overlaps == 0 ? 1 : row->n_rows;
  LodCell *best = plan->cells, *cells = best + plan->n_px;

  for (uint32_t lane = row->first_row; lane < row->first_row + n_lanes; lane++)
    {
      uint64_t first_slice = trace_row (trace, lane)->first_slice;
      bool is_first = lane == row->first_row;

      lane_row_query (trace, lane, view->begin_ns, view->end_ns, plan->n_px, is_first ? best : cells);
      for (uint32_t x = 0; x < plan->n_px; x++)
        {
          LodCell cell = is_first ? best[x] : cells[x];

          if (cell.longest == LOD_EMPTY
              || (!is_first && best[x].longest != LOD_EMPTY && best[x].busy >= cell.busy))
            continue;
          cell.longest += first_slice;
          cell.dominant += first_slice;
          best[x] = cell;
        }
    }
  for (uint32_t x = 0; x < plan->n_px; x++)
    if (best[x].longest != LOD_EMPTY
        && !add_pixel (plan, first_span, x, best[x].longest, work_kind_of_slice (works, best[x].dominant),
                       in_eighths (best[x].busy)))
      return false;
  return true;
}

static bool
add_instants (TimelinePlan *plan, const TimelineView *view, const TraceTrack *track, uint32_t first_span)
{
  const Trace *trace = view->profile->trace;
  uint64_t low = track->first_instant, end = low + track->n_instants;
  uint32_t x_next = 0;

  while (low < end)
    {
      uint64_t middle = low + (end - low) / 2;

      if (trace_instant (trace, middle).time_ns < view->begin_ns)
        low = middle + 1;
      else
        end = middle;
    }

  /* From each pixel that holds one on to the first behind that pixel. */
  end = track->first_instant + track->n_instants;
  while (low < end && trace_instant (trace, low).time_ns < view->end_ns)
    {
      uint32_t x =
        lod_pixel_of (trace_instant (trace, low).time_ns, view->begin_ns, view->end_ns, plan->n_px);
      uint64_t high = low + 1, step = 1;

      /* Out of order, as a damaged profile may have them: what has been passed stays as it is. */
      if (x < x_next)
        break;
      x_next = x + 1;
      if (!add_pixel (plan, first_span, x, SLICE_NONE, WORK_ANNOTATION, 1))
        return false;
      while (high < end
             && lod_pixel_of (trace_instant (trace, high).time_ns, view->begin_ns, view->end_ns, plan->n_px)
                  <= x)
        {
          low = high;
          high = end - high > step ? high + step : end;
          step *= 2;
        }
      while (high - low > 1)
        {
          uint64_t middle = low + (high - low) / 2;

          if (lod_pixel_of (trace_instant (trace, middle).time_ns, view->begin_ns, view->end_ns, plan->n_px)
              <= x)
            low = middle;
          else
            high = middle;
        }
      low = high;
    }
  return true;
}

/* ---- shares ---- */

static void
raise_shares (TimelinePlan *plan, const TimelineView *view, uint32_t lane, float *shares)
{
  const LodCell *cells = plan->cells;

  lane_row_query (view->profile->trace, lane, view->begin_ns, view->end_ns, plan->n_px, plan->cells);
  for (uint32_t x = 0; x < plan->n_px; x++)
    if (cells[x].longest != LOD_EMPTY)
      shares[x] = fmaxf (shares[x], fmaxf (cells[x].busy, SHARE_LEAST));
}

/* What is work, of hosts: operators, calls and Python; annotations last from the begin of a step to its end whatever
 * is done meanwhile. */
static bool
is_work (TrackKind kind)
{
  return kind != TRACK_ANNOTATIONS && kind != TRACK_PROFILER && kind != TRACK_DEVICE_ANNOTATIONS;
}

/* The busiest of the lines below the track; those that tell of no work where there are no others. True: there are. */
static bool
add_lines_of (TimelinePlan *plan, const TimelineView *view, uint32_t track, bool of_work, float *shares)
{
  const Trace *trace = view->profile->trace;
  bool any = false;

  for (uint32_t t = track; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *line = trace_track (trace, t);
      uint32_t n_lanes = line->n_overlaps == 0 ? 1 : GROUP_LANES;
      uint32_t above = t;

      while (above != TRACE_NONE && above != track)
        above = trace_track (trace, above)->parent;
      if (above == TRACE_NONE)
        break;
      if (is_work (line->kind) != of_work)
        continue;
      any = any || line->n_rows > 0;
      for (uint32_t i = 0; i < n_lanes && i < line->n_rows; i++)
        raise_shares (plan, view, line->first_row + i, shares);
    }
  return any;
}

static void
add_lines (TimelinePlan *plan, const TimelineView *view, uint32_t track, float *shares)
{
  if (!add_lines_of (plan, view, track, true, shares))
    add_lines_of (plan, view, track, false, shares);
}

static void
add_busy (TimelinePlan *plan, const TimelineView *view, uint32_t device, float *shares)
{
  busy_index_shares (view->profile->busy[device], view->begin_ns, view->end_ns, plan->n_px, shares);
}

/* A machine: the mean of its GPUs; one without any, its processes. */
static void
add_node (TimelinePlan *plan, const TimelineView *view, uint32_t node, float *shares)
{
  const Trace *trace = view->profile->trace;
  float *of_device = (float *) (void *) plan->cells;
  uint32_t n = 0;

  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    if (trace_rank (trace, trace_device (trace, d)->rank)->node == node)
      {
        add_busy (plan, view, d, of_device);
        for (uint32_t x = 0; x < plan->n_px; x++)
          shares[x] += of_device[x];
        n++;
      }
  for (uint32_t x = 0; x < plan->n_px && n > 1; x++)
    shares[x] /= (float) n;
  if (n == 0)
    add_lines (plan, view, node, shares);
}

/* A counter keeps its value until the next sample: each pixel shows the highest that it had there. */
static void
add_counter (TimelinePlan *plan, const TimelineView *view, const TimelineRow *row, float *shares)
{
  const TraceTrack *track = trace_track (view->profile->trace, row->track);
  const SampleColumns *samples =
    row->memory != NULL ? memory_use_samples (view->profile->memory) : trace_samples (view->profile->trace);
  uint64_t first = row->memory != NULL ? row->memory->first : track->first_sample;
  uint64_t end = first + (row->memory != NULL ? row->memory->n : track->n_samples);
  uint64_t at = samples_after (samples, first, end, (end - first) / 2, view->begin_ns);
  uint64_t n_here = 0; /* samples of the pixel before: about as many as of the next */
  double range = row->value_max - row->value_min;

  if (!(range > 0))
    return;
  for (uint32_t x = 0; x < plan->n_px; x++)
    {
      int64_t until_ns = timeline_view_ns (view, (x + 1) / plan->scale) - 1;
      uint64_t next = samples_after (samples, at, end, n_here, until_ns);
      double value = at > first ? sample_value (samples, at - 1) : -INFINITY;

      if (at < next)
        value = fmax (value, sample_peaks_of (samples, at, next).most);
      n_here = next - at;
      at = next;
      /* Where peaks are damaged a value may be beyond them. */
      if (at > first)
        shares[x] = value > 0 || row->value_min < 0
                      ? fmaxf (fminf ((float) ((value - row->value_min) / range), 1), SHARE_LEAST)
                      : 0;
    }
}

static bool
plan_shares (TimelinePlan *plan, const TimelineView *view, const TimelineRow *row, TimelineRowPlan *row_plan)
{
  float *shares;

  if (!column_grow ((void **) &plan->shares, &plan->shares_cap, plan->n_shares + plan->n_px,
                    sizeof *plan->shares))
    return false;
  shares = plan->shares + plan->n_shares;
  memset (shares, 0, plan->n_px * sizeof *shares);
  row_plan->first_share = (uint32_t) plan->n_shares;
  row_plan->has_shares = true;
  plan->n_shares += plan->n_px;

  if (row->kind == ROW_COUNTER)
    add_counter (plan, view, row, shares);
  else if (row->device != TRACE_NONE)
    add_busy (plan, view, row->device, shares);
  else if (trace_track (view->profile->trace, row->track)->kind == TRACK_NODE)
    add_node (plan, view, row->track, shares);
  else
    add_lines (plan, view, row->track, shares);
  return true;
}

/* ---- rows ---- */

static bool
plan_row (TimelinePlan *plan, const TimelineView *view, const TimelineRow *row, TimelineRowPlan *row_plan)
{
  switch (row->kind)
    {
    case ROW_LANE:
      return add_lane_spans (plan, view, row->first_row, row_plan->first_span);
    case ROW_STRIP:
      return add_strip_spans (plan, view, row, row_plan->first_span);
    case ROW_INSTANTS:
      return add_instants (plan, view, trace_track (view->profile->trace, row->track), row_plan->first_span);
    case ROW_GROUP:
      return row->is_open || plan_shares (plan, view, row, row_plan);
    case ROW_UTILIZATION:
    case ROW_COUNTER:
      return plan_shares (plan, view, row, row_plan);
    case ROW_NOTE:
      break;
    }
  return true;
}

static bool
plan_rows (TimelinePlan *plan, const TimelineView *view)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  if (!column_grow ((void **) &plan->cells, &plan->cells_cap, (size_t) plan->n_px * 2 + 1,
                    sizeof *plan->cells))
    return false;
  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    {
      TimelineRowPlan row_plan = { .row = r, .first_span = (uint32_t) plan->spans.n };

      if (!plan_row (plan, view, &rows[r], &row_plan))
        return false;
      row_plan.n_spans = (uint32_t) plan->spans.n - row_plan.first_span;
      if (!row_plan_column_push (&plan->rows, row_plan))
        return false;
    }
  return true;
}

bool
timeline_plan_make (TimelinePlan *plan, const TimelineView *view, double scale)
{
  plan->rows.n = plan->spans.n = plan->n_shares = 0;
  plan->n_px = (uint32_t) MAX (lround (view->width_px * scale), 0);
  plan->scale = scale;
  if (plan_rows (plan, view))
    return true;
  plan->rows.n = plan->spans.n = plan->n_shares = 0;
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

const TimelineSpan *
timeline_plan_spans (const TimelinePlan *plan, uint32_t *ret_n)
{
  *ret_n = (uint32_t) plan->spans.n;
  return plan->spans.at;
}

const float *
timeline_plan_shares (const TimelinePlan *plan)
{
  return plan->shares;
}
