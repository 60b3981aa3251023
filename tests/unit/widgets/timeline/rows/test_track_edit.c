/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/track_edit.h"
#include "widgets/timeline/view/timeline_view.h"

#define N_RANDOM_EDITS 400

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  TrackLayout *layout;
} Fixture;

static Fixture
fixture_new (const Profile *profile)
{
  return (Fixture){ profile, track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE), track_layout_new () };
}

static void
fixture_clear (Fixture *fixture)
{
  track_tree_free (fixture->tree);
  track_layout_free (fixture->layout);
  profile_unref (fixture->profile);
}

static void
apply (Fixture *fixture)
{
  track_tree_set_layout (fixture->tree, fixture->layout);
}

/* The line that is known by that path. */
static TrackLine
line_of (const Fixture *fixture, const char *path)
{
  for (TrackLine line = 0; line < track_tree_n_tracks (fixture->tree) * N_TRACK_PARTS; line++)
    {
      g_autofree char *other = track_tree_path (fixture->tree, line);
      if (g_str_equal (other, path))
        return line;
    }
  g_assert_not_reached ();
}

/* What stands at the left, one row a line: '|' for a pinned one, then two dots a depth. */
static char *
labels (const Fixture *fixture)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (fixture->tree, &n);
  GString *text = g_string_new ("");

  for (uint32_t r = 0; r < n; r++)
    {
      const char *label = rows[r].label != NULL ? rows[r].label : rows[r].band;

      if (label == NULL)
        continue;
      g_string_append (text, rows[r].is_pinned ? "|" : "");
      for (int d = 0; d < rows[r].depth; d++)
        g_string_append (text, "..");
      g_string_append_printf (text, "%s\n", label);
    }
  return g_string_free (text, FALSE);
}

static void
assert_labels (const Fixture *fixture, const char *expected)
{
  g_autofree char *text = labels (fixture);

  g_assert_cmpstr (text, ==, expected);
}

#define DEVICE "node/gpu=0,3"
#define HOST   "node/process=0,1074"

static void
pinned_rows_come_first_and_say_where_they_are_from (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/stream=21"), true);
  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, HOST "/thread=1074/calls"), true);
  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/utilization"), true);
  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, HOST "/thread=2044/instants"), true);
  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, "node"), true);
  apply (&fixture);
  assert_labels (
    &fixture,
    "|stream 21 · GPU 3\n|runtime calls · 1074 main\n|GPU 3 utilization\n|instants · autograd\n"
    "node 0\n..Counters\n....memory allocated\n..GPU 3 device\n....annotations\n....stream 7\n"
    "....stream 22\n....sync\n..GPU 3 host · pid 1074\n....1074 main\n....annotations\n....operators\n"
    "....Python\n....autograd\n....data loader\n");
  fixture_clear (&fixture);
}

static void
a_pinned_slice_is_found_where_it_is_drawn (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t slice = timeline_profile_slice (fixture.profile, LAUNCH_LONG);

  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/stream=21"), true);
  track_edit_fold_all (fixture.layout, fixture.tree, false);
  apply (&fixture);
  g_assert_cmpuint (track_tree_row_of_slice (fixture.tree, slice), ==, 0);
  g_assert_cmpuint (track_tree_n_pinned_rows (fixture.tree), ==, 1);
  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/stream=21"), false);
  apply (&fixture);
  g_assert_cmpuint (track_tree_row_of_slice (fixture.tree, slice), !=, 0);
  fixture_clear (&fixture);
}

static void
a_pinned_group_keeps_what_is_below_it (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE), true);
  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/stream=22"), true);
  apply (&fixture);
  assert_labels (
    &fixture,
    "|GPU 3 utilization\n|GPU 3 device\n|..annotations\n|..stream 7\n|..stream 21\n|..sync\n"
    "|stream 22 · GPU 3\nnode 0\n..Counters\n....memory allocated\n..GPU 3 host · pid 1074\n"
    "....1074 main\n....annotations\n....operators\n....Python\n....runtime calls\n....autograd\n....instants\n"
    "....data loader\n");
  fixture_clear (&fixture);
}

