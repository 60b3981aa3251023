/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/random_profile.h"
#include "widgets/timeline/draw/same_name_draw.h"

#define WIDTH_PX  83u
#define HEIGHT_PX 100
#define ROUNDING  1 /* of a channel of 255 */

static void
check_row (const TimelineView *view, const NameSeries *series, uint32_t row)
{
  const Trace *trace = view->profile->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint32_t n_rows;
  const TimelineRow *at = &track_tree_rows (view->tree, &n_rows)[row];
  uint8_t columns[WIDTH_PX], expected[WIDTH_PX] = { 0 };
  bool has_any = same_name_columns (view, series, row, WIDTH_PX, columns), expects_any = false;

  for (uint32_t lane = at->first_row; lane < at->first_row + at->n_rows; lane++)
    for (uint64_t i = 0; i < trace_row (trace, lane)->n_slices; i++)
      {
        uint64_t slice = trace_row (trace, lane)->first_slice + i;
        double left = floor (timeline_view_px (view, slice_start_ns (slices, slice)));
        double right = fmax (ceil (timeline_view_px (view, slice_end_ns (slices, slice))), left + 1);

        for (uint32_t x = 0; x < WIDTH_PX && name_series_holds (series, trace, slice); x++)
          if (x >= left && x < right)
            expected[x] = expects_any = true;
      }
  g_assert_true (has_any == expects_any);
  g_assert_true (memcmp (columns, expected, WIDTH_PX) == 0);
}

/* On brown, straight into the pixels; or only by Cairo, because a clip without the first column is something that only
 * Cairo obeys. */
static cairo_surface_t *
draw (const TimelineView *view, const NameSeries *series, bool dims_others, int scale, bool has_clip)
{
  const DrawStyle style = { .theme = theme_get (THEME_DARK), .numbers = &number_style_c };
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, view->width_px * scale, view->height_px * scale);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 0.6, 0.4, 0.3);
  cairo_paint (cr);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, has_clip, 0, view->width_px, view->height_px);
  cairo_clip (cr);
  same_name_draw (cr, view, &style, series, dims_others, scale);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
assert_same_but_for_first_column (cairo_surface_t *surface, cairo_surface_t *other, int first)
{
  int stride = cairo_image_surface_get_stride (surface);
  const uint8_t *pixels = cairo_image_surface_get_data (surface),
                *others = cairo_image_surface_get_data (other);

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = first * 4; x < cairo_image_surface_get_width (surface) * 4; x++)
      if (x % 4 != 3)
        g_assert_cmpint (abs (pixels[y * stride + x] - others[y * stride + x]), <=, ROUNDING);
}

static void
check_picture (const TimelineView *view, const NameSeries *series, bool dims_others, int scale)
{
  cairo_surface_t *direct = draw (view, series, dims_others, scale, false);
  cairo_surface_t *by_cairo = draw (view, series, dims_others, scale, true);

  assert_same_but_for_first_column (direct, by_cairo, scale);
  cairo_surface_destroy (direct);
  cairo_surface_destroy (by_cairo);
}

static void
every_slice_of_the_name_is_marked_and_no_other_pixel_however_it_is_drawn (void)
{
  GRand *random = g_rand_new_with_seed (77);

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = random_profile_new (random);
      const Profile *profile = profile_new (trace, "/tmp/random.json", NULL, &error);
      TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);

      g_assert_no_error (error);
      track_tree_set_all_open (tree, round % 2 == 0);
      for (int i = 0; i < 10 && trace_slices (trace)->n > 0; i++)
        {
          uint64_t slice = (uint64_t) g_rand_int_range (random, 0, (gint32) trace_slices (trace)->n);
          const NameSeries *series = name_series_new (trace, slice, NULL, NULL);
          int64_t begin_ns = g_rand_int_range (random, -20, 200);
          uint32_t n_rows;
          TimelineView view = {
            .profile = profile,
            .tree = tree,
            .begin_ns = begin_ns,
            .end_ns = begin_ns + g_rand_int_range (random, 1, 300),
            .width_px = (int) WIDTH_PX,
            .height_px = HEIGHT_PX,
          };
          const TimelineRow *rows = track_tree_rows (tree, &n_rows);

          for (uint32_t row = 0; row < n_rows; row++)
            if (rows[row].kind == ROW_LANE || rows[row].kind == ROW_STRIP)
              check_row (&view, series, row);
          view.fixed_px = timeline_view_fixed_px (tree, HEIGHT_PX);
          view.scroll_px = g_rand_int_range (random, 0, MAX (track_tree_height_px (tree) - HEIGHT_PX, 0) + 1);
          check_picture (&view, series, i % 2 == 0, 1 + i / 5);
          name_series_unref (series);
        }
      track_tree_free (tree);
      profile_unref (profile);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/same_name/every_slice_of_the_name_is_marked_and_no_other_pixel_however_it_is_drawn",
                   every_slice_of_the_name_is_marked_and_no_other_pixel_however_it_is_drawn);
  return g_test_run ();
}
