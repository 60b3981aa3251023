/* SPDX-License-Identifier: Apache-2.0
 *
 * Stacked bars: where they stand, and which of many is drawn. */

#include <glib.h>

#include "widgets/charts/chart.h"

static const ChartPart parts[] = {
  { .label = "Compute", .look = CHART_WORK, .work = WORK_GEMM },
  { .label = "Other", .look = CHART_IDLE },
};

static void
draw (const int64_t *amounts_ns, int n_bars, double width_px, double height_px, ChartMap *ret_map)
{
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width_px + 1, (int) height_px + 1);
  cairo_t *cr = cairo_create (surface);
  const DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  const StackedChart chart = { parts, G_N_ELEMENTS (parts), amounts_ns, NULL, n_bars };

  stacked_chart_draw (cr, &(Rect){ 0, 0, width_px, height_px }, &style, &chart, &CHART_NO_MARKS, ret_map);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  text_cache_free (style.text);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
every_bar_has_its_place_in_order (void)
{
  g_autofree ChartMap *map = g_new0 (ChartMap, 1);
  int64_t amounts_ns[2 * 40];

  for (int i = 0; i < 80; i++)
    amounts_ns[i] = 1000 * (i % 7);
  draw (amounts_ns, 40, 600, 200, map);
  g_assert_cmpint (map->n, ==, 40);
  for (int i = 0; i < map->n; i++)
    {
      g_assert_cmpint (map->areas[i].part, ==, i);
      g_assert_true (
        i == 0 || map->areas[i].rect.x_px >= map->areas[i - 1].rect.x_px + map->areas[i - 1].rect.width_px);
    }
}

/* 100,000 bars of 1 ms and one of 9 on a few hundred px: the one is there, and is the one that a click finds. */
static void
a_single_high_bar_does_not_disappear (void)
{
  g_autofree ChartMap *map = g_new0 (ChartMap, 1);
  const int n = 100000, high = 77777;
  g_autofree int64_t *amounts_ns = g_new (int64_t, 2 * n);
  bool is_there = false;

  for (int i = 0; i < n; i++)
    {
      amounts_ns[2 * i] = i == high ? 9000000 : 900000;
      amounts_ns[2 * i + 1] = 100000;
    }
  draw (amounts_ns, n, 600, 200, map);
  g_assert_cmpint (map->n, <=, 600);
  g_assert_cmpint (map->n, >, 400);
  for (int i = 0; i < map->n; i++)
    {
      is_there = is_there || map->areas[i].part == high;
      g_assert_true (i == 0 || map->areas[i].part > map->areas[i - 1].part);
    }
  g_assert_true (is_there);
}

static void
any_numbers_and_sizes_are_drawn (void)
{
  g_autofree ChartMap *map = g_new0 (ChartMap, 1);
  const int64_t zero[] = { 0, 0, 0, 0 }, huge[] = { INT64_MAX, INT64_MAX, 1, 0 }, one[] = { 1, 0 };

  for (double width = 1; width < 700; width *= 3)
    for (double height = 1; height < 400; height *= 3)
      {
        draw (zero, 2, width, height, map);
        draw (huge, 2, width, height, map);
        draw (one, 1, width, height, map);
        draw (NULL, 0, width, height, map);
        g_assert_cmpint (map->n, ==, 0);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stacked_chart/every_bar_has_its_place_in_order", every_bar_has_its_place_in_order);
  g_test_add_func ("/stacked_chart/a_single_high_bar_does_not_disappear",
                   a_single_high_bar_does_not_disappear);
  g_test_add_func ("/stacked_chart/any_numbers_and_sizes_are_drawn", any_numbers_and_sizes_are_drawn);
  return g_test_run ();
}
