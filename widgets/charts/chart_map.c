/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/chart_map.h"

#include <math.h>
#include <stddef.h>

void
chart_map_clear (ChartMap *map)
{
  if (map == NULL)
    return;
  map->n = 0;
  map->grid = (ChartGrid){ 0 };
}

static void
add (ChartMap *map, const ChartArea *area)
{
  if (map != NULL && map->n < CHART_AREAS_MAX)
    map->areas[map->n++] = *area;
}

void
chart_map_add_of_series (ChartMap *map, int series, int part, Rect rect)
{
  const ChartArea area = { .part = part, .series = series, .rect = rect };

  add (map, &area);
}

void
chart_map_add (ChartMap *map, int part, Rect rect)
{
  chart_map_add_of_series (map, -1, part, rect);
}

void
chart_map_add_sector (ChartMap *map,
                      int part,
                      double cx_px,
                      double cy_px,
                      double inner_px,
                      double outer_px,
                      double begin_rad,
                      double end_rad)
{
  ChartArea area = { .part = part,
                     .series = -1,
                     .is_sector = true,
                     .cx_px = cx_px,
                     .cy_px = cy_px,
                     .inner_px = inner_px,
                     .outer_px = outer_px,
                     .begin_rad = begin_rad,
                     .end_rad = end_rad };
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;

  /* Its extremes are its corners and the quarter turns that it passes. */
  for (int i = 0; i < 6; i++)
    {
      double turn = i == 0 ? begin_rad : i == 5 ? end_rad : (i - 1) * M_PI_2;

      if (turn < begin_rad || turn > end_rad)
        continue;
      for (int side = 0; side < 2; side++)
        {
          double radius = side == 0 ? inner_px : outer_px;
          double x = cx_px + radius * sin (turn), y = cy_px - radius * cos (turn);

          left = fmin (left, x);
          right = fmax (right, x);
          top = fmin (top, y);
          bottom = fmax (bottom, y);
        }
    }
  area.rect = (Rect){ left, top, right - left, bottom - top };
  add (map, &area);
}

static bool
area_holds (const ChartArea *area, double x_px, double y_px)
{
  if (!area->is_sector)
    return rect_holds (&area->rect, x_px, y_px);

  double dx = x_px - area->cx_px, dy = y_px - area->cy_px;
  double radius = hypot (dx, dy);
  double turn = atan2 (dx, -dy);

  if (turn < 0)
    turn += 2 * M_PI;
  return radius >= area->inner_px && radius < area->outer_px && turn >= area->begin_rad
         && turn < area->end_rad;
}

const ChartArea *
chart_map_area_at (const ChartMap *map, double x_px, double y_px)
{
  for (int i = map->n - 1; i >= 0; i--)
    if (area_holds (&map->areas[i], x_px, y_px))
      return &map->areas[i];
  return NULL;
}

int
chart_map_find (const ChartMap *map, double x_px, double y_px)
{
  const ChartArea *area = chart_map_area_at (map, x_px, y_px);

  return area != NULL ? area->part : -1;
}
