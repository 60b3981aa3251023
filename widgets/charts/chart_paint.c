/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/chart_paint.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#define SWATCH_RADIUS_PX 2.0
#define WASH_ALPHA       0.08

static void
stroke_outline (cairo_t *cr, Rgb rgb)
{
  theme_stroke_inside (cr, rgb, 1, 1);
}

void
chart_fill_part (cairo_t *cr, const DrawStyle *style, ChartLook look, WorkKind work, bool with_edge)
{
  const Theme *theme = style->theme;
  cairo_path_t *path;

  switch (look)
    {
    case CHART_WORK:
      theme_fill_work (cr, theme, work, with_edge);
      return;
    case CHART_OTHERS:
      theme_set_source (cr, theme->others);
      cairo_fill_preserve (cr);
      /* As pale as it is, a gap beside it would not be seen where there are no colours. */
      if (theme->has_borders || with_edge)
        stroke_outline (cr, theme->has_borders ? theme->text : theme->idle_hatch);
      cairo_new_path (cr);
      return;
    case CHART_IDLE:
      /* Without an outline a hatched part would have no shape. */
      path = cairo_copy_path (cr);
      theme_fill_idle (cr, theme);
      cairo_append_path (cr, path);
      cairo_path_destroy (path);
      stroke_outline (cr, theme->has_borders ? theme->text : theme->idle_hatch);
      return;
    }
}

Rgb
chart_ink (const DrawStyle *style, ChartLook look, WorkKind work)
{
  return look == CHART_WORK ? style->theme->work[work].ink : style->theme->text;
}

void
chart_draw_label_ground (cairo_t *cr,
                         const DrawStyle *style,
                         ChartLook look,
                         WorkKind work,
                         const Rect *label)
{
  const Theme *theme = style->theme;
  Pattern pattern = theme->work[work].pattern;
  bool is_patterned =
    look == CHART_WORK && theme->has_patterns && pattern != PATTERN_SOLID && pattern != PATTERN_FRAME;

  if (look != CHART_IDLE && !is_patterned)
    return;
  cairo_rectangle (cr, label->x_px - 2, label->y_px, label->width_px + 4, label->height_px);
  theme_set_source (cr, is_patterned ? theme->work[work].fill : theme->card);
  cairo_fill (cr);
}

void
chart_add_rect (cairo_t *cr, const Rect *rect)
{
  cairo_rectangle (cr, rect->x_px, rect->y_px, rect->width_px, rect->height_px);
}

void
chart_draw_swatch (cairo_t *cr, const DrawStyle *style, double x_px, double y_px, const ChartPart *part)
{
  double left = round (x_px), top = round (y_px - SWATCH_PX / 2);
  double right = left + SWATCH_PX, bottom = top + SWATCH_PX, r = SWATCH_RADIUS_PX;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - r, top + r, r, -M_PI_2, 0);
  cairo_arc (cr, right - r, bottom - r, r, 0, M_PI_2);
  cairo_arc (cr, left + r, bottom - r, r, M_PI_2, M_PI);
  cairo_arc (cr, left + r, top + r, r, M_PI, 3 * M_PI_2);
  cairo_close_path (cr);
  chart_fill_part (cr, style, part->look, part->work, true);
}

bool
chart_is_lit (const ChartMarks *marks, int part)
{
  return marks != NULL && (marks->hovered == part || marks->selected == part);
}

void
chart_draw_wash (cairo_t *cr, const DrawStyle *style, const Rect *rect)
{
  chart_add_rect (cr, rect);
  theme_set_source_alpha (cr, style->theme->text, WASH_ALPHA);
  cairo_fill (cr);
}

void
chart_draw_marks (cairo_t *cr, const DrawStyle *style, const ChartMarks *marks, int part)
{
  if (marks != NULL && marks->focused == part)
    {
      static const double dashes[] = { 4, 3 };

      cairo_save (cr);
      cairo_clip_preserve (cr);
      theme_set_source (cr, style->theme->accent);
      cairo_set_line_width (cr, 4);
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      cairo_stroke_preserve (cr);
      cairo_restore (cr);
    }
  if (chart_is_lit (marks, part))
    theme_stroke_inside (cr, style->theme->text, 1, marks->selected == part ? 2 : 1);
  cairo_new_path (cr);
}

void
chart_draw_empty (cairo_t *cr, const Rect *rect, const DrawStyle *style)
{
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_CENTER, TEXT_MIDDLE,
                    rect->x_px + rect->width_px / 2, rect->y_px + rect->height_px / 2, rect->width_px,
                    _ ("Nothing to show"));
}

void
chart_draw_more (cairo_t *cr,
                 const DrawStyle *style,
                 double x_px,
                 double y_px,
                 double max_width_px,
                 int n_more)
{
  char count[NUMBER_TEXT_MAX];
  char *text = g_strdup_printf (ngettext ("%s more", "%s more", (unsigned long) n_more),
                                number_text_count (style->numbers, (uint64_t) n_more, count));

  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE, x_px,
                    y_px, max_width_px, text);
  g_free (text);
}
