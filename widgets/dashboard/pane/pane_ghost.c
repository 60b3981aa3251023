/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/pane_ghost.h"

#include <glib.h>

#define N_BARS    15
#define N_FIGURES 5

static void
add_block (cairo_t *cr, double x_px, double y_px, double width_px, double height_px)
{
  if (width_px > 0 && height_px > 0)
    cairo_rectangle (cr, x_px, y_px, width_px, height_px);
}

static void
add_ring (cairo_t *cr, const Rect *rect)
{
  double outer_px = MIN (rect->width_px * 0.52, rect->height_px - 16) / 2;
  double cx_px = rect->x_px + 8 + outer_px, cy_px = rect->y_px + rect->height_px / 2;

  if (outer_px <= 0)
    return;
  cairo_new_sub_path (cr);
  cairo_arc (cr, cx_px, cy_px, outer_px, 0, 2 * G_PI);
  cairo_new_sub_path (cr);
  cairo_arc_negative (cr, cx_px, cy_px, outer_px * 0.6, 2 * G_PI, 0);
  for (int i = -1; i <= 1; i += 2)
    add_block (cr, cx_px + outer_px + 24, cy_px + 14 * i - 6,
               rect->x_px + rect->width_px - cx_px - outer_px - 24, 12);
}

static void
add_bars (cairo_t *cr, const Rect *rect)
{
  double pitch_px = rect->height_px / N_BARS;
  double bars_px = rect->width_px * 0.4;

  for (int i = 0; i < N_BARS; i++)
    {
      double y_px = rect->y_px + pitch_px * (i + 0.2);

      add_block (cr, rect->x_px, y_px, rect->width_px * (i % 3 == 0 ? 0.34 : 0.28), pitch_px * 0.6);
      add_block (cr, rect->x_px + rect->width_px * 0.42, y_px, bars_px / (1 + i * 0.5), pitch_px * 0.6);
    }
}

static void
add_lines (cairo_t *cr, const Rect *rect)
{
  for (double y_px = rect->y_px + 12; y_px + 12 < rect->y_px + rect->height_px; y_px += 48)
    {
      add_block (cr, rect->x_px + 20, y_px, 48, 12);
      add_block (cr, rect->x_px + 104, y_px, rect->width_px * 0.5, 12);
      add_block (cr, rect->x_px + rect->width_px * 0.76, y_px, rect->width_px * 0.2, 12);
    }
}

static void
add_summary (cairo_t *cr, const Rect *rect)
{
  double inset_px = 16, width_px = rect->width_px - 2 * inset_px, bottom_px = rect->y_px + rect->height_px;

  add_block (cr, rect->x_px + inset_px, rect->y_px + 16, width_px * 0.6, 16);
  for (int i = 0; i < N_FIGURES; i++)
    add_block (cr, rect->x_px + inset_px + width_px / N_FIGURES * i, bottom_px - 76,
               width_px / N_FIGURES * 0.4, 32);
  add_block (cr, rect->x_px + inset_px, bottom_px - 33, width_px, 18);
}

void
pane_ghost_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, PaneGhost ghost)
{
  switch (ghost)
    {
    case GHOST_SUMMARY:
      add_summary (cr, rect);
      break;
    case GHOST_RING:
      add_ring (cr, rect);
      break;
    case GHOST_BARS:
      add_bars (cr, rect);
      break;
    case GHOST_LINES:
      add_lines (cr, rect);
      break;
    case GHOST_AXES:
      add_block (cr, rect->x_px + 40, rect->y_px + 8, rect->width_px - 40, rect->height_px - 32);
      break;
    }
  theme_set_source (cr, theme_mix (style->theme->text, style->theme->card, 0.08));
  cairo_fill (cr);
}
