/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/collective_job.h"
#include "widgets/timeline/draw/collective_draw.h"

#define WIDTH_PX  600
#define HEIGHT_PX 200
#define N_RANKS   8
#define MS        INT64_C (1000000)

/* Lines of the picture at its edge: in one of them a dot may have its light edge over the line. */
#define EDGE_PX 3

typedef struct
{
  const Profile *profile;
  CollectiveLinks *links;
  CollectiveLink link; /* of rank 0's part of the meeting 3 */
  TrackTree *tree;
  TimelineView view;
  DrawStyle style;
  cairo_surface_t *surface;
} Fixture;

static uint64_t
first_part (const Profile *profile, unsigned meeting)
{
  const Trace *trace = profile->trace;

  for (uint64_t i = 0;; i++)
    if (strcmp (trace_string (trace, slice_name (trace_slices (trace), i), NULL), COLLECTIVE_JOB_REDUCE) == 0
        && meeting-- == 0)
      return i;
}

static Fixture
fixture_new (int64_t skew_ns, uint32_t rank)
{
  Fixture fixture = { .profile = collective_job_new (N_RANKS, skew_ns) };

  fixture.links = collective_links_new (fixture.profile->trace, NULL, NULL);
  g_assert_true (collective_links_find (fixture.links, first_part (fixture.profile, 3), &fixture.link));
  fixture.tree = track_tree_new (fixture.profile, 12, rank, TRACE_NONE);
  fixture.view = (TimelineView){
    .profile = fixture.profile,
    .tree = fixture.tree,
    .begin_ns = 12 * MS,
    .end_ns = 16 * MS,
    .width_px = WIDTH_PX,
    .height_px = HEIGHT_PX,
  };
  fixture.style = (DrawStyle){
    .theme = theme_get (THEME_LIGHT),
    .text = text_cache_new (NULL, 1),
    .numbers = &number_style_c,
  };
  fixture.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX);
  return fixture;
}

static void
fixture_clear (Fixture *fixture)
{
  cairo_surface_destroy (fixture->surface);
  text_cache_free (fixture->style.text);
  track_tree_free (fixture->tree);
  collective_links_free (fixture->links);
  profile_unref (fixture->profile);
}

