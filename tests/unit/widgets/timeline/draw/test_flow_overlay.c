/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/flow_overlay.h"

#define WIDTH_PX 97

typedef struct
{
  const uint8_t *mask;
  uint32_t width, height;
  uint32_t stride;
} Mask;

static bool
has_pixel (const Mask *mask, int x, int y)
{
  return mask->mask[(uint32_t) y * mask->stride + (uint32_t) x] != 0;
}

static int
column (const TimelineView *view, int64_t time_ns)
{
  double x = ((double) time_ns - (double) view->begin_ns)
             * (WIDTH_PX / ((double) view->end_ns - (double) view->begin_ns));

  return (int) CLAMP (floor (x), 0, WIDTH_PX - 1);
}

/* Marks in expected every pixel that the lines of one flow have, as the header describes them. */
static void
add_expected (const TimelineView *view, TraceFlow flow, uint8_t *expected, uint32_t height)
{
  const SliceColumns *slices = trace_slices (view->profile->trace);
  uint32_t n, from_row = track_tree_row_of_slice (view->tree, flow.from);
  uint32_t to_row = track_tree_row_of_slice (view->tree, flow.to);
  const TimelineRow *rows = track_tree_rows (view->tree, &n);
  int64_t from_ns = slice_start_ns (slices, flow.from), to_ns = slice_start_ns (slices, flow.to);
  bool begins = from_ns >= view->begin_ns && from_ns < view->end_ns;
  bool ends = to_ns >= view->begin_ns && to_ns < view->end_ns;
  int from_x = column (view, from_ns), to_x = column (view, to_ns);

  if (from_row == UINT32_MAX || to_row == UINT32_MAX || (MAX (from_ns, to_ns) < view->begin_ns)
      || MIN (from_ns, to_ns) >= view->end_ns)
    return;

  int from_top = rows[from_row].y_px - view->scroll_px, from_bottom = from_top + rows[from_row].height_px;
  int to_top = rows[to_row].y_px - view->scroll_px, to_bottom = to_top + rows[to_row].height_px;
  for (int y = 0; y < (int) height; y++)
    for (int x = 0; x < WIDTH_PX; x++)
      {
        bool between = from_row < to_row ? y >= from_bottom && y < to_top : y >= to_bottom && y < from_top;
        bool is_upright = begins && x == from_x && between;
        bool is_along = x >= MIN (from_x, to_x) && x <= MAX (from_x, to_x)
                        && y == (from_row > to_row ? to_bottom - 1 : to_top);
        bool is_tail = begins && x == from_x
                       && (to_row > from_row ? y >= from_bottom - 3 && y < from_bottom
                                             : y >= from_top && y < from_top + 3);
        bool is_head =
          ends && x == to_x
          && (from_row > to_row ? y >= to_bottom - 3 && y < to_bottom : y >= to_top && y < to_top + 3);

        if (is_upright || is_along || is_tail || is_head)
          expected[y * WIDTH_PX + x] = 1;
      }
}

static void
check_view (const FlowIndex *index, FlowOverlay *overlay, const TimelineView *view)
{
  const Trace *trace = view->profile->trace;
  g_autofree uint8_t *expected = g_malloc0 ((size_t) view->height_px * WIDTH_PX);
  Mask mask;

  g_assert_true (flow_overlay_make (overlay, index, view, 1));
  mask.mask = flow_overlay_mask (overlay, &mask.width, &mask.height);
  mask.stride = (uint32_t) cairo_format_stride_for_width (CAIRO_FORMAT_A8, (int) mask.width);
  g_assert_cmpuint (mask.width, ==, WIDTH_PX);
  g_assert_cmpint ((int) mask.height, ==, view->height_px);
  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    add_expected (view, trace_flow (trace, i), expected, mask.height);
  for (int y = 0; y < view->height_px; y++)
    for (int x = 0; x < WIDTH_PX; x++)
      if (has_pixel (&mask, x, y) != (expected[y * WIDTH_PX + x] != 0))
        g_error ("pixel %d, %d is %d, view %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", scrolled by %d", x,
                 y, has_pixel (&mask, x, y), view->begin_ns, view->end_ns, view->scroll_px);
}

