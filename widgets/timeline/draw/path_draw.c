/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/path_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/parallel.h"
#include "widgets/timeline/draw/arrow.h"
#include "widgets/timeline/draw/legend_line.h"
#include "widgets/timeline/view/span_sink.h"

#define LINE_PX     3
#define DIM_ALPHA   0.72 /* as of what has another name than the selected slice */
#define LESS_ALPHA  0.4  /* where contrast is wanted: black text keeps 5:1 to white */
#define GAP_ALPHA   0.35
#define DENSE_ALPHA 0.3
#define EDGE_PX     2  /* width of an edge that is too short for an arrow */
#define CURVE_PX    28 /* shortest arrow, along the time */
#define APART_PX    3  /* between the begins of two edges */

#define IS_SELECTED UINT8_MAX /* of a column: neither dimmed nor on the path */

/* Time to wash a pixel of a row, all its lines, and the most threads worth using. */
#define WASH_PS_PER_PIXEL 14000
#define PAINTERS_MAX      4

/* What a thread needs, by device pixel. */
typedef struct
{
  uint8_t *columns;  /* of a row: 0: the path is not there, 1 + class, IS_SELECTED */
  int *top, *bottom; /* of the rows with the path, in device pixels */
} Painter;

typedef struct
{
  const TimelineView *view;
  const DrawStyle *style;
  const StepPath *path;
  const TimelineRow *rows;
  double scale;
  SpanSink sink;
  Painter painters[PAINTERS_MAX];   /* once rows are drawn, those of the first are of all */
  uint8_t *is_dense;                /* by device pixel: several edges are there */
  uint32_t selected_row;            /* UINT32_MAX: no slice is selected */
  int selected_begin, selected_end; /* its device pixels */
  GArray *lanes;                    /* rows in view that are drawn */
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
mark_lane (const Drawing *drawing, uint8_t *columns, size_t at, size_t end)
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
      memset (columns + left, 1 + (int) spans[at].klass, (size_t) (right - left));
      at = first_span_after (spans, at + 1, end, timeline_view_ns (drawing->view, right / drawing->scale));
    }
}

static void
mark_selected (const Drawing *drawing, uint8_t *columns)
{
  for (int x = drawing->selected_begin; x < drawing->selected_end; x++)
    if (columns[x] == 0)
      columns[x] = IS_SELECTED;
}

static void
mark_row (const Drawing *drawing, uint8_t *columns, uint32_t at)
{
  const TimelineRow *row = &drawing->rows[at];

  memset (columns, 0, (size_t) drawing->sink.width);
  for (uint32_t lane = row->first_row; lane < row->first_row + row->n_rows; lane++)
    {
      size_t begin, end;

      step_path_spans_of (drawing->path, trace_row (drawing->view->profile->trace, lane), &begin, &end);
      mark_lane (drawing, columns, begin, end);
    }
  if (at == drawing->selected_row)
    mark_selected (drawing, columns);
}

static void
note_row (const Painter *painter, int x, int end, int y)
{
  for (; x < end; x++)
    {
      painter->top[x] = MIN (painter->top[x], y);
      painter->bottom[x] = MAX (painter->bottom[x], y);
    }
}

/* Rows share no pixels, so threads may draw them in parallel. */
static void
draw_row (void *user_data, size_t task, unsigned thread)
{
  const Drawing *drawing = user_data;
  const Painter *painter = &drawing->painters[thread];
  uint32_t row = g_array_index (drawing->lanes, uint32_t, task);
  SpanSink sink = drawing->sink;
  const Theme *theme = drawing->style->theme;
  uint8_t *columns = painter->columns;
  Rect rect = timeline_view_row_rect (drawing->view, row);
  int y = (int) lround (rect.y_px * drawing->scale), height = (int) lround (rect.height_px * drawing->scale);
  int line = MIN ((int) lround (LINE_PX * drawing->scale), height);

  double dim_alpha = theme->has_borders ? LESS_ALPHA : DIM_ALPHA;

  mark_row (drawing, columns, row);
  if (!timeline_view_is_fixed (drawing->view, row))
    span_sink_begin_at (&sink, (int) lround (drawing->view->fixed_px * drawing->scale));
  for (int x = 0, end; x < sink.width; x = end)
    {
      for (end = x + 1; end < sink.width && columns[end] == columns[x]; end++)
        ;
      if (columns[x] == IS_SELECTED)
        continue;
      if (columns[x] == 0)
        {
          span_sink_wash (&sink, x, y, end - x, height, theme->view, dim_alpha);
          continue;
        }
      if (columns[x] == 1 + CRITICAL_GAP)
        span_sink_wash (&sink, x, y, end - x, height, theme->arrow, GAP_ALPHA);
      span_sink_rect (&sink, x, y + height - line, end - x, line, theme->arrow);
      note_row (painter, x, end, y + height / 2);
    }
}

static void
list_lanes (const Drawing *drawing)
{
  const TimelineView *view = drawing->view;

  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (drawing->rows[r].kind == ROW_LANE || drawing->rows[r].kind == ROW_STRIP)
      g_array_append_val (drawing->lanes, r);
}

static void
clear_painter (Painter *painter)
{
  free (painter->columns);
  free (painter->top);
  free (painter->bottom);
}

