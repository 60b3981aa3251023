/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/container/parallel.h"
#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/view/ruler.h"
#include "widgets/timeline/view/span_sink.h"

#define GRID_MAX 256

#define LABEL_PX    28 /* narrowest span with a label */
#define LABEL_PAD   4
#define DURATION_PX 72 /* room behind the label for the duration, at 96 dpi */
#define EDGE_PX     12
#define BORDER_PX   6 /* a narrower span would be nothing but border */
#define GAP_PX      3 /* from this width on the last pixel is left free */
#define IDLE_PX     80
#define PATTERN_PX  6

/* The line between pinned and scrolling rows. */
#define FIXED_EDGE_PX 1

/* Minimum share of the colour, for the narrowest and emptiest span. */
#define STRENGTH_LEAST 0.6

/* Picoseconds to paint a pixel, mostly for writing memory, and the number of threads worth using. */
#define PAINT_PS_PER_PIXEL 400
#define PAINTERS_MAX       4

#define EDGE_STRENGTH    0.45
#define FRAME_STRENGTH   0.30
#define INSTANT_STRENGTH 0.5
#define HATCH_STRENGTH   0.6

typedef struct
{
  cairo_t *cr;
  const TimelineView *view;
  const TimelinePlan *plan;
  const DrawStyle *style;
  const TimelineRow *rows;
  double scale;
  SpanSink sink;
  bool stamps; /* labels go straight into the pixels of the sink, but for those that only Cairo can draw */
  bool has_ground; /* they do so now: */
  TextGround ground;
  int grid_x[GRID_MAX], n_grid;
  SpanLook narrow[N_WORK_KINDS][9]; /* by eighths of busy time */
  SpanLook whole[N_WORK_KINDS];
} Painter;

static int
device_px (const Painter *painter, double px)
{
  return (int) lround (px * painter->scale);
}

static void
choose_looks (Painter *painter)
{
  const Theme *theme = painter->style->theme;

  for (int work = 0; work < N_WORK_KINDS; work++)
    {
      const WorkFill *fill = &theme->work[work];
      bool is_frame = fill->pattern == PATTERN_FRAME;

      for (int eighths = 0; eighths <= 8; eighths++)
        painter->narrow[work][eighths].fill = theme_mix (is_frame ? fill->border : fill->fill, theme->view,
                                                         STRENGTH_LEAST + (1 - STRENGTH_LEAST) * eighths / 8);
      painter->whole[work] = (SpanLook){
        .fill = is_frame ? theme_mix (fill->fill, theme->view, FRAME_STRENGTH) : fill->fill,
        .edge = is_frame ? fill->border : theme_mix (theme->text, fill->fill, EDGE_STRENGTH),
        .has_edge = is_frame || fill->edge,
      };
      if (theme->has_borders)
        {
          painter->whole[work].edge = theme->text;
          painter->whole[work].has_edge = true;
        }
    }
}

static void
place_grid (Painter *painter)
{
  RulerTicks ticks = ruler_ticks (painter->view);

  for (int64_t tick_ns = ticks.first_ns; tick_ns < painter->view->end_ns && painter->n_grid < GRID_MAX;
       tick_ns += ticks.step_ns)
    painter->grid_x[painter->n_grid++] =
      (int) (floor (timeline_view_px (painter->view, tick_ns)) * painter->scale);
}

/* The filled device pixels of a span. */
static int
filled_width (const Painter *painter, const TimelineSpan *span)
{
  bool ends_here = span->x_px + span->width_px < painter->sink.width;

  return span->is_whole && ends_here && span->width_px >= GAP_PX * painter->scale
           ? span->width_px - MAX ((int) painter->scale, 1)
           : span->width_px;
}

static SpanLook
look_of (const Painter *painter, const TimelineRow *row, const TimelineSpan *span)
{
  const Theme *theme = painter->style->theme;
  SpanLook look;

  if (row->kind == ROW_INSTANTS)
    return (SpanLook){ .fill = theme_mix (theme->secondary, theme->view, INSTANT_STRENGTH) };
  if (!span->is_whole || row->kind == ROW_STRIP)
    return painter->narrow[span->work][(int) lrintf (span->busy * 8)];
  look = painter->whole[span->work];
  if (theme->has_borders)
    look.has_edge = span->width_px >= BORDER_PX * painter->scale;
  else if (theme->work[span->work].pattern != PATTERN_FRAME)
    look.has_edge = look.has_edge && row->is_device && span->width_px >= EDGE_PX * painter->scale;
  return look;
}