static void
hidden_rows_are_counted_and_come_back (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  g_autofree char *before = labels (&fixture);
  uint32_t n;

  track_edit_hide (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/stream=7"));
  track_edit_hide (fixture.layout, fixture.tree, line_of (&fixture, HOST));
  apply (&fixture);
  g_assert_cmpuint (track_tree_n_hidden (fixture.tree), ==, 2);
  assert_labels (&fixture, "node 0\n..Counters\n....memory allocated\n..GPU 3 utilization\n..GPU 3 device\n"
                           "....annotations\n....stream 22\n....stream 21\n....sync\nShow 2 hidden rows\n");
  const TimelineRow *rows = track_tree_rows (fixture.tree, &n);
  g_assert_cmpuint (rows[n - 1].line, ==, TRACK_LINE_HIDDEN);

  track_edit_show_hidden (fixture.layout, fixture.tree);
  apply (&fixture);
  g_assert_true (track_layout_is_default (fixture.layout));
  assert_labels (&fixture, before);
  fixture_clear (&fixture);
}

static void
one_line_alone_keeps_what_it_stands_in (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/utilization"), true);
  apply (&fixture);
  track_edit_show_only (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/stream=7"));
  apply (&fixture);
  assert_labels (&fixture, "|GPU 3 utilization\nnode 0\n..GPU 3 device\n....stream 7\nShow 6 hidden rows\n");
  track_edit_show_hidden (fixture.layout, fixture.tree);
  apply (&fixture);
  track_edit_show_only (fixture.layout, fixture.tree, line_of (&fixture, HOST "/counter=memory%20allocated"));
  apply (&fixture);
  assert_labels (&fixture,
                 "|GPU 3 utilization\nnode 0\n..Counters\n....memory allocated\nShow 2 hidden rows\n");
  fixture_clear (&fixture);
}

static void
siblings_are_moved_among_themselves (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  TrackLine stream = line_of (&fixture, DEVICE "/stream=21"), host = line_of (&fixture, HOST);

  g_assert_true (track_edit_move (fixture.layout, fixture.tree, stream, -1));
  apply (&fixture);
  g_assert_true (track_edit_move (fixture.layout, fixture.tree, stream, -1));
  apply (&fixture);
  track_edit_move_before (fixture.layout, fixture.tree, host, line_of (&fixture, DEVICE));
  apply (&fixture);
  assert_labels (
    &fixture,
    "node 0\n..Counters\n....memory allocated\n..GPU 3 host · pid 1074\n....1074 main\n....annotations\n"
    "....operators\n....Python\n....runtime calls\n....autograd\n....instants\n....data loader\n..GPU 3 utilization\n"
    "..GPU 3 device\n....annotations\n....stream 21\n....stream 7\n....stream 22\n....sync\n");
  g_assert_false (track_edit_move (fixture.layout, fixture.tree, line_of (&fixture, DEVICE), 1));
  track_edit_move_before (fixture.layout, fixture.tree, stream, TRACK_LINE_NONE);
  apply (&fixture);
  g_assert_false (track_edit_move (fixture.layout, fixture.tree, stream, 1));
  fixture_clear (&fixture);
}

static void
pinned_rows_are_moved_among_themselves (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  static const char *const paths[] = { DEVICE "/stream=7", DEVICE "/stream=21", DEVICE "/stream=22" };

  for (size_t i = 0; i < G_N_ELEMENTS (paths); i++)
    track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, paths[i]), true);
  apply (&fixture);
  g_assert_true (track_edit_move (fixture.layout, fixture.tree, line_of (&fixture, paths[2]), -1));
  apply (&fixture);
  g_autofree char *text = labels (&fixture);
  g_assert_true (
    g_str_has_prefix (text, "|stream 7 · GPU 3\n|stream 22 · GPU 3\n|stream 21 · GPU 3\nnode 0\n"));
  fixture_clear (&fixture);
}

