/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/row_planner.h"

#include <math.h>
#include <string.h>

#include "trace/derive/sample_peaks.h"
#include "trace/model/job_tables.h"
#include "widgets/timeline/rows/lane_row.h"

/* Lines whose slices overlap without nesting: this many lanes speak for them in a closed group. */
#define GROUP_LANES 8

/* What lies in a pixel is seen, however little it is. */
#define SHARE_LEAST 0.001f

static void
raise_shares (RowPlanner *planner, uint32_t lane, float *shares)
{
  const TimelineView *view = planner->view;
  const LodCell *cells = planner->cells;
  const LanePixel *pixels = planner->pixels;

  if (lane_grids_query (view->grids, lane, view->begin_ns, view->end_ns, planner->n_px, planner->pixels))
    {
      for (uint32_t x = 0; x < planner->n_px; x++)
        if (pixels[x].longest != LOD_EMPTY)
          shares[x] = fmaxf (shares[x], fmaxf (pixels[x].busy, SHARE_LEAST));
      return;
    }
  lane_row_query (view->profile->trace, lane, view->begin_ns, view->end_ns, planner->n_px, planner->cells);
  for (uint32_t x = 0; x < planner->n_px; x++)
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
add_lines_of (RowPlanner *planner, uint32_t track, bool of_work, float *shares)
{
  const Trace *trace = planner->view->profile->trace;
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
        raise_shares (planner, line->first_row + i, shares);
    }
  return any;
}

static void
add_lines (RowPlanner *planner, uint32_t track, float *shares)
{
  if (!add_lines_of (planner, track, true, shares))
    add_lines_of (planner, track, false, shares);
}

static void
add_busy (RowPlanner *planner, uint32_t device, float *shares)
{
  busy_index_shares (planner->view->profile->busy[device], planner->view->begin_ns, planner->view->end_ns,
                     planner->n_px, shares);
}

/* A machine: the mean of its GPUs; one without any, its processes. */
static void
add_node (RowPlanner *planner, uint32_t node, float *shares)
{
  const Trace *trace = planner->view->profile->trace;
  float *of_device = (float *) (void *) planner->cells;
  uint32_t n = 0;

  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    if (trace_rank (trace, trace_device (trace, d)->rank)->node == node)
      {
        add_busy (planner, d, of_device);
        for (uint32_t x = 0; x < planner->n_px; x++)
          shares[x] += of_device[x];
        n++;
      }
  for (uint32_t x = 0; x < planner->n_px && n > 1; x++)
    shares[x] /= (float) n;
  if (n == 0)
    add_lines (planner, node, shares);
}

/* A counter keeps its value until the next sample; each pixel shows the highest that it had there. */
static void
add_counter (RowPlanner *planner, const TimelineRow *row, float *shares)
{
  const TraceTrack *track = trace_track (planner->view->profile->trace, row->track);
  const SampleColumns *samples = row->memory != NULL ? memory_use_samples (planner->view->profile->memory)
                                                     : trace_samples (planner->view->profile->trace);
  uint64_t first = row->memory != NULL ? row->memory->first : track->first_sample;
  uint64_t end = first + (row->memory != NULL ? row->memory->n : track->n_samples);
  uint64_t at = samples_after (samples, first, end, (end - first) / 2, planner->view->begin_ns);
  uint64_t n_here = 0; /* samples in a pixel: about as many as in the one before */
  double range = row->value_max - row->value_min;

  if (!(range > 0))
    return;
  for (uint32_t x = 0; x < planner->n_px; x++)
    {
      int64_t until_ns = timeline_view_ns (planner->view, (x + 1) / planner->scale) - 1;
      uint64_t next = samples_after (samples, at, end, n_here, until_ns);
      double value = at > first ? sample_value (samples, at - 1) : -INFINITY;

      if (at < next)
        value = fmax (value, sample_peaks_of (samples, at, next).most);
      n_here = next - at;
      at = next;
      /* In a damaged profile a value may be beyond the extremes. */
      if (at > first)
        shares[x] = value > 0 || row->value_min < 0
                      ? fmaxf ((float) fmin ((value - row->value_min) / range, 1), SHARE_LEAST)
                      : 0;
    }
}

bool
row_planner_add_shares (RowPlanner *planner, const TimelineRow *row)
{
  float *shares;

  if (!column_grow ((void **) &planner->shares, &planner->shares_cap, planner->n_shares + planner->n_px,
                    sizeof *planner->shares))
    return false;
  shares = planner->shares + planner->n_shares;
  memset (shares, 0, planner->n_px * sizeof *shares);
  planner->n_shares += planner->n_px;

  /* A job that was merged from summaries has few of the slices: its rows would seem idle. */
  if (row->kind == ROW_COUNTER)
    add_counter (planner, row, shares);
  else if (trace_is_job (planner->view->profile->trace))
    return true;
  else if (row->device != TRACE_NONE)
    add_busy (planner, row->device, shares);
  else if (trace_track (planner->view->profile->trace, row->track)->kind == TRACK_NODE)
    add_node (planner, row->track, shares);
  else
    add_lines (planner, row->track, shares);
  return true;
}
