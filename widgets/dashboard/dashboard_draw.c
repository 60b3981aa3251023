/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_draw.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart_map.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/footer_fit.h"
#include "widgets/dashboard/pane/pane_ghost.h"
#include "widgets/dashboard/panes/panes.h"

/* The line above the panes, at 100 % text. */
#define CAPTION_PX 40

static double
scale_of (const DrawStyle *style)
{
  return MAX (text_cache_scale (style->text), 1.0);
}

static void
draw_sentence (cairo_t *cr, const Rect *rect, const DrawStyle *style, const char *sentence)
{
  double width_px = MIN (rect->width_px, 480 * scale_of (style));
  double text_px = text_width_px (style->text, TEXT_BODY, sentence);
  double x_px = rect->x_px + (rect->width_px - MIN (width_px, text_px)) / 2;
  double height_px =
    text_draw_wrapped (style->text, NULL, TEXT_BODY, style->theme->secondary, x_px, 0, width_px, 4, sentence);

  text_draw_wrapped (style->text, cr, TEXT_BODY, style->theme->secondary, x_px,
                     rect->y_px + (rect->height_px - height_px) / 2, width_px, 4, sentence);
}

void
pane_draw_body (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const PaneContext *pane,
                const ChartMarks *marks,
                ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  if (!pane_is_ready (pane->kind, pane->options, pane->data))
    {
      pane_ghost_draw (cr, rect, style, pane->kind->ghost);
      return;
    }

  g_autofree char *sentence = pane_sentence (pane);
  if (sentence != NULL)
    draw_sentence (cr, rect, style, sentence);
  else
    pane->kind->draw (cr, rect, style, pane, marks, ret_map);
}

static void
add_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI / 2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI / 2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI / 2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static void
draw_frame (cairo_t *cr, const Rect *rect, const DrawStyle *style)
{
  add_rounded (cr, rect->x_px + 0.5, rect->y_px + 0.5, rect->width_px - 1, rect->height_px - 1,
               PANE_RADIUS_PX);
  theme_set_source (cr, style->theme->card);
  cairo_fill_preserve (cr);
  theme_set_source (cr, style->theme->rule);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static double
caption_width_px (const char *text, void *style)
{
  return text_width_px (((const DrawStyle *) style)->text, TEXT_CAPTION, text);
}

void
pane_draw_footer (cairo_t *cr, const Rect *rect, const DrawStyle *style, TextAlign align, const char *text)
{
  double x_px = align == TEXT_RIGHT ? rect->x_px + rect->width_px : rect->x_px;
  g_autofree char *cut = footer_fit (text, rect->width_px, caption_width_px, (void *) style);

  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, align, TEXT_MIDDLE, x_px,
                    rect->y_px + rect->height_px / 2, rect->width_px, cut);
}

static void
draw_footer (cairo_t *cr, const Rect *rect, const DrawStyle *style, const PaneContext *pane)
{
  double height_px = PANE_FOOTER_PX * scale_of (style);
  double top_px = round (rect->y_px + rect->height_px - height_px);
  const Rect inner = { rect->x_px + PANE_INSET_PX, top_px, rect->width_px - 2 * PANE_INSET_PX, height_px };
  g_autofree char *text =
    pane_is_ready (pane->kind, pane->options, pane->data) ? pane_footer (pane) : g_strdup ("");

  cairo_rectangle (cr, inner.x_px, top_px, inner.width_px, 1);
  theme_set_source (cr, style->theme->rule);
  cairo_fill (cr);
  pane_draw_footer (cr, &inner, style, TEXT_LEFT, text);
}

