/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/file/verify.h"
#include "trace/model/job_tables.h"
#include "widgets/timeline/draw/found_draw.h"
#include "widgets/timeline/draw/overview_steps.h"
#include "widgets/timeline/draw/timeline_draw.h"

/* At 96 dpi; heights follow the text. */
#define BUSY_Y_PX 20
#define BUSY_PX   24

#define COLUMN_PX     2 /* of utilization */
#define COLUMNS_MAX   4096
#define EDGE_REACH_PX 4
#define LEAST_WINDOW  6 /* px */
#define FRAME_PX      2
#define LABEL_GAP_PX  2 /* between the frame and a label */

/* The whole profile over the width. */
static TimelineView
whole_view (const TimelineView *view)
{
  TimelineView whole = *view;

  whole.begin_ns = view->profile->begin_ns;
  whole.end_ns = view->profile->end_ns;
  if (whole.end_ns <= whole.begin_ns)
    whole.end_ns = whole.begin_ns + 1;
  return whole;
}

int
timeline_overview_px (const DrawStyle *style)
{
  return (int) draw_style_px (style, TIMELINE_OVERVIEW_PX);
}

/* ---- utilization ---- */

static void
draw_utilization (cairo_t *cr, const TimelineView *whole, const DrawStyle *style)
{
  const Trace *trace = whole->profile->trace;
  uint32_t n = (uint32_t) CLAMP (whole->width_px / COLUMN_PX, 1, COLUMNS_MAX),
           n_devices = trace_n_devices (trace);
  float shares[COLUMNS_MAX], of_device[COLUMNS_MAX];
  double column_px = (double) whole->width_px / n;
  double top_px = draw_style_px (style, BUSY_Y_PX), most_px = draw_style_px (style, BUSY_PX);

  if (n_devices == 0 || trace_is_job (trace))
    {
      const char *why = trace_is_job (trace)       ? _ ("Merged from summaries: steps and collectives")
                        : trace_is_partial (trace) ? _ ("No GPU activity so far")
                                                   : _ ("No GPU activity in this file");

      text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE, 5,
                        top_px + most_px / 2, whole->width_px - 10, why);
      return;
    }
  for (uint32_t x = 0; x < n; x++)
    shares[x] = 0;
  for (uint32_t d = 0; d < n_devices; d++)
    {
      busy_index_shares (whole->profile->busy[d], whole->begin_ns, whole->end_ns, n, of_device);
      for (uint32_t x = 0; x < n; x++)
        shares[x] += of_device[x] / (float) n_devices;
    }
  theme_set_source (cr, theme_mix (style->theme->busy_line, style->theme->window, 0.55));
  for (uint32_t x = 0; x < n; x++)
    if (shares[x] > 0)
      {
        double height_px = fmax (round (most_px * (double) shares[x]), 1);
        double left_px = round (x * column_px);

        cairo_rectangle (cr, left_px, top_px + most_px - height_px, round ((x + 1) * column_px) - left_px,
                         height_px);
      }
  cairo_fill (cr);
}

/* ---- the frame around the span in view ---- */

/* Has a minimum width, so that it stays visible. */
static Rect
window_rect (const TimelineView *view, const TimelineView *whole)
{
  double left_px = timeline_view_px (whole, view->begin_ns),
         right_px = timeline_view_px (whole, view->end_ns);

  left_px = fmin (fmax (left_px, 0), whole->width_px - LEAST_WINDOW);
  right_px = fmin (fmax (right_px, left_px + LEAST_WINDOW), whole->width_px);
  return (Rect){ left_px, 0, right_px - left_px, 0 };
}

