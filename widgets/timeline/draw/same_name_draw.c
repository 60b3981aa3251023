/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/same_name_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/parallel.h"
#include "widgets/timeline/view/span_sink.h"

#define BAR_PX    2
#define DIM_ALPHA 0.72

/* Picoseconds to find and mark a pixel of a row where many slices have the name, and the most threads worth using. */
#define MARK_PS_PER_PIXEL 4000
#define MARKERS_MAX       4

/* Each slice of the name is at another place of columns of gigabytes: they are fetched so many slices ahead. */
#define AHEAD_SLICES 12

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

static void
expect (const Search *search, uint64_t at, uint64_t end)
{
  if (at >= end)
    return;
  __builtin_prefetch (&search->slices->start_ns[search->series->by_row[at]]);
  __builtin_prefetch (&search->slices->dur_ns[search->series->by_row[at]]);
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
      expect (search, at + AHEAD_SLICES, end);
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

/* ---- drawing ---- */

typedef struct
{
  const TimelineView *view;
  const DrawStyle *style;
  const NameSeries *series;
  const TimelineRow *rows;
  bool dims_others;
  double scale;
  const GArray *marked;           /* the rows of lanes and the strips in view */
  SpanSink sinks[MARKERS_MAX];    /* of each thread */
  uint8_t *columns[MARKERS_MAX]; /* of each thread */
} Drawing;

/* Adds rectangles over the marked columns of a row, or over the unmarked ones. */
static void
add_runs (cairo_t *cr, const uint8_t *columns, int n_px, uint8_t wanted, double y, double height)
{
  for (int x = 0, end; x < n_px; x = end)
    {
      for (end = x + 1; end < n_px && columns[end] == columns[x]; end++)
        ;
      if (columns[x] == wanted)
        cairo_rectangle (cr, x, y, end - x, height);
    }
}

/* Rows share no pixels, so threads may mark them in parallel. */
static void
mark_row_in_pixels (void *user_data, size_t task, unsigned thread)
{
  const Drawing *drawing = user_data;
  uint32_t row = g_array_index (drawing->marked, uint32_t, task);
  SpanSink sink = drawing->sinks[thread];
  uint8_t *columns = drawing->columns[thread];
  const Theme *theme = drawing->style->theme;
  Rect rect = timeline_view_row_rect (drawing->view, row);
  int y = (int) lround (rect.y_px * drawing->scale), height = (int) lround (rect.height_px * drawing->scale);
  int bar_y = (int) lround ((rect.y_px - 1) * drawing->scale),
      bar_height = (int) lround (BAR_PX * drawing->scale);
  bool has_any =
    same_name_columns (drawing->view, drawing->series, row, (uint32_t) sink.width, columns);
  bool has_bars = has_any && drawing->rows[row].kind == ROW_LANE;

  if (!timeline_view_is_fixed (drawing->view, row))
    span_sink_begin_at (&sink, (int) lround (drawing->view->fixed_px * drawing->scale));
  for (int x = 0, end; x < sink.width; x = end)
    {
      for (end = x + 1; end < sink.width && columns[end] == columns[x]; end++)
        ;
      if (columns[x] && has_bars)
        span_sink_rect (&sink, x, bar_y, end - x, bar_height, theme->text);
      else if (!columns[x] && drawing->dims_others)
        span_sink_wash (&sink, x, y, end - x, height, theme->view, DIM_ALPHA);
    }
}

static void
mark_row_with_cairo (const Drawing *drawing, uint32_t row)
{
  const SpanSink *sink = &drawing->sinks[0];
  const Theme *theme = drawing->style->theme;
  Rect rect = timeline_view_row_rect (drawing->view, row);
  Rect window = timeline_view_row_window (drawing->view, row);
  double scale = drawing->scale;
  bool has_any =
    same_name_columns (drawing->view, drawing->series, row, (uint32_t) sink->width, drawing->columns[0]);

  cairo_save (sink->cr);
  cairo_rectangle (sink->cr, 0, window.y_px * scale, sink->width, window.height_px * scale);
  cairo_clip (sink->cr);
  if (drawing->dims_others)
    {
      add_runs (sink->cr, drawing->columns[0], sink->width, 0, rect.y_px * scale, rect.height_px * scale);
      theme_set_source_alpha (sink->cr, theme->view, DIM_ALPHA);
      cairo_fill (sink->cr);
    }
  if (has_any && drawing->rows[row].kind == ROW_LANE)
    {
      add_runs (sink->cr, drawing->columns[0], sink->width, 1, (rect.y_px - 1) * scale, BAR_PX * scale);
      theme_set_source (sink->cr, theme->text);
      cairo_fill (sink->cr);
    }
  cairo_restore (sink->cr);
}

static GArray *
rows_of_slices (const TimelineView *view, const TimelineRow *rows)
{
  GArray *marked = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (rows[r].kind == ROW_LANE || rows[r].kind == ROW_STRIP)
      g_array_append_val (marked, r);
  return marked;
}

/* Returns for how many threads there is memory, 0 if for none. */
static unsigned
make_columns (Drawing *drawing, size_t n_px)
{
  unsigned n_wanted = 1, n = 0;

  if (drawing->sinks[0].image != NULL)
    n_wanted = parallel_threads_for (n_px * drawing->marked->len * MARK_PS_PER_PIXEL / 1000);
  for (; n < MIN (n_wanted, MARKERS_MAX) && (drawing->columns[n] = malloc (n_px + 1)) != NULL; n++)
    drawing->sinks[n] = drawing->sinks[0];
  return n;
}

void
same_name_draw (cairo_t *cr,
                const TimelineView *view,
                const DrawStyle *style,
                const NameSeries *series,
                bool dims_others,
                double scale)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (view->tree, &n_rows);
  int n_px = (int) CLAMP (lround (view->width_px * scale), 0, INT16_MAX);
  g_autoptr (GArray) marked = rows_of_slices (view, rows);
  Drawing drawing = {
    .view = view,
    .style = style,
    .series = series,
    .rows = rows,
    .dims_others = dims_others,
    .scale = scale,
    .marked = marked,
  };

  if (!span_sink_open (&drawing.sinks[0], cr, n_px, (int) lround (view->height_px * scale), scale))
    return;
  unsigned n_threads = make_columns (&drawing, (size_t) n_px);
  if (n_threads > 0 && drawing.sinks[0].image != NULL)
    parallel_run (n_threads, marked->len, mark_row_in_pixels, &drawing);
  else if (n_threads > 0)
    for (guint i = 0; i < marked->len; i++)
      mark_row_with_cairo (&drawing, g_array_index (marked, uint32_t, i));
  span_sink_close (&drawing.sinks[0]);
  for (unsigned i = 0; i < n_threads; i++)
    free (drawing.columns[i]);
}
