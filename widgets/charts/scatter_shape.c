/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/scatter_shape.h"

#include <math.h>

/* A corner, in units of the radius. */
typedef struct
{
  double x, y;
} Corner;

static const struct
{
  int n_corners; /* 0: a circle */
  Corner corners[4];
  bool is_hollow;
} shapes[SCATTER_SERIES_MAX] = {
  { 0, { { 0, 0 } }, false },
  { 3, { { 0, -1.15 }, { 1.05, 0.75 }, { -1.05, 0.75 } }, false },             /* points upwards */
  { 3, { { 0, 1.15 }, { -1.05, -0.75 }, { 1.05, -0.75 } }, false },            /* downwards */
  { 4, { { -0.85, -0.85 }, { 0.85, -0.85 }, { 0.85, 0.85 }, { -0.85, 0.85 } }, false },
  { 4, { { 0, -1.2 }, { 1.2, 0 }, { 0, 1.2 }, { -1.2, 0 } }, false },
  { 0, { { 0, 0 } }, true },
};

static Rgb
colour_of (const Theme *theme, int series)
{
  const Rgb colours[SCATTER_SERIES_MAX] = { theme->work[WORK_COMMUNICATION].fill, theme->accent, theme->text,
                                            theme->arrow, theme->secondary, theme->text };

  return colours[series];
}

static void
add_path (cairo_t *cr, int series, double x_px, double y_px, double radius_px)
{
  cairo_new_sub_path (cr);
  if (shapes[series].n_corners == 0)
    cairo_arc (cr, x_px, y_px, radius_px, 0, 2 * M_PI);
  for (int i = 0; i < shapes[series].n_corners; i++)
    cairo_line_to (cr, x_px + shapes[series].corners[i].x * radius_px, y_px + shapes[series].corners[i].y * radius_px);
  cairo_close_path (cr);
}

void
scatter_shape_draw (cairo_t *cr, const Theme *theme, int series, double x_px, double y_px, double radius_px)
{
  add_path (cr, series, x_px, y_px, radius_px);
  /* A rim in the colour of the ground keeps neighbours apart. */
  theme_set_source (cr, theme->card);
  cairo_set_line_width (cr, 2);
  cairo_stroke_preserve (cr);
  theme_set_source (cr, shapes[series].is_hollow ? theme->card : colour_of (theme, series));
  cairo_fill (cr);
  if (shapes[series].is_hollow || theme->has_borders)
    {
      add_path (cr, series, x_px, y_px, fmax (radius_px - 0.75, 0.5));
      theme_set_source (cr, shapes[series].is_hollow ? colour_of (theme, series) : theme->text);
      cairo_set_line_width (cr, 1.5);
      cairo_stroke (cr);
    }
}