static void
a_filter_keeps_what_it_finds_and_what_that_stands_in (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  track_edit_fold_all (fixture.layout, fixture.tree, false);
  track_layout_set_filter (fixture.layout, "STREAM 2");
  apply (&fixture);
  g_assert_cmpuint (track_tree_n_matches (fixture.tree), ==, 2);
  assert_labels (&fixture, "node 0\n..GPU 3 device\n....stream 22\n....stream 21\n");
  track_layout_set_filter (fixture.layout, "autograd");
  apply (&fixture);
  g_assert_cmpuint (track_tree_n_matches (fixture.tree), ==, 1);
  assert_labels (&fixture, "node 0\n..GPU 3 host · pid 1074\n....autograd\n....instants\n");
  track_layout_set_filter (fixture.layout, "memory");
  apply (&fixture);
  assert_labels (&fixture, "node 0\n..Counters\n....memory allocated\n");
  track_layout_set_filter (fixture.layout, "utiliz");
  apply (&fixture);
  g_assert_cmpuint (track_tree_n_matches (fixture.tree), ==, 1);
  track_layout_set_filter (fixture.layout, "no such row");
  apply (&fixture);
  g_assert_cmpuint (track_tree_n_matches (fixture.tree), ==, 0);
  assert_labels (&fixture, "No row name contains this text\n");
  fixture_clear (&fixture);
}

static void
a_size_changes_its_row_alone (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  int height_px = track_tree_height_px (fixture.tree);

  track_edit_resize (fixture.layout, fixture.tree, line_of (&fixture, DEVICE "/utilization"), 200);
  apply (&fixture);
  g_assert_cmpint (track_tree_height_px (fixture.tree), ==, height_px + 40);
  fixture_clear (&fixture);
}

/* Pinned rows never take all of the canvas, and each point of it shows one row. */
static void
each_point_of_the_canvas_is_one_row (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  static const char *const paths[] = { DEVICE "/stream=22", DEVICE "/utilization", HOST "/thread=1074" };
  TimelineView view = { .profile = fixture.profile, .tree = fixture.tree, .end_ns = 1000, .width_px = 100 };

  for (size_t i = 0; i < G_N_ELEMENTS (paths); i++)
    track_edit_pin (fixture.layout, fixture.tree, line_of (&fixture, paths[i]), true);
  apply (&fixture);
  for (view.height_px = 1; view.height_px < 700; view.height_px += 37)
    {
      int most_px = MAX (track_tree_height_px (fixture.tree) - view.height_px, 0);

      view.fixed_px = timeline_view_fixed_px (fixture.tree, view.height_px);
      g_assert_cmpint (view.fixed_px, <=, view.height_px * 2 / 3);
      for (view.scroll_px = 0; view.scroll_px <= most_px; view.scroll_px += 13)
        {
          uint32_t row = timeline_view_first_row (&view);

          for (int y = 0; y < MIN (view.height_px, track_tree_height_px (fixture.tree)); y++)
            {
              uint32_t at = timeline_view_row_at (&view, y), n;
              int top_px = timeline_view_row_y (&view, at);

              if (at != row)
                row = timeline_view_next_row (&view, row);
              g_assert_cmpuint (at, ==, row);
              g_assert_cmpint (top_px, <=, y);
              g_assert_cmpint (top_px + track_tree_rows (fixture.tree, &n)[at].height_px, >, y);
              g_assert_true (timeline_view_is_fixed (&view, at) == (y < view.fixed_px));
            }
        }
    }
  fixture_clear (&fixture);
}

/* Whatever is done, the tree stays one: rows one below another, lines where they say, and a layout that is written
 * and read gives the same tree. */
