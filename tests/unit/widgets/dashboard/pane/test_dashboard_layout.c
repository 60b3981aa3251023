/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "widgets/dashboard/pane/dashboard_layout.h"

#define SUMMARY_PX 120

/* Summary, ring, axes, bars, bars, ring, axes. */
static const PaneShape dashboard[] = {
  { 0, false, 0 }, { 1, false, 0 }, { 2, true, 0 }, { 2, false, 0 }, { 2, false, 0 }, { 1, false, 0 }, { 1, true, 0 },
};

#define N G_N_ELEMENTS (dashboard)

static void
test_columns (void)
{
  static const struct
  {
    int width_px, columns, unit_px, height_px;
  } wanted[] = {
    { 640, 2, 288, 336 },  { 960, 2, 448, 336 },  { 1280, 3, 400, 336 },
    { 1920, 4, 456, 336 }, { 2560, 6, 405, 336 }, { 3840, 6, 618, 448 },
  };
  static const PaneShape shapes[6] = { { 1, false, 0 }, { 1, false, 0 }, { 1, false, 0 },
                                       { 1, false, 0 }, { 1, false, 0 }, { 1, false, 0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      PanePlace places[6];

      g_assert_cmpint (dashboard_layout_columns (wanted[i].width_px, 1), ==, wanted[i].columns);
      g_assert_cmpint (dashboard_layout_pane_height_px (wanted[i].width_px, 1), ==, wanted[i].height_px);
      dashboard_layout_place (wanted[i].width_px, 1, SUMMARY_PX, shapes, (size_t) wanted[i].columns, places);
      for (int column = 0; column < wanted[i].columns; column++)
        {
          g_assert_cmpint (places[column].y_px, ==, places[0].y_px);
          /* What does not divide makes some of them a pixel wider. */
          g_assert_cmpint (places[column].width_px - wanted[i].unit_px, >=, 0);
          g_assert_cmpint (places[column].width_px - wanted[i].unit_px, <=, 1);
        }
    }
}

static void
test_large_text_has_fewer_and_higher_panes (void)
{
  g_assert_cmpint (dashboard_layout_columns (1920, 2), ==, 2);
  g_assert_cmpint (dashboard_layout_pane_height_px (1280, 2), ==, 672);
  g_assert_cmpint (dashboard_layout_columns (1280, 0.5), ==, 3);
}

static void
test_own_height (void)
{
  static const PaneShape shapes[] = { { 0, false, 500 }, { 0, false, 0 }, { 2, true, 0 } };
  PanePlace places[3];

  dashboard_layout_place (1280, 1, SUMMARY_PX, shapes, 3, places);
  g_assert_cmpint (places[0].height_px, ==, 500);
  g_assert_cmpint (places[1].y_px, ==, places[0].y_px + 500 + DASHBOARD_GAP_PX);
  g_assert_cmpint (places[1].height_px, ==, SUMMARY_PX);
  g_assert_cmpint (places[2].y_px, ==, places[1].y_px + SUMMARY_PX + DASHBOARD_GAP_PX);
}

/* Each row from the left margin to the right one, panes a gap apart, rows a gap apart, nothing on top of anything. */
static void
assert_whole (const PanePlace *places, size_t n, int width_px, int height_px)
{
  int bottom_px = 0;

  for (size_t i = 0; i < n; i++)
    {
      const PanePlace *place = &places[i];
      bool has_right = place->x_px + place->width_px == width_px - DASHBOARD_MARGIN_PX;
      bool has_left = place->x_px == DASHBOARD_MARGIN_PX;

      g_assert_cmpint (place->width_px, >, 0);
      for (size_t j = 0; j < n; j++)
        {
          const PanePlace *other = &places[j];

          if (i == j || other->y_px != place->y_px)
            {
              g_assert_true (i == j || other->y_px + other->height_px <= place->y_px - DASHBOARD_GAP_PX
                             || place->y_px + place->height_px <= other->y_px - DASHBOARD_GAP_PX);
              continue;
            }
          g_assert_cmpint (other->height_px, ==, place->height_px);
          has_right |= other->x_px == place->x_px + place->width_px + DASHBOARD_GAP_PX;
          has_left |= other->x_px + other->width_px == place->x_px - DASHBOARD_GAP_PX;
          g_assert_true (other->x_px >= place->x_px + place->width_px + DASHBOARD_GAP_PX
                         || place->x_px >= other->x_px + other->width_px + DASHBOARD_GAP_PX);
        }
      g_assert_true (has_left && has_right);
      bottom_px = MAX (bottom_px, place->y_px + place->height_px);
    }
  g_assert_cmpint (height_px, ==, bottom_px + DASHBOARD_MARGIN_PX);
}

static void
test_no_holes_at_any_width (void)
{
  PanePlace places[N];

  for (int width_px = DASHBOARD_WIDTH_MIN_PX; width_px < 4200; width_px += 7)
    for (size_t n = 1; n <= N; n++)
      assert_whole (places, n, width_px,
                    dashboard_layout_place (width_px, 1, SUMMARY_PX, dashboard, n, places));
}

static void
test_no_holes_with_any_shapes (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int round = 0; round < 2000; round++)
    {
      PaneShape shapes[12];
      PanePlace places[12];
      size_t n = (size_t) g_rand_int_range (random, 1, 13);
      int width_px = g_rand_int_range (random, DASHBOARD_WIDTH_MIN_PX, 4000);

      for (size_t i = 0; i < n; i++)
        shapes[i] = (PaneShape){ g_rand_int_range (random, 0, 4), g_rand_boolean (random), 0 };
      assert_whole (places, n, width_px, dashboard_layout_place (width_px, 1, SUMMARY_PX, shapes, n, places));
    }
}

