/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/view/ruler.h"

#define TICK_HEIGHT_PX 9
#define TICK_GAP_PX    4 /* to its text */
#define PAD_PX         16
#define WASH_ALPHA     0.12

int
timeline_ruler_px (const DrawStyle *style)
{
  return (int) round (TIMELINE_RULER_PX * text_cache_scale (style->text));
}

void
timeline_draw_ruler (cairo_t *cr, const TimelineView *view, const DrawStyle *style)
{
  int height_px = timeline_ruler_px (style);
  RulerTicks ticks = ruler_ticks (view);
  char text[NUMBER_TEXT_MAX];

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  for (int64_t tick_ns = ticks.first_ns; tick_ns < view->end_ns; tick_ns += ticks.step_ns)
    {
      double x_px = floor (timeline_view_px (view, tick_ns));

      theme_set_source (cr, style->theme->text);
      cairo_rectangle (cr, x_px, height_px - 1 - TICK_HEIGHT_PX, 1, TICK_HEIGHT_PX);
      cairo_fill (cr);
      ruler_tick_text (&ticks, style->numbers, tick_ns, text);
      if (x_px + TICK_GAP_PX + text_width_px (style->text, TEXT_CAPTION, text) <= view->width_px)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, x_px + TICK_GAP_PX,
                   height_px / 2.0, text);
    }
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, 0, height_px - 1, view->width_px, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}

void
timeline_draw_ruler_header (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int width_px)
{
  RulerTicks ticks = ruler_ticks (view);
  g_autofree char *base = ruler_origin_text (view, &ticks, style->numbers);
  char length[NUMBER_TEXT_MAX];
  int height_px = timeline_ruler_px (style);
  double middle_px = height_px / 2.0, right_px = width_px - 10;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  number_text_duration (style->numbers, (double) (view->end_ns - view->begin_ns), length);
  right_px -= text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT, TEXT_CLIP,
                                right_px, middle_px, width_px - 2 * PAD_PX, length);
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, PAD_PX,
                    middle_px, right_px - 8 - PAD_PX, base);
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, 0, height_px - 1, width_px, 1);
  cairo_rectangle (cr, width_px - 1, 0, 1, height_px);
  cairo_fill (cr);
  cairo_restore (cr);
}

void
timeline_clear_tick_texts (cairo_t *cr,
                           const TimelineView *view,
                           const DrawStyle *style,
                           double left_px,
                           double right_px)
{
  RulerTicks ticks = ruler_ticks (view);
  char text[NUMBER_TEXT_MAX];

  theme_set_source (cr, style->theme->window);
  for (int64_t tick_ns = ticks.first_ns; tick_ns < view->end_ns; tick_ns += ticks.step_ns)
    {
      double x_px = floor (timeline_view_px (view, tick_ns)) + TICK_GAP_PX;
      double width_px;

      ruler_tick_text (&ticks, style->numbers, tick_ns, text);
      width_px = text_width_px (style->text, TEXT_CAPTION, text);
      if (x_px < right_px && x_px + width_px > left_px)
        cairo_rectangle (cr, x_px - 1, 0, ceil (width_px) + 2, timeline_ruler_px (style) - 1);
    }
  cairo_fill (cr);
}

void
timeline_draw_ruler_area (cairo_t *cr,
                          const TimelineView *view,
                          const DrawStyle *style,
                          int64_t begin_ns,
                          int64_t end_ns)
{
  double left_px = timeline_view_px (view, begin_ns), right_px = timeline_view_px (view, end_ns);
  int height_px = timeline_ruler_px (style);
  char length[NUMBER_TEXT_MAX];
  Rect chip = { .y_px = 4, .height_px = height_px - 9 };

  if (right_px < 0 || left_px > view->width_px)
    return;
  number_text_duration (style->numbers, (double) (end_ns - begin_ns), length);
  chip.width_px = ceil (text_width_px (style->text, TEXT_CAPTION_BOLD, length)) + 16;
  chip.x_px = (fmax (left_px, 0) + fmin (right_px, view->width_px) - chip.width_px) / 2;
  chip.x_px = round (fmax (fmin (chip.x_px, view->width_px - chip.width_px), 0));

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, height_px);
  cairo_clip (cr);
  timeline_clear_tick_texts (cr, view, style, chip.x_px - TICK_GAP_PX,
                             chip.x_px + chip.width_px + TICK_GAP_PX);
  /* Near the view: Cairo's coordinates wrap around at 2^23 device pixels. */
  left_px = fmax (left_px, -1);
  theme_set_source_alpha (cr, style->theme->accent, WASH_ALPHA);
  cairo_rectangle (cr, left_px, 0, fmin (right_px, view->width_px + 1) - left_px, height_px);
  cairo_fill (cr);
  cairo_rectangle (cr, chip.x_px, chip.y_px, chip.width_px, chip.height_px);
  theme_set_source (cr, style->theme->view);
  cairo_fill_preserve (cr);
  theme_stroke_inside (cr, style->theme->accent, 1, 1);
  text_draw (style->text, cr, TEXT_CAPTION_BOLD, style->theme->text, TEXT_CENTER,
             chip.x_px + chip.width_px / 2, chip.y_px + chip.height_px / 2, length);
  cairo_restore (cr);
}