void
timeline_draw_overview_ground (cairo_t *cr,
                               const TimelineView *view,
                               const DrawStyle *style,
                               const OverviewMarks *marks)
{
  TimelineView whole = whole_view (view);
  int height_px = timeline_overview_px (style);
  const Theme *theme = style->theme;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, theme->window);
  cairo_paint (cr);
  draw_utilization (cr, &whole, style);
  overview_steps_draw (cr, &whole, style, marks);
  if (marks->found != NULL)
    timeline_draw_found_ticks (cr, &whole, style, marks->found, draw_style_px (style, BUSY_Y_PX + 1));
  theme_set_source (cr, theme->rule);
  cairo_rectangle (cr, 0, height_px - 1, view->width_px, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* An edge of the frame is interrupted where it would cross the label of a step. */
static void
leave_labels_out (cairo_t *cr, const TimelineView *whole, const DrawStyle *style, const Rect *window)
{
  const double edges_px[] = { round (window->x_px),
                              round (window->x_px) + round (window->width_px) - FRAME_PX };

  for (size_t i = 0; i < G_N_ELEMENTS (edges_px); i++)
    {
      Rect label;

      if (!overview_steps_label_at (whole, style, edges_px[i] - LABEL_GAP_PX,
                                    edges_px[i] + FRAME_PX + LABEL_GAP_PX, &label))
        continue;
      cairo_rectangle (cr, 0, 0, whole->width_px, timeline_overview_px (style));
      cairo_rectangle (cr, label.x_px - LABEL_GAP_PX, label.y_px, label.width_px + 2 * LABEL_GAP_PX,
                       label.height_px);
      cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
      cairo_clip (cr);
    }
}

void
timeline_draw_overview_window (cairo_t *cr, const TimelineView *view, const DrawStyle *style)
{
  TimelineView whole = whole_view (view);
  Rect window = window_rect (view, &whole);

  cairo_save (cr);
  leave_labels_out (cr, &whole, style, &window);
  theme_set_source (cr, style->theme->accent);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, round (window.x_px) + 1, 1, round (window.width_px) - 2,
                   timeline_overview_px (style) - 4);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
timeline_draw_overview_header (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int width_px)
{
  TimelineView whole = whole_view (view);
  uint64_t first, n = profile_steps_of_rank (view->profile, view->step_rank, &first), n_truncated = 0;
  char span[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];
  int height_px = timeline_overview_px (style);
  g_autofree char *line = NULL;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  whole.begin_ns = view->profile->begin_ns;
  whole.end_ns = view->profile->end_ns;
  number_text_duration (style->numbers, (double) (whole.end_ns - whole.begin_ns), span);
  number_text_count (style->numbers, n, count);
  for (uint64_t i = first; i < first + n; i++)
    n_truncated += step_table_get (view->profile->steps, i)->is_truncated;
  if (n_truncated > 0)
    /* Translators: "6 steps, last partial · 465.3 ms" */
    line =
      g_strdup_printf (ngettext ("%s step, partial · %s", "%s steps, last partial · %s", n), count, span);
  else if (n > 0)
    line = g_strdup_printf (ngettext ("%s step · %s", "%s steps · %s", n), count, span);
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, 16,
                    height_px / 3.0, width_px - 26, _ ("Overview"));
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE, 16,
                    height_px * 0.69, width_px - 26, line != NULL ? line : span);
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, 0, height_px - 1, width_px, 1);
  cairo_rectangle (cr, width_px - 1, 0, 1, height_px);
  cairo_fill (cr);
  cairo_restore (cr);
}

OverviewPlace
timeline_overview_hit (const TimelineView *view,
                       double x_px,
                       double y_px,
                       int64_t *ret_time_ns,
                       uint64_t *ret_step)
{
  TimelineView whole = whole_view (view);
  Rect window = window_rect (view, &whole);
  uint64_t first, n = profile_steps_of_rank (view->profile, view->step_rank, &first);

  *ret_time_ns = CLAMP (timeline_view_ns (&whole, x_px), whole.begin_ns, whole.end_ns);
  *ret_step = UINT64_MAX;
  if (fabs (x_px - window.x_px) <= EDGE_REACH_PX)
    return OVERVIEW_WINDOW_BEGIN;
  if (fabs (x_px - window.x_px - window.width_px) <= EDGE_REACH_PX)
    return OVERVIEW_WINDOW_END;
  if (y_px < OVERVIEW_STEPS_BOTTOM_PX)
    for (uint64_t i = first; i < first + n; i++)
      {
        Rect cell = overview_step_rect (&whole, i);

        if (x_px >= cell.x_px && x_px < cell.x_px + cell.width_px)
          {
            *ret_step = i;
            return OVERVIEW_STEP;
          }
      }
  return x_px > window.x_px && x_px < window.x_px + window.width_px ? OVERVIEW_WINDOW : OVERVIEW_TIME;
}
