/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/found_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/model/slice_find.h"
#include "widgets/timeline/rows/lane_row.h"

#define MARK_PX  2
#define INSET_PX 1 /* below the top of a slice, where the bar of slices with the same name ends */
#define TICK_PX  3

/* The device pixels of one row that contain a match. */
typedef struct
{
  const TimelineView *view;
  const SearchResult *found;
  double scale;
  uint32_t n_px;
  uint8_t *is_marked;
} FoundRow;

static void
mark_lane (FoundRow *row, uint32_t lane)
{
  const TimelineView *view = row->view;
  const Trace *trace = view->profile->trace;
  const SliceColumns *slices = trace_slices (trace);
  const TraceRow *at = trace_row (trace, lane);
  uint64_t end = at->first_slice + at->n_slices, slice = lane_row_last_begun (trace, lane, view->begin_ns);

  slice = search_result_next (row->found, slice == SLICE_NONE ? at->first_slice : slice);
  while (slice < end && slice_start_ns (slices, slice) < view->end_ns)
    {
      double left = floor (timeline_view_px (view, slice_start_ns (slices, slice)) * row->scale);
      double right = ceil (timeline_view_px (view, slice_end_ns (slices, slice)) * row->scale);
      uint32_t x = (uint32_t) CLAMP (left, 0, row->n_px), x_end = (uint32_t) CLAMP (right, 0, row->n_px);

      if (left >= 0 && x_end == x && x < row->n_px)
        x_end = x + 1;
      if (x_end > x)
        memset (row->is_marked + x, 1, x_end - x);
      while (x_end < row->n_px && row->is_marked[x_end])
        x_end++;
      if (x_end >= row->n_px)
        break;
      /* The one before may reach into that pixel. */
      int64_t x_end_ns = timeline_view_ns (view, x_end / row->scale);
      uint64_t next = slice_find_onward (slices, slice + 1, end, x_end_ns);
      slice = search_result_next (row->found, next > slice + 1 ? next - 1 : next);
    }
}

/* A line in the background colour separates the marks from the fill below. */
static void
add_marks (cairo_t *cr, const FoundRow *row, double y_px, double height_px)
{
  for (uint32_t x = 0, end; x < row->n_px; x = end)
    {
      end = x + 1;
      if (!row->is_marked[x])
        continue;
      while (end < row->n_px && row->is_marked[end])
        end++;
      cairo_rectangle (cr, x / row->scale, y_px, fmax ((end - x) / row->scale, MARK_PX), height_px);
    }
}

static void
draw_row (cairo_t *cr, const FoundRow *row, const Rect *rect, const Theme *theme)
{
  bool is_low = rect->height_px < 3 * MARK_PX;
  double y_px = is_low ? rect->y_px - 1 : rect->y_px + INSET_PX;

  if (memchr (row->is_marked, 1, row->n_px) == NULL)
    return;
  if (!is_low)
    {
      add_marks (cr, row, y_px, MARK_PX + 1);
      theme_set_source (cr, theme->halo);
      cairo_fill (cr);
    }
  add_marks (cr, row, y_px, MARK_PX);
  theme_set_source (cr, theme->accent);
  cairo_fill (cr);
}

static void
mark_lanes (FoundRow *row, uint32_t first, uint32_t n)
{
  for (uint32_t lane = first; lane < first + n; lane++)
    mark_lane (row, lane);
}

/* Marks matches on the tracks inside a closed group. places maps tracks to the rows that show them. */
static void
mark_group (FoundRow *row, uint32_t group, const uint32_t *places)
{
  const Trace *trace = row->view->profile->trace;
  size_t n_tracks;
  const SearchTrack *tracks = search_result_tracks (row->found, &n_tracks);

  for (size_t t = 0; t < n_tracks; t++)
    if (places[t] == group)
      mark_lanes (row, trace_track (trace, tracks[t].track)->first_row,
                  trace_track (trace, tracks[t].track)->n_rows);
}

static uint32_t *
find_places (const TimelineView *view, const SearchResult *found)
{
  size_t n;
  const SearchTrack *tracks = search_result_tracks (found, &n);
  uint32_t *places = malloc ((n + 1) * sizeof *places);

  for (size_t t = 0; places != NULL && t < n; t++)
    places[t] = track_tree_row_of_slice (view->tree, tracks[t].first);
  return places;
}

void
timeline_draw_found (cairo_t *cr,
                     const TimelineView *view,
                     double scale,
                     const DrawStyle *style,
                     const SearchResult *found)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (view->tree, &n_rows);
  FoundRow row = {
    .view = view, .found = found, .scale = scale, .n_px = (uint32_t) ceil (view->width_px * scale)
  };
  uint32_t *places = find_places (view, found);

  row.is_marked = malloc (row.n_px + (size_t) 1);
  for (uint32_t r = timeline_view_first_row (view);
       r != UINT32_MAX && places != NULL && row.is_marked != NULL; r = timeline_view_next_row (view, r))
    {
      Rect rect = timeline_view_row_rect (view, r), window = timeline_view_row_window (view, r);

      memset (row.is_marked, 0, row.n_px);
      if (rows[r].kind == ROW_LANE || rows[r].kind == ROW_STRIP)
        mark_lanes (&row, rows[r].first_row, rows[r].n_rows);
      else if (rows[r].kind == ROW_GROUP && !rows[r].is_open)
        mark_group (&row, r, places);
      else
        continue;
      cairo_save (cr);
      cairo_rectangle (cr, window.x_px, window.y_px, window.width_px, window.height_px);
      cairo_clip (cr);
      draw_row (cr, &row, &rect, style->theme);
      cairo_restore (cr);
    }
  free (row.is_marked);
  free (places);
}

void
timeline_draw_found_ticks (cairo_t *cr,
                           const TimelineView *whole,
                           const DrawStyle *style,
                           const SearchResult *found,
                           double bottom_px)
{
  double tick_px = round (TICK_PX * text_cache_scale (style->text)), last_px = -MARK_PX;
  int64_t begin_ns, end_ns;
  const uint8_t *ticks = search_result_ticks (found, &begin_ns, &end_ns);

  for (int i = 0; i < SEARCH_TICKS; i++)
    {
      double time_ns = (double) begin_ns + (double) (end_ns - begin_ns) * i / SEARCH_TICKS;
      double x_px = floor (fmin (timeline_view_px (whole, (int64_t) time_ns), whole->width_px - MARK_PX));

      if (!ticks[i] || x_px == last_px)
        continue;
      cairo_rectangle (cr, x_px, bottom_px - tick_px, MARK_PX, tick_px);
      last_px = x_px;
    }
  theme_set_source (cr, style->theme->accent);
  cairo_fill (cr);
}
