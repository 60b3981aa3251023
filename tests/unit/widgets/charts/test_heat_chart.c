/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat maps against looking for the cells of each pixel one by one, their labels, and their colours. */

#include <glib.h>
#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/heat_cells.h"
#include "widgets/charts/heat_colours.h"

#define ROUNDS 300

/* ---- cells ---- */

typedef struct
{
  HeatChart chart;
  uint32_t *rows;
  uint64_t *items;
  int64_t *values;
} Map;

/* The rows in another order than their cells, some cells without an item, some without a value. */
static Map
random_map (GRand *random, int n_rows, int n_columns)
{
  size_t stride = (size_t) n_columns + (size_t) g_rand_int_range (random, 0, 3);
  size_t n = (size_t) n_rows * stride;
  Map map = { .rows = g_new (uint32_t, n_rows), .items = g_new (uint64_t, n), .values = g_new (int64_t, n) };

  for (int row = 0; row < n_rows; row++)
    map.rows[row] = (uint32_t) ((row * 7 + 3) % n_rows);
  if (n_rows % 7 == 0)
    for (int row = 0; row < n_rows; row++)
      map.rows[row] = (uint32_t) (n_rows - 1 - row);
  for (size_t i = 0; i < n; i++)
    {
      map.items[i] = g_rand_int_range (random, 0, 10) == 0 ? UINT64_MAX : n - 1 - i;
      map.values[i] = g_rand_int_range (random, 0, 10) == 0 ? HEAT_CHART_UNKNOWN : g_rand_int_range (random, 0, 1000);
    }
  map.chart = (HeatChart){ .n_rows = n_rows, .n_columns = n_columns, .rows = map.rows, .items = map.items,
                           .stride = stride, .values = map.values, .low = 0, .high = 999 };
  return map;
}

static void
map_clear (Map *map)
{
  g_free (map->rows);
  g_free (map->items);
  g_free (map->values);
}

static int64_t
value_at (const Map *map, int row, int column)
{
  uint64_t item = map->items[map->rows[row] * map->chart.stride + (size_t) column];

  return item == UINT64_MAX ? HEAT_CHART_UNKNOWN : map->values[item];
}

/* The n items of a line share n_px pixels evenly: those whose pixels contain pixel px, or all that lie in it. */
static void
items_of_pixel (int px, int n_px, int n, int *ret_first, int *ret_end)
{
  int n_blocks = MIN (n, n_px), block = 0;

  while ((int64_t) (block + 1) * n_px / n_blocks <= px)
    block++;
  *ret_first = (int) ((int64_t) block * n / n_blocks);
  *ret_end = (int) ((int64_t) (block + 1) * n / n_blocks);
}

static void
check_pixel (const Map *map, const ChartGrid *grid, const Rgb *colours, const uint32_t *pixels, int x, int y)
{
  int width_px = (int) grid->rect.width_px, height_px = (int) grid->rect.height_px;
  int first_row, end_row, first_column, end_column;
  int64_t highest = HEAT_CHART_UNKNOWN;
  uint32_t pixel = pixels[y * width_px + x];

  items_of_pixel (y, height_px, grid->n_rows, &first_row, &end_row);
  items_of_pixel (x, width_px, grid->n_columns, &first_column, &end_column);
  for (int row = first_row; row < end_row; row++)
    for (int column = first_column; column < end_column; column++)
      highest = MAX (highest, value_at (map, row, column));

  int cell = heat_chart_cell_at (&map->chart, grid, grid->rect.x_px + x + 0.5, grid->rect.y_px + y + 0.5);
  g_assert_cmpint (cell, >=, 0);
  int row = cell / grid->n_columns, column = cell % grid->n_columns;
  g_assert_true (row >= first_row && row < end_row && column >= first_column && column < end_column);
  g_assert_cmpint (value_at (map, row, column), ==, highest);
  const Rect at = heat_cells_rect_of (grid, cell);
  bool is_gap = grid->rect.x_px + x >= at.x_px + at.width_px || grid->rect.y_px + y >= at.y_px + at.height_px;
  g_assert_true (grid->rect.x_px + x >= at.x_px && grid->rect.y_px + y >= at.y_px);
  if (is_gap)
    g_assert_true (grid->gap_px > 0 && pixel == 0);
  else if (highest != HEAT_CHART_UNKNOWN)
    g_assert_cmphex (pixel, ==, 0xff000000u | heat_cells_colour (&map->chart, colours, highest));
  else
    g_assert_true (pixel == 0 || pixel == (0xff000000u | theme_get (THEME_LIGHT)->idle_hatch));
}

