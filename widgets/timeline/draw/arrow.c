/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/arrow.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/timeline/draw/arrow_chip.h"

#define HALO_PX      6
#define HEAD_PX      10
#define DOT_PX       4  /* radius */
#define REACH_PX     24 /* of an end that can be clicked */
#define APART_PX     24 /* between the heads of one launch */
#define INCOMING_MAX 64 /* connections that end at a slice, looked at */
#define BEND_LEAST   36
#define BEND_MOST    140
#define QUIET_ALPHA  0.6

/* A launch with more runs than this gets a bracket over all of them, besides arrows to some. */
#define ARROWS_MAX 8

/* Cairo's coordinates wrap around at 2^23 device pixels. A line from further away than this looks the same from
 * here. */
#define FAR_PX 500000

/* ---- lines ---- */

typedef struct
{
  double x[4], y[4];
} Curve;

static double
within_reach (double px)
{
  return fmin (fmax (px, -FAR_PX), FAR_PX);
}

static Curve
curve_between (const ArrowEnd *tail, const ArrowEnd *head)
{
  double distance_px = hypot (head->x_px - tail->x_px, head->y_px - tail->y_px);
  double bend_px = fmin (fmax (0.4 * distance_px, BEND_LEAST), BEND_MOST);

  return (Curve){
    .x = { tail->x_px, tail->x_px + bend_px * tail->towards_x, head->x_px + bend_px * head->towards_x,
           head->x_px },
    .y = { tail->y_px, tail->y_px + bend_px * tail->towards_y, head->y_px + bend_px * head->towards_y,
           head->y_px },
  };
}

