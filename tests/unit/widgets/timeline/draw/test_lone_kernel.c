/* SPDX-License-Identifier: Apache-2.0
 *
 * Ten minutes in which one kernel runs for 100 ns: wherever something stands for it, and however far one is away, it is a
 * pixel that can be told from the ground. */

#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/timeline_draw.h"

/* Of the fill to what is around it, as WCAG 2 reckons. */
#define CONTRAST_LEAST 1.5

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  TimelineView view;
  TimelinePlan *plan;
  TextCache *text;
  int64_t start_ns, length_ns;
} Scene;

static Scene
scene_new (int width_px)
{
  Scene scene = { .profile = timeline_profile_lone_kernel (), .plan = timeline_plan_new () };
  uint64_t slice = timeline_profile_slice (scene.profile, "lone");

  scene.text = text_cache_new (NULL, 1);
  scene.tree = track_tree_new (scene.profile, 12, TRACE_NONE, TRACE_NONE);
  scene.start_ns = slice_start_ns (trace_slices (scene.profile->trace), slice);
  scene.length_ns = scene.profile->end_ns - scene.profile->begin_ns;
  g_assert_cmpint (slice_dur_ns (trace_slices (scene.profile->trace), slice), ==, 100);
  g_assert_cmpint (scene.length_ns, ==, INT64_C (600000000000));
  scene.view = (TimelineView){
    .profile = scene.profile,
    .tree = scene.tree,
    .width_px = width_px,
    .height_px = track_tree_height_px (scene.tree),
  };
  return scene;
}

static void
scene_clear (Scene *scene)
{
  text_cache_free (scene->text);
  timeline_plan_free (scene->plan);
  track_tree_free (scene->tree);
  profile_unref (scene->profile);
}

static double
luminance (uint32_t rgb)
{
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };
  double sum = 0;

  for (int i = 0; i < 3; i++)
    {
      double value = (rgb >> (8 * i) & 0xff) / 255.0;

      sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
contrast (uint32_t a, uint32_t b)
{
  double x = luminance (a), y = luminance (b);

  return (fmax (x, y) + 0.05) / (fmin (x, y) + 0.05);
}

/* Columns of device pixels with something of a row's own: its fill, on the line of px where even the lowest bar stands. */
static int
count_columns (cairo_surface_t *picture, int y, const Theme *theme, bool is_lane)
{
  const unsigned char *line =
    cairo_image_surface_get_data (picture) + y * cairo_image_surface_get_stride (picture);
  uint32_t grid = theme_mix (theme->grid, theme->view, 0.6), view = theme->view;
  int n = 0;

  for (int x = 0; x < cairo_image_surface_get_width (picture); x++)
    {
      uint32_t seen;

      memcpy (&seen, line + 4 * x, sizeof seen);
      seen &= 0xffffff;
      n += is_lane ? seen != grid && contrast (seen, view) >= CONTRAST_LEAST
                   : seen == theme->busy && contrast (seen, theme->group) >= CONTRAST_LEAST;
    }
  return n;
}

static cairo_surface_t *
draw (Scene *scene, const DrawStyle *style, double scale)
{
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) lround (scene->view.width_px * scale),
                                (int) lround (scene->view.height_px * scale));

  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_t *cr = cairo_create (surface);
  g_assert_true (timeline_plan_make (scene->plan, &scene->view, scale));
  timeline_draw_rows (cr, &scene->view, scene->plan, style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
check_row (Scene *scene, uint32_t row, ThemeId theme, double scale)
{
  DrawStyle style = { theme_get (theme), scene->text, &number_style_c };
  Rect rect = timeline_view_row_rect (&scene->view, row);
  uint32_t n_rows;
  bool is_lane = track_tree_rows (scene->tree, &n_rows)[row].kind == ROW_LANE;
  double y_px = is_lane ? rect.y_px + rect.height_px / 2 : rect.y_px + rect.height_px;

  for (int64_t shown_ns = scene->length_ns; shown_ns > 200; shown_ns = shown_ns / 10 * 3)
    {
      scene->view.begin_ns = CLAMP (scene->start_ns - shown_ns / 3, 0, scene->length_ns - shown_ns);
      scene->view.end_ns = scene->view.begin_ns + shown_ns;
      cairo_surface_t *picture = draw (scene, &style, scale);
      int n = count_columns (picture, (int) lround (y_px * scale) - 1, style.theme, is_lane);
      double exact = 100.0 * scene->view.width_px * scale / (double) shown_ns;

      if (n < 1 || n > exact + 2)
        g_error ("%" G_GINT64_FORMAT " ns in view, row %u, theme %d, scale %g: %d columns, not %g", shown_ns,
                 row, (int) theme, scale, n, exact);
      cairo_surface_destroy (picture);
    }
}

/* Rows that stand for the device, whatever is folded: its lane, its utilization, the closed group, the closed machine. */
static void
is_seen_at_any_zoom_and_scale (void)
{
  Scene scene = scene_new (1000);
  int n_checked = 0;

  for (int folded = 0; folded < 3; folded++)
    {
      uint64_t slice = timeline_profile_slice (scene.profile, "lone");
      uint32_t n_rows;

      if (folded == 1) /* the GPU alone */
        {
          const TimelineRow *rows = track_tree_rows (scene.tree, &n_rows);
          TrackFold fold = TRACK_FOLD_NONE;

          for (uint32_t r = 0; r < track_tree_row_of_slice (scene.tree, slice); r++)
            if (rows[r].kind == ROW_GROUP)
              fold = rows[r].fold;
          g_assert_cmpuint (fold, !=, TRACK_FOLD_NONE);
          track_tree_set_open (scene.tree, fold, false);
        }
      else if (folded == 2)
        track_tree_set_all_open (scene.tree, false);
      uint32_t of_slice = track_tree_row_of_slice (scene.tree, slice);
      const TimelineRow *rows = track_tree_rows (scene.tree, &n_rows);
      g_assert_cmpint (rows[of_slice].kind, ==, folded == 0 ? ROW_LANE : ROW_GROUP);
      for (uint32_t r = 0; r < n_rows; r++)
        if (r == of_slice || (rows[r].kind == ROW_UTILIZATION && rows[r].device != TRACE_NONE))
          {
            for (int theme = 0; theme < N_THEMES; theme++)
              for (int scale = 1; scale <= 2; scale++)
                check_row (&scene, r, (ThemeId) theme, scale);
            n_checked++;
          }
    }
  g_assert_cmpint (n_checked, >=, 4);
  scene_clear (&scene);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lone_kernel/is_seen_at_any_zoom_and_scale", is_seen_at_any_zoom_and_scale);
  return g_test_run ();
}