static void
paint_spans (Painter *painter, const TimelineRow *row, const TimelineRowPlan *row_plan, int y, int height)
{
  span_sink_begin_row (&painter->sink, y, height);
  for (uint32_t i = 0; i < row_plan->n_spans; i++)
    {
      const TimelineSpan *span = &row_plan->spans[i];

      span_sink_add (&painter->sink, span->x_px, filled_width (painter, span), look_of (painter, row, span));
    }
  span_sink_end_row (&painter->sink);
}

static bool
is_unmatched (const Painter *painter, const TimelineSpan *span)
{
  const UnmatchedSlices *unmatched = painter->view->unmatched;

  return unmatched != NULL && span->slice != SLICE_NONE
         && unmatched_slices_hold (unmatched, trace_slices (painter->view->profile->trace), span->slice);
}

/* Spans are disjoint, so this takes no longer than it takes to fill the row. */
static void
hatch_spans (Painter *painter, const TimelineRowPlan *row_plan, int y, int height)
{
  const Theme *theme = painter->style->theme;

  for (uint32_t i = 0; i < row_plan->n_spans; i++)
    {
      const TimelineSpan *span = &row_plan->spans[i];

      if (is_unmatched (painter, span))
        span_sink_hatch (
          &painter->sink, span->x_px, y, filled_width (painter, span), height,
          theme_mix (theme->work[span->work].ink, theme->work[span->work].fill, HATCH_STRENGTH));
    }
}

static void
paint_row (Painter *painter, const TimelineRowPlan *row_plan)
{
  const Theme *theme = painter->style->theme;
  const TimelineRow *row = &painter->rows[row_plan->row];
  Rect rect = timeline_view_row_rect (painter->view, row_plan->row);
  int y_px = timeline_view_row_y (painter->view, row_plan->row);
  int top = device_px (painter, y_px), bottom = device_px (painter, y_px + row->height_px);
  int y = device_px (painter, rect.y_px), height = device_px (painter, rect.height_px);

  if (row->kind == ROW_GROUP)
    span_sink_set_ground (&painter->sink, theme->group, theme->group, NULL, 0);
  span_sink_fill_ground (&painter->sink, top, y - top);
  if (row_plan->shares != NULL)
    {
      if (painter->sink.image == NULL)
        span_sink_fill_ground (&painter->sink, y, height);
      span_sink_shares (&painter->sink, y, height, row_plan->shares, theme->busy);
    }
  else
    paint_spans (painter, row, row_plan, y, height);
  if (row->kind == ROW_LANE && painter->view->unmatched != NULL)
    hatch_spans (painter, row_plan, y, height);
  span_sink_fill_ground (&painter->sink, y + height, bottom - y - height);

  /* Lines of the tree are parted, the lanes of one are not. */
  if (row->label != NULL && top > 0)
    span_sink_rect (&painter->sink, 0, top, painter->sink.width, 1,
                    theme_mix (theme->rule, theme->view, 0.5));
  if (row->kind == ROW_GROUP)
    span_sink_set_ground (&painter->sink, theme->view, theme_mix (theme->grid, theme->view, 0.6),
                          painter->grid_x, painter->n_grid);
}

/* Drawn from the bottom up, since the uppermost scrolling row may reach behind the pinned rows. */
static void
paint_rows_in_turn (Painter *painter, const TimelineRowPlan *row_plans, uint32_t n_plans)
{
  for (uint32_t i = n_plans; i > 0; i--)
    paint_row (painter, &row_plans[i - 1]);
}

typedef struct
{
  Painter painters[PAINTERS_MAX];
  const TimelineRowPlan *row_plans;
  int fixed_top; /* where what scrolls begins */
} Painting;

static void
paint_task (void *user_data, size_t task, unsigned thread)
{
  Painting *painting = user_data;
  Painter *painter = &painting->painters[thread];
  const TimelineRowPlan *row_plan = &painting->row_plans[task];

  span_sink_begin_at (&painter->sink,
                      timeline_view_is_fixed (painter->view, row_plan->row) ? 0 : painting->fixed_top);
  paint_row (painter, row_plan);
}

