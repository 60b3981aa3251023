/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "widgets/look/theme.h"

#define SIDE_PX 32

/* A square of a kind of work on white, with a margin of 4 px. */
static cairo_surface_t *
draw_work (const Theme *theme, WorkKind work, bool with_edge)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE_PX, SIDE_PX);
  cairo_t *cr = cairo_create (surface);

  theme_set_source (cr, 0xffffff);
  cairo_paint (cr);
  cairo_rectangle (cr, 4, 4, SIDE_PX - 8, SIDE_PX - 8);
  theme_fill_work (cr, theme, work, with_edge);
  g_assert_false (cairo_has_current_point (cr));
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static Rgb
pixel (cairo_surface_t *surface, int x, int y)
{
  uint32_t value;

  memcpy (&value,
          cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + 4 * x,
          sizeof value);
  return value & 0xffffff;
}

/* Pixels inside, away from the edge, that have that colour. */
static int
count_inside (cairo_surface_t *surface, Rgb rgb)
{
  int n = 0;

  for (int y = 6; y < SIDE_PX - 6; y++)
    for (int x = 6; x < SIDE_PX - 6; x++)
      n += pixel (surface, x, y) == rgb;
  return n;
}

#define N_INSIDE ((SIDE_PX - 12) * (SIDE_PX - 12))

static void
test_words_and_themes_are_inverse (void)
{
  for (int id = 0; id < N_THEMES; id++)
    {
      ThemeId found = N_THEMES;

      g_assert_true (theme_find (theme_word ((ThemeId) id), &found));
      g_assert_cmpint (found, ==, id);
      g_assert_cmpint (theme_get (found)->id, ==, id);
    }
  ThemeId untouched = THEME_DARK;
  g_assert_false (theme_find ("sepia", &untouched));
  g_assert_cmpint (untouched, ==, THEME_DARK);
}

static void
test_plain_fills_are_even (void)
{
  for (int id = THEME_LIGHT; id <= THEME_DARK; id++)
    for (int work = 0; work < N_WORK_KINDS; work++)
      {
        const Theme *theme = theme_get ((ThemeId) id);
        cairo_surface_t *surface = draw_work (theme, (WorkKind) work, false);

        if (theme->work[work].pattern != PATTERN_FRAME)
          g_assert_cmpint (count_inside (surface, theme->work[work].fill), ==, N_INSIDE);
        cairo_surface_destroy (surface);
      }
}

static void
test_patterns_leave_the_fill_dominant (void)
{
  const Theme theme = theme_with_patterns (theme_get (THEME_LIGHT));

  g_assert_false (theme_get (THEME_LIGHT)->has_patterns);
  for (int work = 0; work < N_WORK_KINDS; work++)
    {
      Pattern pattern = theme.work[work].pattern;
      cairo_surface_t *surface = draw_work (&theme, (WorkKind) work, false);
      int n_plain = count_inside (surface, theme.work[work].fill);

      g_test_message ("kind %d: %d of %d", work, n_plain, N_INSIDE);
      if (pattern == PATTERN_SOLID)
        g_assert_cmpint (n_plain, ==, N_INSIDE);
      else if (pattern != PATTERN_FRAME)
        {
          g_assert_cmpint (n_plain, <, N_INSIDE);
          g_assert_cmpint (n_plain, >, N_INSIDE / 4);
        }
      cairo_surface_destroy (surface);
    }
}

static void
test_frames_are_a_tint_within_a_border (void)
{
  const Theme *theme = theme_get (THEME_LIGHT);
  Rgb fill = theme->work[WORK_ANNOTATION].fill;
  cairo_surface_t *surface = draw_work (theme, WORK_ANNOTATION, true);

  g_assert_cmphex (pixel (surface, 4, 16), ==, fill);
  g_assert_cmpint (count_inside (surface, pixel (surface, 16, 16)), ==, N_INSIDE);
  for (int shift = 0; shift <= 16; shift += 8)
    {
      int seen = (int) (pixel (surface, 16, 16) >> shift & 0xff);
      int expected = (int) (theme_mix (fill, 0xffffff, 0.3) >> shift & 0xff);
      g_assert_cmpint (ABS (seen - expected), <=, 1);
    }
  cairo_surface_destroy (surface);
}

static void
test_edges_only_where_the_fill_needs_one (void)
{
  const Theme *theme = theme_get (THEME_LIGHT);

  for (int work = 0; work < N_WORK_KINDS; work++)
    {
      if (theme->work[work].pattern == PATTERN_FRAME)
        continue;
      cairo_surface_t *with = draw_work (theme, (WorkKind) work, true);
      cairo_surface_t *without = draw_work (theme, (WorkKind) work, false);

      g_assert_cmphex (pixel (without, 4, 16), ==, theme->work[work].fill);
      g_assert_true ((pixel (with, 4, 16) != theme->work[work].fill) == theme->work[work].edge);
      g_assert_cmphex (pixel (with, 3, 16), ==, 0xffffff);
      cairo_surface_destroy (with);
      cairo_surface_destroy (without);
    }
}

static void
test_contrast_borders_every_span (void)
{
  for (int id = THEME_CONTRAST; id <= THEME_CONTRAST_DARK; id++)
    for (int work = 0; work < N_WORK_KINDS; work++)
      {
        const Theme *theme = theme_get ((ThemeId) id);
        cairo_surface_t *surface = draw_work (theme, (WorkKind) work, false);

        g_assert_cmphex (pixel (surface, 4, 16), ==, theme->text);
        g_assert_cmphex (pixel (surface, 16, SIDE_PX - 5), ==, theme->text);
        cairo_surface_destroy (surface);
      }
}

static void
test_mixing_is_exact_at_the_ends (void)
{
  g_assert_cmphex (theme_mix (0x123456, 0xabcdef, 1), ==, 0x123456);
  g_assert_cmphex (theme_mix (0x123456, 0xabcdef, 0), ==, 0xabcdef);
  g_assert_cmphex (theme_mix (0x000000, 0xffffff, 0.2), ==, 0xcccccc);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/theme/words_and_themes_are_inverse", test_words_and_themes_are_inverse);
  g_test_add_func ("/theme/plain_fills_are_even", test_plain_fills_are_even);
  g_test_add_func ("/theme/patterns_leave_the_fill_dominant", test_patterns_leave_the_fill_dominant);
  g_test_add_func ("/theme/frames_are_a_tint_within_a_border", test_frames_are_a_tint_within_a_border);
  g_test_add_func ("/theme/edges_only_where_the_fill_needs_one", test_edges_only_where_the_fill_needs_one);
  g_test_add_func ("/theme/contrast_borders_every_span", test_contrast_borders_every_span);
  g_test_add_func ("/theme/mixing_is_exact_at_the_ends", test_mixing_is_exact_at_the_ends);
  return g_test_run ();
}