static void
any_edits_leave_a_tree (void)
{
  const Profile *profiles[] = { timeline_profile_training (), timeline_profile_ranks () };
  GRand *random = g_rand_new_with_seed (1);

  for (int i = 0; i < N_RANDOM_EDITS; i++)
    {
      Fixture fixture = fixture_new (profile_ref (profiles[i % 2])), again;
      uint32_t n_lines = track_tree_n_tracks (fixture.tree) * N_TRACK_PARTS, n, n_again;

      for (int edit = 0; edit < 12; edit++)
        {
          TrackLine line = (TrackLine) g_rand_int_range (random, 0, (gint32) n_lines);
          static const char *const filters[] = { "", "", "a", "stream", "GPU 1", "·" };

          switch (g_rand_int_range (random, 0, 8))
            {
            case 0:
              track_edit_pin (fixture.layout, fixture.tree, line, g_rand_boolean (random));
              break;
            case 1:
              track_edit_hide (fixture.layout, fixture.tree, line);
              break;
            case 2:
              track_edit_show_only (fixture.layout, fixture.tree, line);
              break;
            case 3:
              track_edit_show_hidden (fixture.layout, fixture.tree);
              break;
            case 4:
              track_edit_move (fixture.layout, fixture.tree, line, g_rand_boolean (random) ? 1 : -1);
              break;
            case 5:
              track_edit_resize (fixture.layout, fixture.tree, line, g_rand_int_range (random, 0, 500));
              break;
            case 6:
              track_edit_fold_all (fixture.layout, fixture.tree, g_rand_boolean (random));
              break;
            default:
              track_layout_set_filter (fixture.layout,
                                       filters[g_rand_int_range (random, 0, G_N_ELEMENTS (filters))]);
              break;
            }
          apply (&fixture);
        }

      const TimelineRow *rows = track_tree_rows (fixture.tree, &n);
      int y_px = 0;
      for (uint32_t r = 0; r < n; r++)
        {
          g_assert_cmpint (rows[r].y_px, ==, y_px);
          g_assert_nonnull (rows[r].description);
          g_assert_true (rows[r].is_pinned == (r < track_tree_n_pinned_rows (fixture.tree)));
          y_px += rows[r].height_px;
        }
      for (uint64_t s = 0; s < trace_slices (fixture.profile->trace)->n; s++)
        {
          uint32_t row = track_tree_row_of_slice (fixture.tree, s);
          g_assert_true (row == UINT32_MAX || row < n);
        }

      g_autofree char *text = track_layout_to_text (fixture.layout);
      again = fixture_new (profile_ref (fixture.profile));
      g_assert_true (track_layout_from_text (again.layout, text));
      apply (&again);
      const TimelineRow *rows_again = track_tree_rows (again.tree, &n_again);
      g_assert_cmpuint (n_again, ==, n);
      for (uint32_t r = 0; r < n; r++)
        g_assert_true (rows_again[r].line == rows[r].line && rows_again[r].y_px == rows[r].y_px);
      fixture_clear (&again);
      fixture_clear (&fixture);
    }
  g_rand_free (random);
  profile_unref (profiles[0]);
  profile_unref (profiles[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track_edit/pinned_rows_come_first_and_say_where_they_are_from",
                   pinned_rows_come_first_and_say_where_they_are_from);
  g_test_add_func ("/track_edit/a_pinned_slice_is_found_where_it_is_drawn",
                   a_pinned_slice_is_found_where_it_is_drawn);
  g_test_add_func ("/track_edit/a_pinned_group_keeps_what_is_below_it",
                   a_pinned_group_keeps_what_is_below_it);
  g_test_add_func ("/track_edit/hidden_rows_are_counted_and_come_back",
                   hidden_rows_are_counted_and_come_back);
  g_test_add_func ("/track_edit/one_line_alone_keeps_what_it_stands_in",
                   one_line_alone_keeps_what_it_stands_in);
  g_test_add_func ("/track_edit/siblings_are_moved_among_themselves", siblings_are_moved_among_themselves);
  g_test_add_func ("/track_edit/pinned_rows_are_moved_among_themselves",
                   pinned_rows_are_moved_among_themselves);
  g_test_add_func ("/track_edit/a_filter_keeps_what_it_finds_and_what_that_stands_in",
                   a_filter_keeps_what_it_finds_and_what_that_stands_in);
  g_test_add_func ("/track_edit/a_size_changes_its_row_alone", a_size_changes_its_row_alone);
  g_test_add_func ("/track_edit/each_point_of_the_canvas_is_one_row", each_point_of_the_canvas_is_one_row);
  g_test_add_func ("/track_edit/any_edits_leave_a_tree", any_edits_leave_a_tree);
  return g_test_run ();
}