/* Rows share no pixels, so threads may paint them in parallel. Returns false when memory runs out. */
static bool
paint_rows_in_parallel (Painter *painter, const TimelineRowPlan *row_plans, uint32_t n_plans)
{
  uint64_t n_pixels = (uint64_t) painter->sink.width * (uint64_t) painter->sink.height;
  unsigned n_threads = MIN (parallel_threads_for (n_pixels * PAINT_PS_PER_PIXEL / 1000), PAINTERS_MAX), n = 0;
  Painting painting = { .row_plans = row_plans, .fixed_top = device_px (painter, painter->view->fixed_px) };

  for (; n < n_threads; n++)
    {
      painting.painters[n] = *painter;
      if (!span_sink_fork (&painter->sink, &painting.painters[n].sink))
        break;
    }
  if (n > 0)
    parallel_run (n, n_plans, paint_task, &painting);
  for (unsigned i = 0; i < n; i++)
    span_sink_end_fork (&painting.painters[i].sink);
  return n > 0;
}

/* ---- drawn by Cairo on top ---- */

/* Solid fills and frames are complete already. */
static bool
has_pattern (const Painter *painter, const TimelineSpan *span)
{
  const Theme *theme = painter->style->theme;
  Pattern pattern = theme->work[span->work].pattern;

  return theme->has_patterns && pattern != PATTERN_SOLID && pattern != PATTERN_FRAME
         && span->width_px >= PATTERN_PX * painter->scale;
}

/* Text on the lines of a pattern or a hatch is hard to read, so it is on a plain fill. */
static void
draw_plate (const Painter *painter, const TimelineSpan *span, const Rect *row, double x_px, double width_px)
{
  if (painter->has_ground)
    {
      SpanSink sink = painter->sink;
      int left = device_px (painter, x_px - 2);

      span_sink_begin_at (&sink, painter->ground.top);
      span_sink_rect (&sink, left, device_px (painter, row->y_px + 2),
                      device_px (painter, x_px + width_px + 2) - left,
                      device_px (painter, row->height_px - 4), painter->whole[span->work].fill);
      return;
    }
  theme_set_source (painter->cr, painter->whole[span->work].fill);
  cairo_rectangle (painter->cr, x_px - 2, row->y_px + 2, width_px + 4, row->height_px - 4);
  cairo_fill (painter->cr);
}

/* Returns the width drawn. */
static double
draw_text (const Painter *painter,
           Rgb ink,
           TextAlign align,
           double x_px,
           double y_px,
           double room_px,
           const char *text)
{
  TextCache *texts = painter->style->text;

  if (painter->has_ground)
    return text_stamp_fitted (texts, &painter->ground, TEXT_CAPTION, ink, align, x_px, y_px, room_px, text);
  return text_draw_fitted (texts, painter->cr, TEXT_CAPTION, ink, align, TEXT_CLIP, x_px, y_px, room_px,
                           text);
}

static void
draw_label (const Painter *painter, const TimelineSpan *span, const Rect *row, const char *name)
{
  const DrawStyle *style = painter->style;
  const SliceColumns *slices = trace_slices (painter->view->profile->trace);
  double x_px = span->x_px / painter->scale, width_px = filled_width (painter, span) / painter->scale;
  double middle_px = row->y_px + row->height_px / 2;
  Rgb ink = style->theme->work[span->work].ink;
  double room_px = width_px - 2 * LABEL_PAD;
  bool needs_plate = has_pattern (painter, span) || is_unmatched (painter, span);

  if (needs_plate)
    draw_plate (painter, span, row, x_px + LABEL_PAD,
                fmin (text_width_px (style->text, TEXT_CAPTION, name), room_px));
  double drawn_px = draw_text (painter, ink, TEXT_LEFT, x_px + LABEL_PAD, middle_px, room_px, name);

  if (width_px >= drawn_px + draw_style_px (style, DURATION_PX) + 2 * LABEL_PAD)
    {
      char duration[NUMBER_TEXT_MAX];

      number_text_duration (style->numbers, (double) slice_dur_ns (slices, span->slice), duration);
      if (needs_plate)
        {
          double duration_px = text_width_px (style->text, TEXT_CAPTION, duration);
          draw_plate (painter, span, row, x_px + width_px - LABEL_PAD - duration_px, duration_px);
        }
      draw_text (painter, ink, TEXT_RIGHT, x_px + width_px - LABEL_PAD, middle_px, room_px, duration);
    }
}