static void
stroke_curve (Arrows *arrows, const Curve *curve, Rgb colour, bool is_dashed)
{
  static const double dashes[] = { 7, 5 }, dots[] = { 3, 3 };
  const Theme *theme = arrows->style->theme;
  cairo_t *cr = arrows->cr;

  cairo_move_to (cr, curve->x[0], curve->y[0]);
  cairo_curve_to (cr, curve->x[1], curve->y[1], curve->x[2], curve->y[2], curve->x[3], curve->y[3]);
  if (!arrows->is_quiet)
    {
      theme_set_source (cr, theme->halo);
      cairo_set_line_width (cr, HALO_PX);
      cairo_stroke_preserve (cr);
    }
  theme_set_source_alpha (cr, colour, arrows->is_quiet ? QUIET_ALPHA : 1);
  cairo_set_line_width (cr, theme->arrow_width_px);
  cairo_set_dash (cr, is_dashed ? dashes : dots, is_dashed || arrows->is_of_file ? 2 : 0, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_head (Arrows *arrows, double x_px, double y_px, Rgb colour)
{
  cairo_t *cr = arrows->cr;

  cairo_move_to (cr, x_px, y_px);
  cairo_rel_line_to (cr, -HEAD_PX, -HEAD_PX / 2.0);
  cairo_rel_line_to (cr, 0, HEAD_PX);
  cairo_close_path (cr);
  theme_set_source_alpha (cr, colour, arrows->is_quiet ? QUIET_ALPHA : 1);
  cairo_fill (cr);
}

static void
draw_dot (Arrows *arrows, double x_px, double y_px, Rgb colour)
{
  cairo_arc (arrows->cr, x_px, y_px, DOT_PX, 0, 2 * G_PI);
  theme_set_source_alpha (arrows->cr, colour, arrows->is_quiet ? QUIET_ALPHA : 1);
  cairo_fill (arrows->cr);
}

static char *
latency_text (const Arrows *arrows, int64_t latency_ns)
{
  char duration[NUMBER_TEXT_MAX];

  number_text_duration (arrows->style->numbers, (double) latency_ns, duration);
  return latency_ns < 0 && !arrows->is_of_file ? g_strdup_printf (_ ("%s: clocks differ"), duration)
                                               : g_strdup (duration);
}

static void
ring (Arrows *arrows, Rect rect, Rgb colour)
{
  double left_px = fmin (fmax (floor (rect.x_px), -4), arrows->view->width_px + 4);
  double right_px = rect.x_px + rect.width_px;

  right_px = fmin (fmax (ceil (right_px), left_px + 1), arrows->view->width_px + 4);
  cairo_rectangle (arrows->cr, left_px - 1, rect.y_px - 1, right_px - left_px + 2, rect.height_px + 2);
  theme_set_source_alpha (arrows->cr, colour, arrows->is_quiet ? QUIET_ALPHA : 1);
  cairo_set_line_width (arrows->cr, 2);
  cairo_stroke (arrows->cr);
}

/* A call in view may be only one pixel wide, so the pixels around it are clickable too. */
static void
add_end_link (Arrows *arrows, double x_px, double y_px, uint64_t slice, int64_t latency_ns, bool is_call)
{
  g_autofree char *text = arrow_chip_text (arrows, slice, latency_ns, is_call);

  arrow_add_link (arrows, (Rect){ x_px - REACH_PX / 2.0, y_px - REACH_PX / 2.0, REACH_PX, REACH_PX }, slice,
                  text);
}

/* Returns the begin of the line: a dot at the start of the call, or its chip. */
static ArrowEnd
draw_tail (Arrows *arrows, uint64_t call, const Rect *rect, int64_t latency_ns, Rgb colour)
{
  double y_px = rect->y_px + rect->height_px / 2;

  if (timeline_view_holds (arrows->view, rect->x_px, y_px) || arrows->is_quiet)
    return (ArrowEnd){ rect->x_px, y_px, 1, 0, false };

  g_autofree char *text = arrow_chip_text (arrows, call, latency_ns, true);
  return arrow_draw_chip (arrows, rect->x_px, y_px, colour, call, text);
}

static ArrowEnd
draw_tip (Arrows *arrows, uint64_t run, const Rect *rect, int64_t latency_ns, Rgb colour)
{
  double y_px = rect->y_px + rect->height_px / 2;

  /* At the very left of the view the head still stands inside. */
  if (timeline_view_holds (arrows->view, rect->x_px, y_px) || arrows->is_quiet)
    return (ArrowEnd){ rect->x_px < 0 ? rect->x_px : fmax (rect->x_px, HEAD_PX + 2), y_px, -1, 0, false };

  g_autofree char *text = arrow_chip_text (arrows, run, latency_ns, false);
  return arrow_draw_chip (arrows, rect->x_px, y_px, colour, run, text);
}

static void
draw_arrow (Arrows *arrows, uint64_t selected, uint64_t call, uint64_t run, bool is_first)
{
  const SliceColumns *slices = trace_slices (arrows->view->profile->trace);
  const Theme *theme = arrows->style->theme;
  int64_t latency_ns = slice_start_ns (slices, run) - slice_start_ns (slices, call);
  bool is_wrong = latency_ns < 0 && !arrows->is_of_file;
  Rgb colour = is_wrong ? theme->warning : theme->arrow;
  Rect call_rect, run_rect;

  if (!timeline_view_slice_rect (arrows->view, call, &call_rect)
      || !timeline_view_slice_rect (arrows->view, run, &run_rect))
    return;
  if (!is_first && !timeline_view_holds (arrows->view, run_rect.x_px, run_rect.y_px + run_rect.height_px / 2))
    return;

  ArrowEnd tail = is_first
                    ? draw_tail (arrows, call, &call_rect, latency_ns, colour)
                    : (ArrowEnd){ call_rect.x_px, call_rect.y_px + call_rect.height_px / 2, 1, 0, false };
  ArrowEnd tip = draw_tip (arrows, run, &run_rect, latency_ns, colour);
  tail.x_px = within_reach (tail.x_px);
  tip.x_px = within_reach (tip.x_px);
  ArrowEnd neck = tip;
  if (!tip.is_chip)
    neck.x_px -= HEAD_PX - 2;
  Curve curve = curve_between (&tail, &neck);

  stroke_curve (arrows, &curve, colour, is_wrong);
  if (!tail.is_chip)
    {
      if (call != selected)
        ring (arrows, call_rect, colour);
      draw_dot (arrows, tail.x_px, tail.y_px, colour);
      add_end_link (arrows, tail.x_px, tail.y_px, call, latency_ns, true);
    }
  if (!tip.is_chip)
    {
      if (run != selected)
        ring (arrows, run_rect, colour);
      draw_head (arrows, tip.x_px, tip.y_px, colour);
      add_end_link (arrows, tip.x_px - HEAD_PX / 2.0, tip.y_px, run, latency_ns, false);
    }
  if (is_first && !tail.is_chip && !tip.is_chip && !arrows->is_quiet)
    {
      g_autofree char *text = latency_text (arrows, latency_ns);

      arrow_draw_pill (arrows, (curve.x[0] + 3 * curve.x[1] + 3 * curve.x[2] + curve.x[3]) / 8,
                       (curve.y[0] + 3 * curve.y[1] + 3 * curve.y[2] + curve.y[3]) / 8, colour,
                       selected == call ? run : call, text);
    }
}

/* ---- one launch, many runs ---- */

/* Selects the first, the last, and others evenly in between. */
static int
choose_heads (FlowFanHeads *heads)
{
  for (int i = 1; i < ARROWS_MAX && heads->n_shown > ARROWS_MAX; i++)
    heads->shown[i] = heads->shown[i * (heads->n_shown - 1) / (ARROWS_MAX - 1)];
  return MIN (heads->n_shown, ARROWS_MAX);
}

/* Draws the bracket over all runs of the launch, above the uppermost row. */
static void
draw_bracket (Arrows *arrows, const FlowFan *fan, const FlowFanHeads *heads)
{
  const TimelineView *view = arrows->view;
  double left_px = timeline_view_px (view, fan->begin_ns), right_px = timeline_view_px (view, fan->end_ns);
  double y_px = heads->top_px - 4;
  char count[NUMBER_TEXT_MAX], duration[NUMBER_TEXT_MAX];
  cairo_t *cr = arrows->cr;

  if (heads->n_shown == 0 || right_px < 0 || left_px >= view->width_px)
    return;
  if (left_px >= 0)
    cairo_rectangle (cr, floor (left_px), y_px, 2, 6);
  if (right_px < view->width_px)
    cairo_rectangle (cr, ceil (right_px) - 2, y_px, 2, 6);
  left_px = fmax (left_px, 0);
  right_px = fmin (right_px, view->width_px);
  cairo_rectangle (cr, floor (left_px), y_px, fmax (ceil (right_px) - floor (left_px), 2), 2);
  theme_set_source_alpha (cr, arrows->style->theme->arrow, arrows->is_quiet ? QUIET_ALPHA : 1);
  cairo_fill (cr);
  if (arrows->is_quiet)
    return;

  number_text_count (arrows->style->numbers, fan->n, count);
  number_text_duration (arrows->style->numbers, (double) (fan->end_ns - fan->begin_ns), duration);
  g_autofree char *text =
    arrows->is_of_file ? g_strdup_printf (ngettext ("%s slice, %s", "%s slices, %s", fan->n), count, duration)
                       : g_strdup_printf (ngettext ("%s run, %s", "%s runs, %s", fan->n), count, duration);
  arrow_draw_pill (arrows, (left_px + right_px) / 2, y_px - ARROW_PILL_PX / 2.0, arrows->style->theme->arrow,
                   heads->shown[0], text);
}

/* Draws arrows from a slice along its connections of one kind. */
static void
draw_outgoing (Arrows *arrows, uint64_t slice, FlowKind kind)
{
  const FlowFan *fan = flow_fans_get (arrows->fans, arrows->view->profile->trace, slice, kind);
  FlowFanHeads heads;

  flow_fan_heads (fan, arrows->view, APART_PX, &heads);
  for (int i = choose_heads (&heads); i > 0; i--)
    draw_arrow (arrows, slice, slice, heads.shown[i - 1], i == 1);
  if (fan->n > ARROWS_MAX)
    draw_bracket (arrows, fan, &heads);
}

/* Draws the connections to a slice that the file records. Of other kinds at most two lead to a slice. */
static void
draw_incoming_of_file (Arrows *arrows, uint64_t slice)
{
  const Trace *trace = arrows->view->profile->trace;
  uint64_t first, n = trace_flows_to (trace, slice, &first);
  int n_shown = 0;

  for (uint64_t i = first; i < first + MIN (n, INCOMING_MAX) && n_shown < ARROWS_MAX; i++)
    if (trace_flow_into (trace, i).kind == FLOW_OF_FILE)
      draw_arrow (arrows, slice, trace_flow_into (trace, i).from, slice, n_shown++ == 0);
}

void
arrow_draw (cairo_t *cr,
            const TimelineView *view,
            const DrawStyle *style,
            const SequencePairs *pairs,
            FlowFans *fans,
            uint64_t slice,
            bool is_quiet,
            TimelineLinks *links)
{
  const Trace *trace = view->profile->trace;
  FlowFans *own_fans = fans == NULL ? flow_fans_new () : NULL;
  Arrows arrows = {
    .cr = cr,
    .view = view,
    .style = style,
    .is_quiet = is_quiet,
    .fans = fans != NULL ? fans : own_fans,
    .links = is_quiet ? NULL : links,
  };
  uint64_t call = trace_launch_of (trace, slice);
  uint64_t forward = sequence_pairs_forward_of (pairs, slice);
  uint64_t backward = sequence_pairs_backward_of (pairs, slice);

  arrows.is_of_file = true;
  draw_incoming_of_file (&arrows, slice);
  draw_outgoing (&arrows, slice, FLOW_OF_FILE);
  if (forward != SLICE_NONE)
    draw_arrow (&arrows, slice, forward, slice, true);
  if (backward != SLICE_NONE)
    draw_arrow (&arrows, slice, slice, backward, true);
  arrows.is_of_file = false;
  if (call != SLICE_NONE)
    draw_arrow (&arrows, slice, call, slice, true);
  else
    draw_outgoing (&arrows, slice, FLOW_LAUNCH);
  flow_fans_free (own_fans);
}

void
arrow_draw_line (cairo_t *cr,
                 const TimelineView *view,
                 const DrawStyle *style,
                 const double x_px[2],
                 const double y_px[2])
{
  Arrows arrows = { .cr = cr, .view = view, .style = style };
  ArrowEnd tail = { within_reach (x_px[0]), y_px[0], 1, 0, false };
  ArrowEnd neck = { within_reach (x_px[1]) - HEAD_PX + 2, y_px[1], -1, 0, false };
  Curve curve = curve_between (&tail, &neck);

  stroke_curve (&arrows, &curve, style->theme->arrow, false);
  draw_dot (&arrows, tail.x_px, tail.y_px, style->theme->arrow);
  draw_head (&arrows, neck.x_px + HEAD_PX - 2, neck.y_px, style->theme->arrow);
}