static void
check_profile (GRand *random, const Profile *profile)
{
  const FlowIndex *index = flow_index_new (profile->trace, NULL, NULL);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  FlowOverlay *overlay = flow_overlay_new ();
  int64_t span_ns = MAX (profile->end_ns - profile->begin_ns, 2);

  g_assert_cmpuint (index->n_flows, ==, trace_n_flows (profile->trace));
  for (int round = 0; round < 12; round++)
    {
      TimelineView view = {
        .profile = profile,
        .tree = tree,
        .begin_ns = profile->begin_ns + g_rand_int_range (random, -2, (gint32) MIN (span_ns, 1 << 30)),
        .width_px = WIDTH_PX,
        .height_px = g_rand_int_range (random, 20, 300),
        .scroll_px = g_rand_int_range (random, 0, MAX (track_tree_height_px (tree), 1)),
      };

      view.end_ns = view.begin_ns + 1 + g_rand_int_range (random, 0, (gint32) MIN (span_ns, 1 << 30));
      if (round == 0)
        {
          view.begin_ns = profile->begin_ns;
          view.end_ns = profile->begin_ns + span_ns;
          view.scroll_px = 0;
        }
      track_tree_set_all_open (tree, g_rand_boolean (random));
      check_view (index, overlay, &view);
    }
  flow_overlay_free (overlay);
  track_tree_free (tree);
  flow_index_unref (index);
}

static void
every_connection_in_view_has_its_pixels_and_no_other_is_drawn (void)
{
  GRand *random = g_rand_new_with_seed (41);
  uint64_t n_flows = 0;

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = random_profile_new (random);
      const Profile *profile = profile_new (trace, "/tmp/random.json", NULL, &error);

      g_assert_no_error (error);
      n_flows += trace_n_flows (trace);
      check_profile (random, profile);
      profile_unref (profile);
    }
  g_assert_cmpuint (n_flows, >, 100);

  const Profile *training = timeline_profile_training ();
  check_profile (random, training);
  profile_unref (training);
  g_rand_free (random);
}

static void
extents_are_those_of_the_connections (void)
{
  const Profile *profile = timeline_profile_steps (5000);
  const FlowIndex *index = flow_index_new (profile->trace, NULL, NULL);
  GRand *random = g_rand_new_with_seed (5);

  g_assert_cmpuint (index->n_groups, ==, 1);
  const FlowGroup *group = &index->groups[0];
  g_assert_cmpuint (group->n, ==, 5000);
  for (int round = 0; round < 3000; round++)
    {
      uint64_t first = (uint64_t) g_rand_int_range (random, 0, 5000);
      uint64_t last = (uint64_t) g_rand_int_range (random, (gint32) first + 1, 5001);
      int64_t least_ns, most_ns;

      flow_group_extent (group, first, last, &least_ns, &most_ns);
      g_assert_cmpint (least_ns, ==, group->to_ns[first]);
      g_assert_cmpint (most_ns, ==, group->to_ns[last - 1]);
    }
  g_rand_free (random);
  flow_index_unref (index);
  profile_unref (profile);
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

/* Asked at the beginning and in between. */
static void
an_index_that_is_not_wanted_any_more_is_given_up (void)
{
  const Profile *profile = timeline_profile_training ();
  int never = 0, once = 1, twice = 2;

  g_assert_cmpuint (trace_n_flows (profile->trace), >, 0);
  g_assert_null (flow_index_new (profile->trace, continues_for_a_while, &never));
  g_assert_null (flow_index_new (profile->trace, continues_for_a_while, &once));
  const FlowIndex *index = flow_index_new (profile->trace, continues_for_a_while, &twice);
  g_assert_nonnull (index);
  flow_index_unref (index);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow_overlay/every_connection_in_view_has_its_pixels_and_no_other_is_drawn",
                   every_connection_in_view_has_its_pixels_and_no_other_is_drawn);
  g_test_add_func ("/flow_overlay/extents_are_those_of_the_connections",
                   extents_are_those_of_the_connections);
  g_test_add_func ("/flow_overlay/an_index_that_is_not_wanted_any_more_is_given_up",
                   an_index_that_is_not_wanted_any_more_is_given_up);
  return g_test_run ();
}