static void
draw_pattern (const Painter *painter, const TimelineSpan *span, const Rect *row)
{
  cairo_rectangle (painter->cr, span->x_px / painter->scale, row->y_px,
                   filled_width (painter, span) / painter->scale, row->height_px);
  theme_fill_work (painter->cr, painter->style->theme, (WorkKind) span->work, true);
}

static void
draw_labels (const Painter *painter, const TimelineRowPlan *row_plan)
{
  const Trace *trace = painter->view->profile->trace;
  Rect row = timeline_view_row_rect (painter->view, row_plan->row);

  for (uint32_t i = 0; i < row_plan->n_spans; i++)
    {
      const TimelineSpan *span = &row_plan->spans[i];

      if (!span->is_whole || filled_width (painter, span) < LABEL_PX * painter->scale)
        continue;
      const char *name = trace_display_name (trace, slice_name (trace_slices (trace), span->slice));
      if (!painter->stamps || painter->has_ground == text_can_stamp (name))
        draw_label (painter, span, &row, name);
    }
}

/* A pattern has covered the hatch of the span. */
static void
hatch_pattern (const Painter *painter, const TimelineSpan *span, const Rect *row)
{
  SpanSink sink = painter->sink;

  sink.image = NULL;
  sink.top = 0;
  cairo_save (painter->cr);
  cairo_scale (painter->cr, 1 / painter->scale, 1 / painter->scale);
  span_sink_hatch (&sink, span->x_px, device_px (painter, row->y_px), filled_width (painter, span),
                   device_px (painter, row->height_px), painter->style->theme->work[span->work].ink);
  cairo_restore (painter->cr);
}

static void
draw_patterns (const Painter *painter, const TimelineRowPlan *row_plan)
{
  Rect row = timeline_view_row_rect (painter->view, row_plan->row);

  for (uint32_t i = 0; i < row_plan->n_spans; i++)
    if (row_plan->spans[i].is_whole && has_pattern (painter, &row_plan->spans[i]))
      {
        draw_pattern (painter, &row_plan->spans[i], &row);
        if (is_unmatched (painter, &row_plan->spans[i]))
          hatch_pattern (painter, &row_plan->spans[i], &row);
      }
}

static void
draw_gap (const Painter *painter, const TimelineRow *row, const Rect *rect, double x_px, double width_px)
{
  const DrawStyle *style = painter->style;
  char duration[NUMBER_TEXT_MAX];
  int64_t begin_ns, end_ns;

  trace_span (painter->view->profile->trace, &begin_ns, &end_ns);
  if (!busy_index_gap_at (painter->view->profile->busy[row->device],
                          timeline_view_ns (painter->view, x_px + width_px / 2), begin_ns, end_ns, &begin_ns,
                          &end_ns))
    return;
  number_text_duration (style->numbers, (double) (end_ns - begin_ns), duration);

  g_autofree char *text = g_strdup_printf (_ ("idle %s"), duration);
  if (text_width_px (style->text, TEXT_CAPTION, text) + 8 <= width_px)
    text_draw (style->text, painter->cr, TEXT_CAPTION, style->theme->secondary, TEXT_CENTER,
               x_px + width_px / 2, rect->y_px + rect->height_px / 2, text);
}

static void
draw_gaps (const Painter *painter, const TimelineRowPlan *row_plan)
{
  const TimelineRow *row = &painter->rows[row_plan->row];
  const float *shares = row_plan->shares;
  Rect rect = timeline_view_row_rect (painter->view, row_plan->row);

  for (int x = 0, end; x < painter->sink.width; x = end)
    {
      end = x + 1;
      if (shares[x] > 0)
        continue;
      while (end < painter->sink.width && shares[end] <= 0)
        end++;
      if (end - x >= IDLE_PX * painter->scale)
        draw_gap (painter, row, &rect, x / painter->scale, (end - x) / painter->scale);
    }
}