static void
test_each_pixel_shows_the_highest_of_its_cells (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2024);
  Rgb colours[HEAT_COLOURS];

  heat_colours (theme_get (THEME_LIGHT), colours);
  for (int round = 0; round < ROUNDS; round++)
    {
      int n_rows = g_rand_int_range (random, 1, round % 2 == 0 ? 12 : 150);
      int n_columns = g_rand_int_range (random, 1, round % 3 == 0 ? 12 : 150);
      const Rect rect = { 17, 5, g_rand_int_range (random, 1, 120), g_rand_int_range (random, 1, 120) };
      Map map = random_map (random, n_rows, n_columns);
      const ChartGrid grid = heat_cells_grid (&map.chart, &rect);
      size_t stride = (size_t) rect.width_px;
      g_autofree uint32_t *pixels = g_new0 (uint32_t, stride * (size_t) rect.height_px);
      g_autofree int64_t *scratch = g_new (int64_t, grid.block_columns);

      heat_cells_paint (&map.chart, &grid, theme_get (THEME_LIGHT), pixels, stride, scratch);
      for (int y = 0; y < (int) rect.height_px; y++)
        for (int x = 0; x < (int) rect.width_px; x++)
          check_pixel (&map, &grid, colours, pixels, x, y);
      g_assert_cmpint (heat_chart_cell_at (&map.chart, &grid, 16.9, 6), ==, -1);
      g_assert_cmpint (heat_chart_cell_at (&map.chart, &grid, 18, rect.y_px + rect.height_px), ==, -1);
      map_clear (&map);
    }
}

static void
test_a_single_high_cell_of_many_is_seen (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int round = 0; round < 50; round++)
    {
      Map map = random_map (random, 1024, 200);
      int row = g_rand_int_range (random, 0, 1024), column = g_rand_int_range (random, 0, 200);
      const Rect rect = { 0, 0, g_rand_int_range (random, 20, 300), g_rand_int_range (random, 20, 300) };
      const ChartGrid grid = heat_cells_grid (&map.chart, &rect);
      size_t place = map.rows[row] * map.chart.stride + (size_t) column;

      map.items[place] = place;
      map.values[place] = 5000;
      const Rect at = heat_cells_rect_of (&grid, row * 200 + column);
      g_assert_true (at.width_px >= 1 && at.height_px >= 1);
      int cell = heat_chart_cell_at (&map.chart, &grid, at.x_px, at.y_px);
      g_assert_cmpint (value_at (&map, cell / 200, cell % 200), ==, 5000);
      map_clear (&map);
    }
}

/* ---- labels ---- */

typedef struct
{
  GArray *rows, *columns; /* int: those that were asked for, in order */
  int per_group;          /* rows with a label are this far apart */
} Asked;

static char *
row_label (const void *user_data, int row)
{
  const Asked *asked = user_data;

  if (row % asked->per_group != 0)
    return NULL;
  g_array_append_val (asked->rows, row);
  return g_strdup_printf ("Rank %d", row);
}

static char *
column_label (const void *user_data, int column)
{
  g_array_append_val (((const Asked *) user_data)->columns, column);
  return g_strdup_printf ("%d", 1000 + column);
}

static char *
value_text (const void *user_data, int64_t value, const NumberStyle *numbers)
{
  (void) user_data;
  (void) value;
  (void) numbers;
  return g_strdup ("1");
}

