/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/found_draw.h"

#define WIDTH_PX 500
#define N_VIEWS  6

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  TimelineView view;
  SearchResult *found;
  cairo_surface_t *surface;
} Fixture;

static SearchResult *
find (const Profile *profile, const char *text)
{
  g_autoptr (GError) error = NULL;
  SearchQuery query = { .text = text, .texts = SEARCH_NAMES, .rank = TRACE_NONE, .device = TRACE_NONE };
  SearchResult *found = search_run ((Trace *) profile->trace, &query, NULL, &error);

  g_assert_no_error (error);
  return found;
}

static Fixture
fixture_new (const Profile *profile, const char *text)
{
  Fixture fixture = { .profile = profile, .found = find (profile, text) };

  fixture.tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  fixture.view = (TimelineView){
    .profile = profile,
    .tree = fixture.tree,
    .begin_ns = profile->begin_ns,
    .end_ns = profile->end_ns,
    .width_px = WIDTH_PX,
    .height_px = track_tree_height_px (fixture.tree),
  };
  return fixture;
}

static void
fixture_clear (Fixture *fixture)
{
  search_result_unref (fixture->found);
  track_tree_free (fixture->tree);
  profile_unref (fixture->profile);
}

static const DrawStyle *
style (void)
{
  static DrawStyle plain;

  plain = (DrawStyle){ .theme = theme_get (THEME_LIGHT), .numbers = &number_style_c };
  return &plain;
}

/* On white. */
static void
draw (Fixture *fixture)
{
  fixture->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, fixture->view.height_px);
  cairo_t *cr = cairo_create (fixture->surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  timeline_draw_found (cr, &fixture->view, 1, style (), fixture->found);
  cairo_destroy (cr);
  cairo_surface_flush (fixture->surface);
}

static bool
is_marked (const Fixture *fixture, int x, int y)
{
  const unsigned char *line =
    cairo_image_surface_get_data (fixture->surface) + y * cairo_image_surface_get_stride (fixture->surface);
  uint32_t pixel;

  memcpy (&pixel, line + (size_t) x * 4, sizeof pixel);
  return (pixel & 0xffffff) == style ()->theme->accent;
}

/* Whether something that was found is seen in a pixel of a row. */
static bool
should_be_marked (const Fixture *fixture, uint32_t row, int x)
{
  const SliceColumns *slices = trace_slices (fixture->profile->trace);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      if (!search_result_holds (fixture->found, i) || track_tree_row_of_slice (fixture->tree, i) != row
          || slices->start_ns[i] >= fixture->view.end_ns)
        continue;
      double left = floor (timeline_view_px (&fixture->view, slices->start_ns[i]));
      double right = ceil (timeline_view_px (&fixture->view, slice_end_ns (slices, i)));

      if (x >= left && x < fmax (right, left + 1))
        return true;
    }
  return false;
}

/* A pixel beside one that has to be marked is, where a mark has its least width. */
static void
check_row (const Fixture *fixture, uint32_t row, int *n_marked)
{
  uint32_t n_rows;
  const TimelineRow *at = &track_tree_rows (fixture->tree, &n_rows)[row];
  Rect rect = timeline_view_row_rect (&fixture->view, row);
  int y = (int) (rect.height_px < 6 ? rect.y_px - 1 : rect.y_px + 1);
  bool is_wanted = false, was_wanted;

  if (at->kind != ROW_LANE && at->kind != ROW_STRIP && (at->kind != ROW_GROUP || at->is_open))
    return;
  for (int x = 0; x < WIDTH_PX; x++)
    {
      was_wanted = is_wanted;
      is_wanted = should_be_marked (fixture, row, x);
      if (is_wanted)
        g_assert_true (is_marked (fixture, x, y));
      else if (!was_wanted)
        g_assert_false (is_marked (fixture, x, y));
      *n_marked += is_wanted;
    }
}

static void
check_views (const Profile *profile, const char *text, bool is_open)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  Fixture fixture = fixture_new (profile, text);
  int64_t whole_ns = profile->end_ns - profile->begin_ns;
  int n_marked = 0;
  uint32_t n_rows;

  track_tree_set_all_open (fixture.tree, is_open);
  fixture.view.height_px = track_tree_height_px (fixture.tree);
  track_tree_rows (fixture.tree, &n_rows);
  for (int i = 0; i < N_VIEWS; i++)
    {
      draw (&fixture);
      for (uint32_t row = 0; row < n_rows; row++)
        check_row (&fixture, row, &n_marked);
      cairo_surface_destroy (fixture.surface);

      int64_t length_ns = (int64_t) ((double) whole_ns * exp2 (-g_rand_double_range (random, 0, 12)));
      fixture.view.begin_ns =
        profile->begin_ns + (int64_t) (g_rand_double (random) * (double) (whole_ns - length_ns));
      fixture.view.end_ns = fixture.view.begin_ns + MAX (length_ns, 100);
    }
  g_assert_cmpint (n_marked, >, 0);
  fixture_clear (&fixture);
}

static void
every_match_in_view_is_marked_and_nothing_else (void)
{
  check_views (timeline_profile_training (), "a", true);
  check_views (timeline_profile_training (), "aten", true);
}

static void
a_closed_row_marks_what_was_found_in_it (void)
{
  check_views (timeline_profile_training (), "nccl", false);
  check_views (timeline_profile_ranks (), "a", false);
}

static void
a_lone_short_match_is_seen_in_ten_minutes (void)
{
  Fixture fixture = fixture_new (timeline_profile_lone_kernel (), "");
  int n_marked = 0;
  uint32_t n_rows;

  track_tree_rows (fixture.tree, &n_rows);
  draw (&fixture);
  for (uint32_t row = 0; row < n_rows; row++)
    check_row (&fixture, row, &n_marked);
  g_assert_cmpint (n_marked, >=, 1);
  cairo_surface_destroy (fixture.surface);
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/found_draw/every_match_in_view_is_marked_and_nothing_else",
                   every_match_in_view_is_marked_and_nothing_else);
  g_test_add_func ("/found_draw/a_closed_row_marks_what_was_found_in_it",
                   a_closed_row_marks_what_was_found_in_it);
  g_test_add_func ("/found_draw/a_lone_short_match_is_seen_in_ten_minutes",
                   a_lone_short_match_is_seen_in_ten_minutes);
  return g_test_run ();
}