static void
draw_on_row (const Painter *painter, const TimelineRowPlan *row_plan)
{
  const TimelineRow *row = &painter->rows[row_plan->row];

  switch (row->kind)
    {
    case ROW_LANE:
      if (!painter->stamps)
        draw_patterns (painter, row_plan);
      draw_labels (painter, row_plan);
      break;
    case ROW_UTILIZATION:
      draw_gaps (painter, row_plan);
      break;
    default:
      break;
    }
}

/* Before Cairo draws again. */
static void
stamp_labels (Painter *painter, const TimelineRowPlan *row_plans, uint32_t n_plans)
{
  int fixed_top = device_px (painter, painter->view->fixed_px);

  painter->has_ground = true;
  for (uint32_t i = 0; i < n_plans; i++)
    if (painter->rows[row_plans[i].row].kind == ROW_LANE)
      {
        bool is_fixed = timeline_view_is_fixed (painter->view, row_plans[i].row);

        painter->ground = (TextGround){
          .pixels = painter->sink.pixels,
          .stride = painter->sink.stride,
          .top = is_fixed ? 0 : fixed_top,
          .right = painter->sink.width,
          .bottom = is_fixed ? fixed_top : painter->sink.height,
          .scale = painter->scale,
        };
        draw_labels (painter, &row_plans[i]);
      }
  painter->has_ground = false;
}

void
timeline_draw_rows (cairo_t *cr, const TimelineView *view, const TimelinePlan *plan, const DrawStyle *style)
{
  uint32_t n_rows, n_plans;
  const TimelineRowPlan *row_plans = timeline_plan_rows (plan, &n_plans);
  Painter painter = {
    .cr = cr,
    .view = view,
    .plan = plan,
    .style = style,
    .rows = track_tree_rows (view->tree, &n_rows),
    .scale = timeline_plan_scale (plan),
  };
  const Theme *theme = style->theme;
  int bottom = 0;

  if (!span_sink_open (&painter.sink, cr, (int) timeline_plan_width (plan),
                       device_px (&painter, view->height_px), painter.scale))
    return;
  choose_looks (&painter);
  place_grid (&painter);
  span_sink_set_ground (&painter.sink, theme->view, theme_mix (theme->grid, theme->view, 0.6), painter.grid_x,
                        painter.n_grid);

  for (uint32_t i = 0; i < n_plans; i++)
    bottom = MAX (bottom, device_px (&painter, timeline_view_row_y (view, row_plans[i].row)
                                                 + painter.rows[row_plans[i].row].height_px));
  if (painter.sink.image == NULL || !paint_rows_in_parallel (&painter, row_plans, n_plans))
    paint_rows_in_turn (&painter, row_plans, n_plans);
  span_sink_fill_ground (&painter.sink, bottom, painter.sink.height - bottom);
  if (bottom > 0 && bottom < painter.sink.height)
    span_sink_rect (&painter.sink, 0, bottom, painter.sink.width, 1,
                    theme_mix (theme->rule, theme->view, 0.5));
  if (view->fixed_px > 0)
    span_sink_rect (&painter.sink, 0, device_px (&painter, view->fixed_px - FIXED_EDGE_PX),
                    painter.sink.width, device_px (&painter, FIXED_EDGE_PX), theme->secondary);
  /* Labels stand on patterns, and those only Cairo draws. */
  painter.stamps = painter.sink.image != NULL && !theme->has_patterns;
  if (painter.stamps)
    stamp_labels (&painter, row_plans, n_plans);
  span_sink_close (&painter.sink);

  for (int fixed = 0; fixed < 2; fixed++)
    {
      int top_px = fixed ? 0 : view->fixed_px, end_px = fixed ? view->fixed_px : view->height_px;

      cairo_save (cr);
      cairo_rectangle (cr, 0, top_px, view->width_px, end_px - top_px);
      cairo_clip (cr);
      for (uint32_t i = 0; i < n_plans; i++)
        if (timeline_view_is_fixed (view, row_plans[i].row) == (fixed != 0))
          draw_on_row (&painter, &row_plans[i]);
      cairo_restore (cr);
    }
}