static void
check_labels (GRand *random, const DrawStyle *style, int n_rows, int n_columns, int per_group)
{
  Map map = random_map (random, n_rows, n_columns);
  Asked asked = { g_array_new (FALSE, FALSE, sizeof (int)), g_array_new (FALSE, FALSE, sizeof (int)), per_group };
  const Rect rect = { 0, 0, g_rand_int_range (random, 120, 900), g_rand_int_range (random, 80, 500) };
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) rect.width_px, (int) rect.height_px);
  cairo_t *cr = cairo_create (surface);
  g_autofree ChartMap *drawn = g_new0 (ChartMap, 1);

  map.chart.title = "Step time";
  map.chart.low_text = "1 ms";
  map.chart.high_text = "2 ms";
  map.chart.corner = "Step";
  map.chart.first_column = 1000;
  map.chart.has_row_groups = per_group > 1;
  map.chart.row_label = row_label;
  map.chart.column_label = column_label;
  map.chart.value_text = value_text;
  map.chart.user_data = &asked;
  heat_chart_draw (cr, &rect, style, &map.chart, NULL, drawn);
  g_assert_cmpint (drawn->grid.n_rows, ==, n_rows);

  double line_px = text_height_px (style->text, TEXT_CAPTION);
  double row_px = drawn->grid.rect.height_px / n_rows, column_px = drawn->grid.rect.width_px / n_columns;
  g_assert_cmpuint (asked.rows->len, >=, 1);
  for (guint i = 1; i < asked.rows->len; i++)
    g_assert_cmpfloat ((g_array_index (asked.rows, int, i) - g_array_index (asked.rows, int, i - 1)) * row_px, >=, line_px - 1);
  /* The first two were measured. */
  for (guint i = 3; i < asked.columns->len; i++)
    {
      int from = g_array_index (asked.columns, int, i - 1), to = g_array_index (asked.columns, int, i);

      g_assert_cmpfloat ((to - from) * column_px, >=, text_width_px (style->text, TEXT_CAPTION, "1000"));
      g_assert_true (to - from == 1 || (to % 2 == 0 && from % 2 == 0) || to % 5 == 0);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_array_unref (asked.rows);
  g_array_unref (asked.columns);
  map_clear (&map);
}

static void
test_labels_do_not_touch (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (99);
  const DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };

  for (int round = 0; round < 100; round++)
    check_labels (random, &style, g_rand_int_range (random, 1, round % 2 == 0 ? 16 : 1500),
                  g_rand_int_range (random, 1, round % 3 == 0 ? 16 : 900), round % 4 == 0 ? 8 : 1);
  text_cache_free (style.text);
}

/* ---- colours ---- */