void
pane_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const PaneContext *pane)
{
  Rect body = pane_body (pane->kind, rect->width_px, rect->height_px, text_cache_scale (style->text));
  g_autofree ChartMap *map = g_new (ChartMap, 1);

  body.x_px += rect->x_px;
  body.y_px += rect->y_px;
  draw_frame (cr, rect, style);
  if (pane->kind->footer != NULL)
    {
      g_autofree char *title = pane_title_of (pane);

      text_draw_fitted (style->text, cr, TEXT_HEADING, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                        rect->x_px + PANE_INSET_PX, rect->y_px + PANE_HEADER_PX * scale_of (style) / 2,
                        rect->width_px - 2 * PANE_INSET_PX, title);
      draw_footer (cr, rect, style, pane);
    }
  pane_draw_body (cr, &body, style, pane, &CHART_NO_MARKS, map);
}

/* ---- the picture ---- */

static int
caption_height_px (double text_scale)
{
  return (int) lround (CAPTION_PX * MAX (text_scale, 1.0));
}

/* Returns the number of panes. */
static size_t
place_panes (const DashboardData *data,
             const DrawStyle *style,
             int width_px,
             PaneContext *ret_panes,
             PanePlace *ret_places,
             int *ret_height_px)
{
  static const PaneOptions usual;
  const Pane *kinds[DASHBOARD_PANES_MAX];
  int own_px[DASHBOARD_PANES_MAX] = { 0 }, card_px = MAX (width_px, DASHBOARD_WIDTH_MIN_PX) - 2 * DASHBOARD_MARGIN_PX;
  size_t n = dashboard_panes_of (data->profile, kinds);

  for (size_t i = 0; i < n; i++)
    {
      ret_panes[i] = (PaneContext){ kinds[i], data, &usual, style->numbers };
      if (kinds[i]->height_px != NULL)
        own_px[i] = dashboard_pane_height_px (&ret_panes[i], card_px, style);
    }
  *ret_height_px = dashboard_panes_place (data->profile, kinds, own_px, n, width_px, text_cache_scale (style->text),
                                          ret_places);
  return n;
}

int
dashboard_picture_height_px (const DashboardData *data, const DrawStyle *style, int width_px)
{
  PaneContext panes[DASHBOARD_PANES_MAX];
  PanePlace places[DASHBOARD_PANES_MAX];
  int height_px;

  place_panes (data, style, width_px, panes, places, &height_px);
  return caption_height_px (text_cache_scale (style->text)) + height_px;
}

/* What a picture has instead of the scope bar: the profile's name, then what the figures are of. */
static void
draw_caption (cairo_t *cr, const DrawStyle *style, const DashboardData *data, int width_px)
{
  double height_px = caption_height_px (text_cache_scale (style->text));
  double y_px = height_px / 2 + 4, x_px = DASHBOARD_MARGIN_PX + PANE_INSET_PX;
  double room_px = width_px - 2 * x_px;
  g_autofree char *scope = dashboard_text_scope (data, style->numbers);
  double scope_px = text_width_px (style->text, TEXT_CAPTION, scope);
  double name_px =
    text_draw_fitted (style->text, cr, TEXT_GROUP, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, x_px, y_px,
                      MAX (room_px - scope_px - 16, room_px / 4), data->profile->name);

  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE,
                    x_px + name_px + 16, y_px, room_px - name_px - 16, scope);
}

void
dashboard_draw_picture (cairo_t *cr,
                        const DrawStyle *style,
                        const DashboardData *data,
                        int width_px,
                        int height_px)
{
  PaneContext panes[DASHBOARD_PANES_MAX];
  PanePlace places[DASHBOARD_PANES_MAX];
  double scale = text_cache_scale (style->text);
  int page_px;
  size_t n = place_panes (data, style, width_px, panes, places, &page_px);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  draw_caption (cr, style, data, width_px);
  for (size_t i = 0; i < n; i++)
    {
      const Rect rect = {
        .x_px = places[i].x_px,
        .y_px = places[i].y_px + caption_height_px (scale),
        .width_px = places[i].width_px,
        .height_px = places[i].height_px,
      };

      pane_draw (cr, &rect, style, &panes[i]);
    }
  cairo_restore (cr);
}
