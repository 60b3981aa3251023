/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/path_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "widgets/timeline/draw/arrow.h"
#include "widgets/timeline/draw/legend_line.h"
#include "widgets/timeline/view/span_sink.h"

#define LINE_PX     3
#define DIM_ALPHA   0.72 /* as of what has another name than the selected slice */
#define GAP_ALPHA   0.35
#define DENSE_ALPHA 0.3
#define EDGE_PX     2  /* width of an edge that is too short for an arrow */
#define CURVE_PX    28 /* shortest arrow, along the time */
#define APART_PX    3  /* between the begins of two edges */

typedef struct
{
  const TimelineView *view;
  const DrawStyle *style;
  const StepPath *path;
  const TimelineRow *rows;
  double scale;
  SpanSink sink;
  uint8_t *columns;  /* of a row, by device pixel: 0: the path is not there, 1 + class */
  uint8_t *is_dense; /* by device pixel: several edges are there */
  int *top, *bottom; /* by device pixel: of the rows with the path, in device pixels */
  GArray *edges;
} Drawing;

/* From where the path leaves a row to where it goes on in another, in logical px. */
typedef struct
{
  double x_px[2], y_px[2];
} Edge;

static double
px_of (const Drawing *drawing, int64_t time_ns)
{
  return timeline_view_px (drawing->view, time_ns) * drawing->scale;
}

/* ---- rows ---- */