/* Rows of panes by their numbers, as they stand. */
static char *
rows_of (int width_px)
{
  PanePlace places[N];
  g_autoptr (GString) out = g_string_new (NULL);
  int height_px = dashboard_layout_place (width_px, 1, SUMMARY_PX, dashboard, N, places);

  for (int y_px = 0; y_px < height_px; y_px++)
    {
      bool is_row = false;

      for (int x_px = 0; x_px < width_px; x_px++)
        for (size_t i = 0; i < N; i++)
          if (places[i].y_px == y_px && places[i].x_px == x_px)
            {
              g_string_append_printf (out, "%s%zu", is_row ? " " : out->len > 0 ? " | " : "", i);
              is_row = true;
            }
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_reading_order (void)
{
  g_autofree char *two = rows_of (960);
  g_autofree char *three = rows_of (1280);
  g_autofree char *four = rows_of (1920);
  g_autofree char *six = rows_of (3840);

  g_assert_cmpstr (two, ==, "0 | 1 5 | 2 | 3 | 4 | 6");
  g_assert_cmpstr (three, ==, "0 | 1 2 | 3 5 | 4 6");
  g_assert_cmpstr (four, ==, "0 | 1 2 | 3 4 | 5 6");
  g_assert_cmpstr (six, ==, "0 | 1 2 3 | 4 5 6");
}

static void
test_widths_of_the_design (void)
{
  PanePlace places[N];

  dashboard_layout_place (1280, 1, SUMMARY_PX, dashboard, N, places);
  g_assert_cmpint (places[0].width_px, ==, 1232);
  g_assert_cmpint (places[0].height_px, ==, SUMMARY_PX);
  g_assert_cmpint (places[1].width_px, ==, 400);
  g_assert_cmpint (places[2].width_px, ==, 816);
  g_assert_cmpint (places[1].height_px, ==, 336);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dashboard_layout/columns_and_heights_by_width", test_columns);
  g_test_add_func ("/dashboard_layout/large_text_has_fewer_and_higher_panes",
                   test_large_text_has_fewer_and_higher_panes);
  g_test_add_func ("/dashboard_layout/no_holes_at_any_width", test_no_holes_at_any_width);
  g_test_add_func ("/dashboard_layout/no_holes_with_any_shapes", test_no_holes_with_any_shapes);
  g_test_add_func ("/dashboard_layout/reading_order", test_reading_order);
  g_test_add_func ("/dashboard_layout/a_pane_with_a_height_of_its_own", test_own_height);
  g_test_add_func ("/dashboard_layout/widths_of_the_design", test_widths_of_the_design);
  return g_test_run ();
}