static bool
init_painter (Painter *painter, size_t n_px)
{
  *painter = (Painter){ malloc (n_px + 1), malloc ((n_px + 1) * sizeof *painter->top),
                        malloc ((n_px + 1) * sizeof *painter->bottom) };
  if (painter->columns == NULL || painter->top == NULL || painter->bottom == NULL)
    {
      clear_painter (painter);
      return false;
    }
  for (size_t x = 0; x < n_px; x++)
    {
      painter->top[x] = INT32_MAX;
      painter->bottom[x] = 0;
    }
  return true;
}

static void
take_notes (const Drawing *drawing, const Painter *painter)
{
  for (int x = 0; x < drawing->sink.width; x++)
    if (painter->top[x] <= painter->bottom[x])
      {
        note_row (&drawing->painters[0], x, x + 1, painter->top[x]);
        note_row (&drawing->painters[0], x, x + 1, painter->bottom[x]);
      }
}

/* Returns for how many threads there is memory, 0 if for none. */
static unsigned
draw_rows (Drawing *drawing)
{
  size_t n_px = (size_t) drawing->sink.width;
  unsigned n_wanted = 1, n = 0;

  list_lanes (drawing);
  if (drawing->sink.image != NULL)
    n_wanted = parallel_threads_for (n_px * drawing->lanes->len * WASH_PS_PER_PIXEL / 1000);
  while (n < MIN (n_wanted, PAINTERS_MAX) && init_painter (&drawing->painters[n], n_px))
    n++;
  if (n > 0)
    parallel_run (n, drawing->lanes->len, draw_row, drawing);
  for (unsigned i = 1; i < n; i++)
    take_notes (drawing, &drawing->painters[i]);
  return n;
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
  const Painter *of = &drawing->painters[0];
  SpanSink sink = drawing->sink;

  span_sink_begin_at (&sink, (int) lround (drawing->view->fixed_px * drawing->scale));
  for (int x = 0, end; x < sink.width; x = end)
    {
      int top = of->top[x], bottom = of->bottom[x];

      for (end = x + 1; end < sink.width && drawing->is_dense[end] == drawing->is_dense[x]
                        && of->top[end] == top && of->bottom[end] == bottom;
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

static void
find_selected (Drawing *drawing, uint64_t slice)
{
  Rect rect;

  drawing->selected_row = UINT32_MAX;
  if (slice == SLICE_NONE || !timeline_view_slice_rect (drawing->view, slice, &rect))
    return;
  drawing->selected_row = track_tree_row_of_slice (drawing->view->tree, slice);
  drawing->selected_begin = (int) floor (CLAMP (rect.x_px * drawing->scale, 0, drawing->sink.width));
  drawing->selected_end =
    (int) ceil (CLAMP ((rect.x_px + rect.width_px) * drawing->scale, 0, drawing->sink.width));
}

void
path_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style, double scale, uint64_t selected)
{
  uint32_t n_rows;
  int n_px = (int) CLAMP (lround (view->width_px * scale), 0, INT16_MAX);
  Drawing drawing = {
    .view = view,
    .style = style,
    .path = view->path,
    .rows = track_tree_rows (view->tree, &n_rows),
    .scale = scale,
    .is_dense = calloc ((size_t) n_px + 1, 1),
    .lanes = g_array_new (FALSE, FALSE, sizeof (uint32_t)),
    .edges = g_array_new (FALSE, FALSE, sizeof (Edge)),
  };
  unsigned n_painters = 0;

  if (drawing.is_dense != NULL && view->path->n_spans > 0
      && span_sink_open (&drawing.sink, cr, n_px, (int) lround (view->height_px * scale), scale))
    {
      find_selected (&drawing, selected);
      n_painters = draw_rows (&drawing);
      find_edges (&drawing);
      if (n_painters > 0)
        draw_dense (&drawing);
      span_sink_close (&drawing.sink);
      draw_edges (cr, &drawing);
    }
  for (unsigned i = 0; i < n_painters; i++)
    clear_painter (&drawing.painters[i]);
  free (drawing.is_dense);
  g_array_unref (drawing.lanes);
  g_array_unref (drawing.edges);
}

/* With as many parts as fit, but n_least. Returns NULL if these do not fit. */
static char *
shorter_legend (const TimelineView *view, const DrawStyle *style, int n_least, bool has_length)
{
  for (int n = N_CRITICAL_CLASSES; n >= n_least; n--)
    {
      g_autofree char *text = step_path_shorter_legend (view->path, style->numbers, n, has_length);

      if (legend_line_fits (view, style, text))
        return g_steal_pointer (&text);
    }
  return NULL;
}

/* What bounds the step, in one line, since a second one would hide more of the rows: the least is dropped first. */
static char *
fitted_legend (const TimelineView *view, const DrawStyle *style)
{
  g_autofree char *whole = step_path_legend (view->path, style->numbers);
  const char *doubt = step_path_doubt (view->path);
  g_autofree char *both = doubt != NULL ? g_strdup_printf ("%s. %s", whole, doubt) : g_strdup (whole);

  if (legend_line_fits (view, style, both))
    return g_steal_pointer (&both);
  char *text = shorter_legend (view, style, 2, true);
  if (text == NULL)
    text = shorter_legend (view, style, 1, false);
  return text != NULL ? text : step_path_shorter_legend (view->path, style->numbers, 1, false);
}

void
path_draw_legend (cairo_t *cr, const TimelineView *view, const DrawStyle *style)
{
  g_autofree char *text = view->path != NULL ? fitted_legend (view, style) : g_strdup (view->path_note);

  legend_line_draw (cr, view, style, view->comparison != NULL ? 1 : 0, text);
}