static double
linear_of (Rgb colour, int shift)
{
  double value = (double) (colour >> shift & 0xff) / 255;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* Oklab. */
static void
lab_of (Rgb colour, double ret_lab[3])
{
  double r = linear_of (colour, 16), g = linear_of (colour, 8), b = linear_of (colour, 0);
  double l = cbrt (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  double m = cbrt (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  double s = cbrt (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  ret_lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
  ret_lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
  ret_lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double
luminance_of (Rgb colour)
{
  return 0.2126 * linear_of (colour, 16) + 0.7152 * linear_of (colour, 8) + 0.0722 * linear_of (colour, 0);
}

static void
test_equal_differences_look_equally_different (void)
{
  for (ThemeId id = 0; id < N_THEMES; id++)
    {
      Rgb colours[HEAT_COLOURS];
      double least = INFINITY, most = 0;

      heat_colours (theme_get (id), colours);
      for (int i = 0; i + 17 < HEAT_COLOURS; i++)
        {
          double from[3], to[3];

          lab_of (colours[i], from);
          lab_of (colours[i + 17], to);
          double distance = sqrt (pow (to[0] - from[0], 2) + pow (to[1] - from[1], 2) + pow (to[2] - from[2], 2));
          least = fmin (least, distance);
          most = fmax (most, distance);
          /* Lightness alone tells the order: for those who do not see colours. */
          g_assert_true (theme_get (id)->is_dark ? to[0] > from[0] : to[0] < from[0]);
        }
      g_assert_cmpfloat (most, <=, 1.15 * least);
    }
}

/* Red and green alike. */
static void
test_colours_keep_their_order_for_dichromats (void)
{
  for (ThemeId id = 0; id < N_THEMES; id++)
    {
      Rgb colours[HEAT_COLOURS];

      heat_colours (theme_get (id), colours);
      for (int i = 0; i + 8 < HEAT_COLOURS; i++)
        {
          /* Viénot, Brettel and Mollon 1999: protanopes, then deuteranopes. */
          static const double reds[2][2] = { { 0.11238, 0.88762 }, { 0.29275, 0.70725 } };

          for (int kind = 0; kind < 2; kind++)
            {
              double from = reds[kind][0] * linear_of (colours[i], 16) + reds[kind][1] * linear_of (colours[i], 8);
              double to = reds[kind][0] * linear_of (colours[i + 8], 16) + reds[kind][1] * linear_of (colours[i + 8], 8);

              g_assert_true (theme_get (id)->is_dark ? to > from : to < from);
            }
        }
    }
}

static void
test_values_can_be_read_on_every_colour (void)
{
  for (ThemeId id = 0; id < N_THEMES; id++)
    {
      Rgb colours[HEAT_COLOURS];

      heat_colours (theme_get (id), colours);
      for (int i = 0; i < HEAT_COLOURS; i++)
        {
          double ground = luminance_of (colours[i]) + 0.05, ink = luminance_of (heat_ink (colours[i])) + 0.05;

          g_assert_cmpfloat (fmax (ground, ink) / fmin (ground, ink), >=, 4.5);
        }
    }
}

/* ---- maps of which most cells are empty ---- */

static void
test_entries_are_drawn_as_cells_are (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (77);

  for (int round = 0; round < ROUNDS; round++)
    {
      int n_rows = g_rand_int_range (random, 1, 120), n_columns = g_rand_int_range (random, 1, 120);
      size_t n = (size_t) n_rows * (size_t) n_columns, n_entries = 0;
      const Rect rect = { 3, 4, g_rand_int_range (random, 1, 90), g_rand_int_range (random, 1, 90) };
      g_autofree uint32_t *rows = g_new (uint32_t, n_rows), *columns = g_new (uint32_t, n);
      g_autofree uint64_t *items = g_new (uint64_t, n);
      g_autofree int64_t *values = g_new (int64_t, n), *scratch = g_new (int64_t, (gsize) rect.width_px);
      g_autofree size_t *row_first = g_new0 (size_t, n_rows + 1);
      size_t stride = (size_t) rect.width_px, n_pixels = stride * (size_t) rect.height_px;
      g_autofree uint32_t *pixels = g_new0 (uint32_t, n_pixels), *others = g_new0 (uint32_t, n_pixels);

      for (int row = 0; row < n_rows; row++)
        {
          rows[row] = (uint32_t) row;
          for (int column = 0; column < n_columns; column++)
            {
              bool has_entry = g_rand_int_range (random, 0, round % 5 + 1) == 0;

              items[(size_t) (row * n_columns + column)] = has_entry ? n_entries : UINT64_MAX;
              if (!has_entry)
                continue;
              columns[n_entries] = (uint32_t) column;
              values[n_entries++] = g_rand_int_range (random, 0, 9) == 0 ? HEAT_CHART_UNKNOWN : g_rand_int_range (random, 0, 500);
            }
          row_first[row + 1] = n_entries;
        }
      const HeatChart cells = { .n_rows = n_rows, .n_columns = n_columns, .rows = rows, .items = items,
                                .stride = (size_t) n_columns, .values = values, .high = 499 };
      const HeatChart entries = { .n_rows = n_rows, .n_columns = n_columns, .row_first = row_first, .columns = columns,
                                  .values = values, .high = 499 };
      const ChartGrid grid = heat_cells_grid (&cells, &rect);
      const Theme *theme = theme_get (THEME_LIGHT);

      for (int row = 0; row < n_rows; row++)
        for (int column = 0; column < n_columns; column++)
          g_assert_cmpint (heat_cells_value (&cells, row, column), ==, heat_cells_value (&entries, row, column));
      heat_cells_paint (&cells, &grid, theme, pixels, stride, scratch);
      heat_cells_paint (&entries, &grid, theme, others, stride, scratch);
      /* What is hatched there is empty here. */
      for (size_t i = 0; i < n_pixels; i++)
        {
          int cell = heat_chart_cell_at (&entries, &grid, 3.5 + (double) (i % stride), 4.5 + (double) (i / stride));
          bool is_known = heat_cells_value (&entries, cell / n_columns, cell % n_columns) != HEAT_CHART_UNKNOWN;

          g_assert_cmphex (others[i], ==, is_known ? pixels[i] : 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heat/each pixel shows the highest of its cells", test_each_pixel_shows_the_highest_of_its_cells);
  g_test_add_func ("/heat/a single high cell of many is seen", test_a_single_high_cell_of_many_is_seen);
  g_test_add_func ("/heat/labels do not touch", test_labels_do_not_touch);
  g_test_add_func ("/heat/equal differences look equally different", test_equal_differences_look_equally_different);
  g_test_add_func ("/heat/colours keep their order for dichromats", test_colours_keep_their_order_for_dichromats);
  g_test_add_func ("/heat/values can be read on every colour", test_values_can_be_read_on_every_colour);
  g_test_add_func ("/heat_chart/entries_are_drawn_as_cells_are", test_entries_are_drawn_as_cells_are);
  return g_test_run ();
}