/* On white. Returns what can be clicked. */
static TimelineLinks
draw (Fixture *fixture)
{
  CollectiveDrawing *drawing =
    collective_drawing_new (&fixture->view, fixture->links, fixture->link.parts[fixture->link.place].slice);
  TimelineLinks links = { .n = 0 };
  cairo_t *cr = cairo_create (fixture->surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  collective_draw_parts (cr, drawing, &fixture->style);
  collective_draw_lines (cr, drawing, &fixture->style);
  collective_draw_chip (cr, drawing, &fixture->style, &links);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (fixture->surface);
  collective_drawing_free (drawing);
  return links;
}

/* Counts pixels of that colour in lines of the picture. */
static int
count (Fixture *fixture, int y_px, int n_lines, Rgb colour)
{
  int n = 0;

  for (int y = y_px; y < y_px + n_lines; y++)
    {
      const uint8_t *line = cairo_image_surface_get_data (fixture->surface)
                            + y * cairo_image_surface_get_stride (fixture->surface);

      for (int x = 0; x < WIDTH_PX; x++)
        {
          uint32_t pixel;

          memcpy (&pixel, line + 4 * x, sizeof pixel);
          n += (pixel & 0xffffff) == colour;
        }
    }
  return n;
}

static Rect
rect_of (const Fixture *fixture, const CollectiveWait *part)
{
  Rect rect;

  g_assert_true (timeline_view_slice_rect (&fixture->view, part->slice, &rect));
  return rect;
}

static bool
begins_in_view (const Fixture *fixture, const CollectiveWait *part)
{
  Rect rect = rect_of (fixture, part);

  return timeline_view_holds (&fixture->view, rect.x_px, rect.y_px + rect.height_px / 2);
}

static void
the_line_leaves_the_view_towards_ranks_outside (void)
{
  Fixture fixture = fixture_new (0, TRACE_NONE);
  int height_px = track_tree_height_px (fixture.tree), n_above = 0, n_below = 0, n_in_view = 0;
  Rgb arrow = fixture.style.theme->arrow;

  g_assert_cmpint (height_px, >, 2 * HEIGHT_PX);
  for (int scroll_px = 0; scroll_px <= height_px - HEIGHT_PX; scroll_px += 7)
    {
      bool is_above = false, is_below = false;

      fixture.view.scroll_px = scroll_px;
      TimelineLinks links = draw (&fixture);
      for (uint64_t i = 0; i < fixture.link.skew->n_waits; i++)
        {
          Rect rect = rect_of (&fixture, &fixture.link.parts[i]);

          is_above |= rect.y_px + rect.height_px < 0;
          is_below |= rect.y_px > HEIGHT_PX;
        }
      bool is_in_view = begins_in_view (&fixture, collective_link_last (&fixture.link));
      g_assert_cmpint (links.n, ==, is_in_view ? 0 : 1);
      if (!is_in_view)
        g_assert_cmpuint (links.links[0].slice, ==, collective_link_last (&fixture.link)->slice);
      if (is_above)
        g_assert_cmpint (count (&fixture, 0, EDGE_PX, arrow), >, 0);
      if (is_below)
        g_assert_cmpint (count (&fixture, HEIGHT_PX - EDGE_PX, EDGE_PX, arrow), >, 0);
      n_above += is_above;
      n_below += is_below;
      n_in_view += is_in_view;
    }
  g_assert_cmpint (MIN (n_above, MIN (n_below, n_in_view)), >, 0);
  fixture_clear (&fixture);
}

/* The chip is at the side at which the last part lies. */
static void
a_chip_leads_to_a_last_part_beside_the_view (void)
{
  Fixture fixture = fixture_new (0, TRACE_NONE);

  fixture.view.begin_ns = 14500000;
  TimelineLinks links = draw (&fixture);
  g_assert_cmpint (links.n, ==, 1);
  g_assert_cmpfloat (links.links[0].rect.x_px, <, 20);
  fixture.view.begin_ns = 12 * MS;
  fixture.view.end_ns = 13500000;
  links = draw (&fixture);
  g_assert_cmpint (links.n, ==, 1);
  g_assert_cmpfloat (links.links[0].rect.x_px + links.links[0].rect.width_px, >, WIDTH_PX - 20);
  fixture_clear (&fixture);
}

static void
ranks_without_rows_are_left_out (void)
{
  Fixture fixture = fixture_new (0, 0);

  /* The last one is rank 4. */
  g_assert_cmpint (draw (&fixture).n, ==, 0);
  fixture_clear (&fixture);

  fixture = fixture_new (0, 4);
  fixture.view.height_px = MIN (HEIGHT_PX, track_tree_height_px (fixture.tree));
  g_assert_cmpint (draw (&fixture).n, ==, 0);
  fixture_clear (&fixture);
}

/* Whatever is in view: nothing is wrong with Cairo, nor with the memory. */
static void
any_view_can_be_drawn (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int i = 0; i < 300; i++)
    {
      Fixture fixture = fixture_new (g_rand_int_range (random, 0, 2) * 5 * MS, TRACE_NONE);
      int64_t begin_ns = g_rand_int_range (random, -40000000, 60000000);

      if (g_rand_boolean (random))
        track_tree_set_all_open (fixture.tree, g_rand_boolean (random));
      fixture.view.begin_ns = begin_ns;
      fixture.view.end_ns = begin_ns + (INT64_C (1) << g_rand_int_range (random, 3, 40));
      fixture.view.scroll_px =
        g_rand_int_range (random, 0, MAX (track_tree_height_px (fixture.tree) - HEIGHT_PX, 0) + 1);
      draw (&fixture);
      fixture_clear (&fixture);
    }
  g_rand_free (random);
}

/* If clocks differ, the waiting stays in the time of its row: it ends where the last rank begins by that clock. */
static void
waiting_is_drawn_in_the_time_of_the_row (void)
{
  static const int64_t skews_ns[] = { 0, 100000 };
  int n_hatched[2];

  for (int i = 0; i < 2; i++)
    {
      Fixture fixture = fixture_new (skews_ns[i], TRACE_NONE);
      Rect rect = rect_of (&fixture, &fixture.link.parts[fixture.link.place]);
      Rgb communication = fixture.style.theme->work[WORK_COMMUNICATION].fill;

      fixture.view.scroll_px = MAX ((int) rect.y_px - HEIGHT_PX / 2, 0);
      rect = rect_of (&fixture, &fixture.link.parts[fixture.link.place]);
      draw (&fixture);
      /* The first lines of the slice have no label. */
      n_hatched[i] = count (&fixture, (int) rect.y_px + 3, 1, communication);
      g_assert_cmpint (n_hatched[i], >, 50);
      fixture_clear (&fixture);
    }
  /* Drawn alike, up to the pixel in which a clock is uncertain. */
  g_assert_cmpint (ABS (n_hatched[0] - n_hatched[1]), <=, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collective_draw/the_line_leaves_the_view_towards_ranks_outside",
                   the_line_leaves_the_view_towards_ranks_outside);
  g_test_add_func ("/collective_draw/a_chip_leads_to_a_last_part_beside_the_view",
                   a_chip_leads_to_a_last_part_beside_the_view);
  g_test_add_func ("/collective_draw/ranks_without_rows_are_left_out", ranks_without_rows_are_left_out);
  g_test_add_func ("/collective_draw/any_view_can_be_drawn", any_view_can_be_drawn);
  g_test_add_func ("/collective_draw/waiting_is_drawn_in_the_time_of_the_row",
                   waiting_is_drawn_in_the_time_of_the_row);
  return g_test_run ();
}