/* Returns the first of spans[low, high) that ends behind a time. */
static size_t
first_span_after (const PathSpan *spans, size_t low, size_t high, int64_t time_ns)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (spans[middle].end_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
mark_lane (const Drawing *drawing, size_t at, size_t end)
{
  const PathSpan *spans = drawing->path->spans;

  at = first_span_after (spans, at, end, drawing->view->begin_ns);
  while (at < end)
    {
      int width = drawing->sink.width;
      int left = (int) floor (CLAMP (px_of (drawing, spans[at].begin_ns), 0, width));
      int right = (int) ceil (CLAMP (px_of (drawing, spans[at].end_ns), 0, width));

      if (left >= width)
        break;
      right = CLAMP (right, left + 1, width);
      memset (drawing->columns + left, 1 + (int) spans[at].klass, (size_t) (right - left));
      at = first_span_after (spans, at + 1, end, timeline_view_ns (drawing->view, right / drawing->scale));
    }
}

static void
mark_row (const Drawing *drawing, const TimelineRow *row)
{
  memset (drawing->columns, 0, (size_t) drawing->sink.width);
  for (uint32_t lane = row->first_row; lane < row->first_row + row->n_rows; lane++)
    {
      size_t begin, end;

      step_path_spans_of (drawing->path, trace_row (drawing->view->profile->trace, lane), &begin, &end);
      mark_lane (drawing, begin, end);
    }
}

static void
note_row (const Drawing *drawing, int x, int end, int y)
{
  for (; x < end; x++)
    {
      drawing->top[x] = MIN (drawing->top[x], y);
      drawing->bottom[x] = MAX (drawing->bottom[x], y);
    }
}

static void
draw_row (const Drawing *drawing, uint32_t row)
{
  SpanSink sink = drawing->sink;
  const Theme *theme = drawing->style->theme;
  const uint8_t *columns = drawing->columns;
  Rect rect = timeline_view_row_rect (drawing->view, row);
  int y = (int) lround (rect.y_px * drawing->scale), height = (int) lround (rect.height_px * drawing->scale);
  int line = MIN ((int) lround (LINE_PX * drawing->scale), height);

  mark_row (drawing, &drawing->rows[row]);
  if (!timeline_view_is_fixed (drawing->view, row))
    span_sink_begin_at (&sink, (int) lround (drawing->view->fixed_px * drawing->scale));
  for (int x = 0, end; x < sink.width; x = end)
    {
      for (end = x + 1; end < sink.width && columns[end] == columns[x]; end++)
        ;
      if (columns[x] == 0)
        {
          span_sink_wash (&sink, x, y, end - x, height, theme->view, DIM_ALPHA);
          continue;
        }
      if (columns[x] == 1 + CRITICAL_GAP)
        span_sink_wash (&sink, x, y, end - x, height, theme->arrow, GAP_ALPHA);
      span_sink_rect (&sink, x, y + height - line, end - x, line, theme->arrow);
      note_row (drawing, x, end, y + height / 2);
    }
}

static void
draw_rows (const Drawing *drawing)
{
  const TimelineView *view = drawing->view;

  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (drawing->rows[r].kind == ROW_LANE || drawing->rows[r].kind == ROW_STRIP)
      draw_row (drawing, r);
}

/* ---- edges ---- */

static const CriticalPiece *
piece_before (const Drawing *drawing, size_t edge)
{
  return &drawing->path->path->pieces.at[drawing->path->edges[edge]];
}

static void
add_edge (const Drawing *drawing, size_t at)
{
  const CriticalPiece *from = piece_before (drawing, at), *to = from + 1;
  const TimelineView *view = drawing->view;
  Rect tail, tip;

  if (!timeline_view_slice_rect (view, from->slice, &tail)
      || !timeline_view_slice_rect (view, to->slice, &tip))
    return;
  /* A launch leads from its call. */
  int64_t from_ns = from->klass == CRITICAL_LAUNCH ? from->begin_ns : from->end_ns;
  Edge edge = {
    { timeline_view_px (view, from_ns), timeline_view_px (view, to->begin_ns) },
    { tail.y_px + tail.height_px / 2, tip.y_px + tip.height_px / 2 },
  };

  if (tail.y_px != tip.y_px && edge.x_px[1] >= -EDGE_PX && edge.x_px[0] <= view->width_px + EDGE_PX
      && fmax (edge.y_px[0], edge.y_px[1]) >= 0 && fmin (edge.y_px[0], edge.y_px[1]) <= view->height_px)
    g_array_append_val (drawing->edges, edge);
}

/* Returns the first edge of [low, n) whose later piece begins at or behind a place, in device pixels. */
static size_t
first_edge_from (const Drawing *drawing, size_t low, double x)
{
  size_t high = drawing->path->n_edges;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (px_of (drawing, piece_before (drawing, middle)[1].begin_ns) < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
note_dense (const Drawing *drawing, double x, double end)
{
  int first = (int) CLAMP (floor (x), 0, drawing->sink.width);
  int behind = (int) CLAMP (ceil (end), 0, drawing->sink.width);

  if (behind > first)
    memset (drawing->is_dense + first, 1, (size_t) (behind - first));
}

/* Collects the edges that are drawn: those that are a few pixels apart. */
static void
find_edges (const Drawing *drawing)
{
  double apart = APART_PX * drawing->scale;
  size_t edge = first_edge_from (drawing, 0, 0);

  while (edge < drawing->path->n_edges
         && px_of (drawing, piece_before (drawing, edge)->begin_ns) <= drawing->sink.width)
    {
      double x = px_of (drawing, piece_before (drawing, edge)[1].begin_ns);
      size_t next = first_edge_from (drawing, edge + 1, x + apart);

      if (next > edge + 1)
        note_dense (drawing, x, x + apart);
      else
        add_edge (drawing, edge);
      edge = next;
    }
}

static void
draw_dense (const Drawing *drawing)
{
  SpanSink sink = drawing->sink;

  span_sink_begin_at (&sink, (int) lround (drawing->view->fixed_px * drawing->scale));
  for (int x = 0, end; x < sink.width; x = end)
    {
      int top = drawing->top[x], bottom = drawing->bottom[x];

      for (end = x + 1; end < sink.width && drawing->is_dense[end] == drawing->is_dense[x]
                        && drawing->top[end] == top && drawing->bottom[end] == bottom;
           end++)
        ;
      if (drawing->is_dense[x] && bottom > top)
        span_sink_wash (&sink, x, top, end - x, bottom - top, drawing->style->theme->arrow, DENSE_ALPHA);
    }
}

static bool
is_arrow (const Edge *edge)
{
  return edge->x_px[1] - edge->x_px[0] >= CURVE_PX;
}

/* An edge that is too short for an arrow: along the row, then to the other. */
static void
add_corner (cairo_t *cr, const Edge *edge)
{
  double left_px = floor (fmax (edge->x_px[0], -EDGE_PX)), right_px = floor (edge->x_px[1]);
  double top_px = floor (fmin (edge->y_px[0], edge->y_px[1]));
  double bottom_px = ceil (fmax (edge->y_px[0], edge->y_px[1]));

  if (right_px > left_px + EDGE_PX)
    cairo_rectangle (cr, left_px, floor (edge->y_px[0]) - EDGE_PX / 2.0, right_px - left_px, EDGE_PX);
  cairo_rectangle (cr, right_px - EDGE_PX / 2.0, top_px, EDGE_PX, bottom_px - top_px);
}

static void
draw_edges (cairo_t *cr, const Drawing *drawing)
{
  const TimelineView *view = drawing->view;

  cairo_save (cr);
  cairo_rectangle (cr, 0, view->fixed_px, view->width_px, view->height_px - view->fixed_px);
  cairo_clip (cr);
  for (guint i = 0; i < drawing->edges->len; i++)
    if (!is_arrow (&g_array_index (drawing->edges, Edge, i)))
      add_corner (cr, &g_array_index (drawing->edges, Edge, i));
  theme_set_source (cr, drawing->style->theme->arrow);
  cairo_fill (cr);
  for (guint i = 0; i < drawing->edges->len; i++)
    {
      const Edge *edge = &g_array_index (drawing->edges, Edge, i);

      if (is_arrow (edge))
        arrow_draw_line (cr, view, drawing->style, edge->x_px, edge->y_px);
    }
  cairo_restore (cr);
}

/* ---- all of it ---- */

void
path_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style, double scale)
{
  uint32_t n_rows;
  int n_px = (int) CLAMP (lround (view->width_px * scale), 0, INT16_MAX);
  Drawing drawing = {
    .view = view,
    .style = style,
    .path = view->path,
    .rows = track_tree_rows (view->tree, &n_rows),
    .scale = scale,
    .columns = malloc ((size_t) n_px + 1),
    .is_dense = calloc ((size_t) n_px + 1, 1),
    .top = malloc (((size_t) n_px + 1) * sizeof *drawing.top),
    .bottom = malloc (((size_t) n_px + 1) * sizeof *drawing.bottom),
    .edges = g_array_new (FALSE, FALSE, sizeof (Edge)),
  };

  if (drawing.columns != NULL && drawing.is_dense != NULL && drawing.top != NULL && drawing.bottom != NULL
      && view->path->n_spans > 0
      && span_sink_open (&drawing.sink, cr, n_px, (int) lround (view->height_px * scale), scale))
    {
      for (int x = 0; x < n_px; x++)
        {
          drawing.top[x] = INT32_MAX;
          drawing.bottom[x] = 0;
        }
      draw_rows (&drawing);
      find_edges (&drawing);
      draw_dense (&drawing);
      span_sink_close (&drawing.sink);
      draw_edges (cr, &drawing);
    }
  free (drawing.columns);
  free (drawing.is_dense);
  free (drawing.top);
  free (drawing.bottom);
  g_array_unref (drawing.edges);
}

void
path_draw_legend (cairo_t *cr, const TimelineView *view, const DrawStyle *style)
{
  g_autofree char *text = step_path_legend (view->path, style->numbers);
  const char *doubt = step_path_doubt (view->path);
  g_autofree char *both = doubt != NULL ? g_strdup_printf ("%s. %s", text, doubt) : g_strdup (text);
  int line = view->comparison != NULL ? 1 : 0;

  if (legend_line_fits (view, style, both))
    {
      legend_line_draw (cr, view, style, line, both);
      return;
    }
  legend_line_draw (cr, view, style, line, text);
  if (doubt != NULL)
    legend_line_draw (cr, view, style, line + 1, doubt);
}
