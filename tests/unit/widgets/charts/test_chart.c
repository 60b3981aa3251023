/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_flags.h"
#include "widgets/charts/chart_legend.h"
#include "widgets/charts/chart_map.h"

static DrawStyle
style_new (void)
{
  return (DrawStyle){ theme_get (THEME_CONTRAST), text_cache_new (NULL, 1), &number_style_c };
}

/* ---- where parts are ---- */

static void
test_sectors_are_found_by_angle_and_radius (void)
{
  ChartMap *map = g_new0 (ChartMap, 1);

  chart_map_add_sector (map, 0, 100, 100, 30, 50, 0, M_PI_2);
  chart_map_add_sector (map, 1, 100, 100, 30, 50, M_PI_2, 2 * M_PI);
  g_assert_cmpint (chart_map_find (map, 128, 72), ==, 0); /* half past one */
  g_assert_cmpint (chart_map_find (map, 100, 140), ==, 1);
  g_assert_cmpint (chart_map_find (map, 60, 100), ==, 1);
  g_assert_cmpint (chart_map_find (map, 99, 60), ==, 1);
  g_assert_cmpint (chart_map_find (map, 100, 100), ==, -1);
  g_assert_cmpint (chart_map_find (map, 151, 100), ==, -1);
  g_assert_cmpfloat_with_epsilon (map->areas[0].rect.x_px, 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (map->areas[0].rect.y_px, 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (map->areas[0].rect.width_px, 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (map->areas[1].rect.height_px, 100, 1e-9);
  g_free (map);
}

static void
test_full_maps_keep_what_they_have (void)
{
  ChartMap *map = g_new0 (ChartMap, 1);

  for (int i = 0; i < CHART_AREAS_MAX + 10; i++)
    chart_map_add (map, i, (Rect){ i, 0, 1, 1 });
  g_assert_cmpint (map->n, ==, CHART_AREAS_MAX);
  g_assert_cmpint (chart_map_find (map, 7.5, 0.5), ==, 7);
  g_assert_cmpint (chart_map_find (map, CHART_AREAS_MAX + 0.5, 0.5), ==, -1);
  chart_map_clear (map);
  g_assert_cmpint (map->n, ==, 0);
  chart_map_add (NULL, 0, (Rect){ 0, 0, 1, 1 });
  chart_map_clear (NULL);
  g_free (map);
}

/* ---- labels of lines ---- */

static double
flag_begin (const ChartFlag *flag, double gap)
{
  return flag->is_left ? flag->x_px - gap - flag->width_px : flag->x_px + gap;
}

static void
check_flags (const ChartFlag *flags, int n, double max, double gap, int n_rows)
{
  for (int i = 0; i < n; i++)
    {
      double begin = flag_begin (&flags[i], gap), end = begin + flags[i].width_px;

      if (flags[i].row < 0)
        continue;
      g_assert_cmpint (flags[i].row, <, n_rows);
      g_assert_cmpfloat (begin, >=, 0);
      g_assert_cmpfloat (end, <=, max);
      for (int j = 0; j < n; j++)
        {
          if (j == i || flags[j].row < 0)
            continue;
          double other_begin = flag_begin (&flags[j], gap), other_end = other_begin + flags[j].width_px;
          if (flags[j].row == flags[i].row)
            g_assert_true (other_end <= begin || other_begin >= end);
          if (flags[j].row >= flags[i].row)
            g_assert_true (flags[j].x_px <= begin || flags[j].x_px >= end);
        }
    }
}

static void
test_flags_cover_neither_each_other_nor_poles (void)
{
  for (int round = 0; round < 3000; round++)
    {
      ChartFlag flags[CHART_FLAGS_MAX];
      int n = g_test_rand_int_range (1, CHART_FLAGS_MAX + 1), max_rows = g_test_rand_int_range (0, 6);
      double max = g_test_rand_double_range (20, 600);

      for (int i = 0; i < n; i++)
        flags[i] = (ChartFlag){ .x_px = g_test_rand_double_range (0, max),
                                .width_px = g_test_rand_double_range (10, 150) };
      int n_rows = chart_flags_place (flags, n, 0, max, 4, max_rows);
      g_assert_cmpint (n_rows, <=, max_rows);
      check_flags (flags, n, max, 4, n_rows);
    }
}

static void
test_two_flags_far_apart_share_a_row (void)
{
  ChartFlag flags[] = { { .x_px = 60, .width_px = 100 }, { .x_px = 380, .width_px = 100 } };

  g_assert_cmpint (chart_flags_place (flags, 2, 0, 400, 4, 3), ==, 1);
  g_assert_false (flags[0].is_left);
  g_assert_true (flags[1].is_left);
}

static void
test_lines_at_the_same_place_are_both_named (void)
{
  ChartFlag flags[] = { { .x_px = 200, .width_px = 100 }, { .x_px = 200, .width_px = 100 } };

  g_assert_cmpint (chart_flags_place (flags, 2, 0, 400, 4, 3), >, 0);
  g_assert_cmpint (flags[0].row, >=, 0);
  g_assert_cmpint (flags[1].row, >=, 0);
  check_flags (flags, 2, 400, 4, 3);
}

/* ---- any chart in any rectangle ---- */

typedef void (
  *DrawChart) (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map);

#define N_PARTS 16

static void
make_parts (ChartPart parts[N_PARTS])
{
  for (int i = 0; i < N_PARTS; i++)
    parts[i] = (ChartPart){ .label = i % 2 ? "a rather long name of a kernel · with a tail" : "short",
                            .value = i % 3 ? "12.50 ms" : NULL,
                            .share = "6.3\u202f%",
                            .extra = i % 5 ? "1,234" : NULL,
                            .amount = i == 7 ? 0 : 1000.0 / (i + 1),
                            .look = i == N_PARTS - 1 ? CHART_OTHERS
                                    : i == 3         ? CHART_IDLE
                                                     : CHART_WORK,
                            .work = (WorkKind) (i % N_WORK_KINDS),
                            .is_ranked = i < N_PARTS - 1 };
}

static void
draw_ring (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map)
{
  ChartPart parts[N_PARTS];
  make_parts (parts);
  ring_chart_draw (cr, rect, style,
                   &(RingChart){ parts, N_PARTS, "83.5\u202f%", "active", false, NULL, NULL }, marks, map);
}

static void
draw_bars (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map)
{
  ChartPart parts[N_PARTS];
  make_parts (parts);
  bar_chart_draw (cr, rect, style, &(BarChart){ .parts = parts, .n_parts = N_PARTS }, marks, map);
}

static void
draw_share (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map)
{
  ChartPart parts[N_PARTS];
  make_parts (parts);
  share_bar_draw (cr, rect, style, &(ShareBar){ parts, N_PARTS }, marks, map);
}

static void
draw_histogram (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map)
{
  static const uint64_t counts[] = { 1, 0, 400, UINT64_MAX, 12, 7 };
  static const ChartLine lines[] = {
    { 2.5e3, "Median" }, { 2.6e3, "p95" }, { 1e18, "beyond" }, { NAN, "none" }
  };
  const HistogramChart chart = {
    .width_ns = 1000,
    .counts = counts,
    .n_bins = G_N_ELEMENTS (counts),
    .lines = lines,
    .n_lines = G_N_ELEMENTS (lines),
    .work = WORK_CALL,
  };

  histogram_chart_draw (cr, rect, style, &chart, marks, map);
}

static void
draw_series (cairo_t *cr,
             const Rect *rect,
             const DrawStyle *style,
             const ChartMarks *marks,
             ChartMap *map,
             int n_series)
{
  double values[100];
  AreaSeries series[12];

  for (int i = 0; i < 100; i++)
    values[i] = i % 10 == 0 ? NAN : i % 7 == 0 ? 5 : i % 11 == 0 ? -3 : i / 100.0;
  for (int i = 0; i < n_series; i++)
    series[i] = (AreaSeries){ "GPU 3", values };
  area_chart_draw (cr, rect, style,
                   &(AreaChart){ .begin_ns = INT64_C (1) << 60,
                                 .end_ns = (INT64_C (1) << 60) + 1000,
                                 .n_buckets = 100,
                                 .series = series,
                                 .n_series = n_series },
                   marks, map);
}

static void
draw_area (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map)
{
  draw_series (cr, rect, style, marks, map, 3);
}

static void
draw_rows (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ChartMarks *marks, ChartMap *map)
{
  draw_series (cr, rect, style, marks, map, 12);
}

#define CANVAS_PX 420
#define GROUND    0xfe00ffu

static bool
is_untouched_outside (cairo_surface_t *surface, int left, int top, int width, int height)
{
  cairo_surface_flush (surface);
  for (int y = 0; y < CANVAS_PX; y++)
    {
      const unsigned char *row =
        cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

      for (int x = 0; x < CANVAS_PX; x++)
        {
          uint32_t value;

          memcpy (&value, row + 4 * x, sizeof value);
          if ((x < left || y < top || x >= left + width || y >= top + height) && (value & 0xffffff) != GROUND)
            return false;
        }
    }
  return true;
}

static void
test_any_rectangle_holds_its_chart (gconstpointer data)
{
  static const struct
  {
    int width_px, height_px;
  } sizes[] = { { 0, 0 },     { 1, 1 },    { 9, 200 },   { 200, 9 },   { 40, 40 },   { 120, 80 }, { 80, 120 },
                { 120, 400 }, { 400, 18 }, { 160, 160 }, { 240, 100 }, { 400, 240 }, { 300, 400 } };
  const DrawChart draw = *(const DrawChart *) data;
  const ChartMarks marks = { 0, 1, 2 };
  DrawStyle style = style_new ();
  ChartMap *map = g_new0 (ChartMap, 1);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, CANVAS_PX, CANVAS_PX);

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Rect rect = { 10, 10, sizes[i].width_px, sizes[i].height_px };
      cairo_t *cr = cairo_create (surface);

      theme_set_source (cr, GROUND);
      cairo_paint (cr);
      draw (cr, &rect, &style, &marks, map);
      draw (cr, &rect, &style, NULL, NULL);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      g_assert_true (is_untouched_outside (surface, 10, 10, sizes[i].width_px, sizes[i].height_px));
      for (int k = 0; k < map->n; k++)
        {
          const Rect *area = &map->areas[k].rect;

          g_assert_cmpint (map->areas[k].part, >=, 0);
          g_assert_cmpfloat (area->x_px, >=, rect.x_px - 1e-6);
          g_assert_cmpfloat (area->y_px, >=, rect.y_px - 1e-6);
          g_assert_cmpfloat (area->x_px + area->width_px, <=, rect.x_px + rect.width_px + 1e-6);
          g_assert_cmpfloat (area->y_px + area->height_px, <=, rect.y_px + rect.height_px + 1e-6);
        }
    }
  cairo_surface_destroy (surface);
  g_free (map);
  text_cache_free (style.text);
}

static bool
map_has (const ChartMap *map, int part, bool is_sector)
{
  for (int i = 0; i < map->n; i++)
    if (map->areas[i].part == part && map->areas[i].is_sector == is_sector)
      return true;
  return false;
}

static void
test_every_part_of_a_ring_can_be_hit (void)
{
  DrawStyle style = style_new ();
  ChartMap *map = g_new0 (ChartMap, 1);
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);

  draw_ring (cr, &(Rect){ 0, 0, 600, 400 }, &style, NULL, map);
  for (int i = 0; i < N_PARTS; i++)
    {
      g_assert_true (map_has (map, i, false));
      g_assert_true (map_has (map, i, true)
                     == (i != 7)); /* that one is nothing of the ring, but has its row */
    }

  /* Too low for all rows: the rest keeps its row. */
  draw_ring (cr, &(Rect){ 0, 0, 600, 100 }, &style, NULL, map);
  g_assert_true (map_has (map, 0, false));
  g_assert_false (map_has (map, 9, false));
  g_assert_true (map_has (map, N_PARTS - 1, false));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_free (map);
  text_cache_free (style.text);
}

