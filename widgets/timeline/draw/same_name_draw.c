/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/same_name_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAR_PX    2
#define DIM_ALPHA 0.72

typedef struct
{
  const TimelineView *view;
  const SliceColumns *slices;
  const NameSeries *series;
  uint32_t n_px;
  double px_per_logical;
} Search;

static double
px_of (const Search *search, int64_t time_ns)
{
  return timeline_view_px (search->view, time_ns) * search->px_per_logical;
}

/* Returns the first of by_row[begin, end), which are of one lane, that starts at or behind a pixel. */
static uint64_t
first_from_px (const Search *search, uint64_t begin, uint64_t end, double x)
{
  uint64_t low = begin, step = 1;

  /* Looks as far as it has to. */
  while (end - low > step
         && px_of (search, slice_start_ns (search->slices, search->series->by_row[low + step])) < x)
    {
      low += step;
      step *= 2;
    }
  uint64_t high = MIN (end, low + step + 1);
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (px_of (search, slice_start_ns (search->slices, search->series->by_row[middle])) < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static bool
mark_lane (const Search *search, uint64_t begin, uint64_t end, uint8_t *columns)
{
  uint64_t at = first_from_px (search, begin, end, 0);
  bool has_any = false;

  /* The one before may reach into the view. */
  at -= at > begin;
  while (at < end)
    {
      uint64_t slice = search->series->by_row[at];
      double left = floor (px_of (search, slice_start_ns (search->slices, slice)));
      if (left >= search->n_px)
        break;
      uint64_t next = first_from_px (search, at + 1 < end ? at + 1 : at, end, left + 1);
      next = MAX (next, at + 1);

      /* Of several that begin in one pixel the last one reaches furthest. */
      double right = ceil (px_of (search, slice_end_ns (search->slices, search->series->by_row[next - 1])));
      right = fmin (fmax (right, left + 1), search->n_px);
      for (double x = fmax (left, 0); x < right; x++)
        {
          columns[(uint32_t) x] = 1;
          has_any = true;
        }
      at = next;
    }
  return has_any;
}

bool
same_name_columns (const TimelineView *view,
                   const NameSeries *series,
                   uint32_t row,
                   uint32_t n_px,
                   uint8_t *columns)
{
  uint32_t n_rows;
  const TimelineRow *at = &track_tree_rows (view->tree, &n_rows)[row];
  Search search = {
    .view = view,
    .slices = trace_slices (view->profile->trace),
    .series = series,
    .n_px = n_px,
    .px_per_logical = view->width_px > 0 ? (double) n_px / view->width_px : 1,
  };
  bool has_any = false;

  memset (columns, 0, n_px);
  for (uint32_t lane = at->first_row; lane < at->first_row + at->n_rows; lane++)
    {
      const TraceRow *slices = trace_row (view->profile->trace, lane);
      uint64_t begin, end;

      name_series_range (series, slices->first_slice, slices->n_slices, &begin, &end);
      has_any |= begin < end && mark_lane (&search, begin, end, columns);
    }
  return has_any;
}

/* Adds rectangles over the marked columns of a row, or over the unmarked ones. */
static void
add_runs (cairo_t *cr,
          const uint8_t *columns,
          uint32_t n_px,
          uint8_t wanted,
          double scale,
          double y_px,
          double height_px)
{
  for (uint32_t x = 0, end; x < n_px; x = end)
    {
      for (end = x + 1; end < n_px && columns[end] == columns[x]; end++)
        ;
      if (columns[x] == wanted)
        cairo_rectangle (cr, x / scale, y_px, (end - x) / scale, height_px);
    }
}

void
same_name_draw (cairo_t *cr,
                const TimelineView *view,
                const DrawStyle *style,
                const NameSeries *series,
                bool dims_others,
                double scale)
{
  uint32_t n_rows, n_px = (uint32_t) CLAMP (lround (view->width_px * scale), 0, INT16_MAX);
  const TimelineRow *rows = track_tree_rows (view->tree, &n_rows);
  uint8_t *columns = malloc (n_px + 1);

  if (columns == NULL)
    return;
  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    {
      if (rows[r].kind != ROW_LANE && rows[r].kind != ROW_STRIP)
        continue;

      Rect rect = timeline_view_row_rect (view, r), window = timeline_view_row_window (view, r);
      cairo_save (cr);
      cairo_rectangle (cr, window.x_px, window.y_px, window.width_px, window.height_px);
      cairo_clip (cr);
      bool has_any = same_name_columns (view, series, r, n_px, columns);
      if (dims_others)
        {
          add_runs (cr, columns, n_px, 0, scale, rect.y_px, rect.height_px);
          theme_set_source_alpha (cr, style->theme->view, DIM_ALPHA);
          cairo_fill (cr);
        }
      if (has_any && rows[r].kind == ROW_LANE)
        {
          add_runs (cr, columns, n_px, 1, scale, rect.y_px - 1, BAR_PX);
          theme_set_source (cr, style->theme->text);
          cairo_fill (cr);
        }
      cairo_restore (cr);
    }
  free (columns);
}