/* INT64_MAX as a double is 2^63, which no int64_t holds. */
static void
test_the_longest_amounts_are_counted_in_the_row_of_more (void)
{
  DrawStyle style = style_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 400);
  cairo_t *cr = cairo_create (surface);
  ChartPart parts[5];
  ChartMap *map = g_new0 (ChartMap, 1);

  for (int i = 0; i < 5; i++)
    parts[i] = (ChartPart){ "gemm", "292 years", "20.0 %", NULL, (double) INT64_MAX, CHART_WORK, 0, true };
  double height_px = chart_legend_height_px (&style, 3);
  chart_legend_draw (cr, &(Rect){ 0, 0, 400, height_px }, &style, parts, 5, &(LegendTitles){ NULL, NULL },
                     &(ChartMarks){ -1, -1, -1 }, map);
  g_assert_cmpint (map->n, ==, 2); /* and the row "3 more" */
  g_free (map);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  text_cache_free (style.text);
}

static void
test_every_bucket_and_bin_can_be_hit (void)
{
  DrawStyle style = style_new ();
  ChartMap *map = g_new0 (ChartMap, 1);
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);

  draw_area (cr, &(Rect){ 0, 0, 600, 300 }, &style, NULL, map);
  for (int i = 0; i < 100; i++)
    g_assert_true (map_has (map, i, false));
  draw_histogram (cr, &(Rect){ 0, 0, 600, 300 }, &style, NULL, map);
  for (int i = 0; i < 6; i++)
    g_assert_true (map_has (map, i, false));
  draw_series (cr, &(Rect){ 0, 0, 600, 300 }, &style, NULL, map, 8);
  g_assert_cmpint (map->n, ==, 800);
  g_assert_cmpint (map->areas[799].series, ==, 7);
  g_assert_cmpint (map->areas[799].part, ==, 99);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_free (map);
  text_cache_free (style.text);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    DrawChart draw;
  } charts[] = {
    { "/chart/any_rectangle_holds/ring", draw_ring },
    { "/chart/any_rectangle_holds/bars", draw_bars },
    { "/chart/any_rectangle_holds/share_bar", draw_share },
    { "/chart/any_rectangle_holds/area", draw_area },
    { "/chart/any_rectangle_holds/histogram", draw_histogram },
    { "/chart/any_rectangle_holds/rows", draw_rows },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/sectors_are_found_by_angle_and_radius",
                   test_sectors_are_found_by_angle_and_radius);
  g_test_add_func ("/chart/full_maps_keep_what_they_have", test_full_maps_keep_what_they_have);
  g_test_add_func ("/chart/flags_cover_neither_each_other_nor_poles",
                   test_flags_cover_neither_each_other_nor_poles);
  g_test_add_func ("/chart/two_flags_far_apart_share_a_row", test_two_flags_far_apart_share_a_row);
  g_test_add_func ("/chart/lines_at_the_same_place_are_both_named",
                   test_lines_at_the_same_place_are_both_named);
  g_test_add_func ("/chart/every_part_of_a_ring_can_be_hit", test_every_part_of_a_ring_can_be_hit);
  g_test_add_func ("/chart/every_bucket_and_bin_can_be_hit", test_every_bucket_and_bin_can_be_hit);
  g_test_add_func ("/chart/the_longest_amounts_are_counted_in_the_row_of_more",
                   test_the_longest_amounts_are_counted_in_the_row_of_more);
  for (size_t i = 0; i < G_N_ELEMENTS (charts); i++)
    g_test_add_data_func (charts[i].path, &charts[i].draw, test_any_rectangle_holds_its_chart);
  return g_test_run ();
}
