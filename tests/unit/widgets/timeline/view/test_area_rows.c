/* SPDX-License-Identifier: Apache-2.0
 *
 * Which tracks rows stand for, which rows show them, and the edges that markers find. */

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/track_edit.h"
#include "widgets/timeline/view/area_rows.h"
#include "widgets/timeline/view/marker_snap.h"

static TrackTree *
tree_of (const Profile *profile)
{
  return track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
}

static size_t
n_members (const TrackSet *tracks)
{
  size_t n;

  track_set_members (tracks, &n);
  return n;
}

/* Every row of a lane stands for its track, and shows it. */
static void
test_a_lane_stands_for_its_track (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = tree_of (profile);
  uint32_t n, n_lanes = 0;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  for (uint32_t r = 0; r < n; r++)
    {
      if (rows[r].kind != ROW_LANE && rows[r].kind != ROW_STRIP && rows[r].kind != ROW_COUNTER
          && rows[r].kind != ROW_INSTANTS)
        continue;
      const TrackSet *tracks = area_rows_tracks (tree, profile->trace, r, r);
      bool *shown = area_rows_shown (tree, profile->trace, tracks);

      n_lanes++;
      g_assert_cmpuint (n_members (tracks), ==, 1);
      g_assert_true (track_set_holds (tracks, rows[r].track));
      for (uint32_t other = 0; other < n; other++)
        if (rows[other].kind == ROW_LANE || rows[other].kind == ROW_STRIP)
          g_assert_true (shown[other] == (rows[other].track == rows[r].track));
      g_free (shown);
      track_set_unref (tracks);
    }
  g_assert_cmpuint (n_lanes, >, 10);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
test_order_of_rows_does_not_matter (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = tree_of (profile);
  uint32_t n;

  track_tree_rows (tree, &n);
  const TrackSet *down = area_rows_tracks (tree, profile->trace, 2, 6);
  const TrackSet *up = area_rows_tracks (tree, profile->trace, 6, 2);
  const TrackSet *beyond = area_rows_tracks (tree, profile->trace, n, n + 3);
  g_assert_true (track_set_equal (down, up));
  g_assert_null (beyond);
  track_set_unref (down);
  track_set_unref (up);
  track_tree_free (tree);
  profile_unref (profile);
}

/* A closed group stands for all in it; the head of an open one likewise, where nothing else is covered. */
static void
test_groups_stand_for_what_they_hold (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = tree_of (profile);
  uint32_t n, group = 0;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  while (group < n && !(rows[group].kind == ROW_GROUP && rows[group].is_device))
    group++;
  if (group == n)
    for (group = 0; group < n && !(rows[group].kind == ROW_GROUP && rows[group].depth > 0); group++)
      ;
  g_assert_cmpuint (group, <, n);
  const TrackSet *open = area_rows_tracks (tree, profile->trace, group, group);
  TrackFold fold = rows[group].fold;
  track_tree_set_open (tree, fold, false);
  const TrackSet *closed = area_rows_tracks (tree, profile->trace, group, group);
  bool *shown = area_rows_shown (tree, profile->trace, closed);
  g_assert_true (track_set_equal (open, closed));
  g_assert_cmpuint (n_members (closed), >, 1);
  g_assert_true (shown[group]);
  g_free (shown);
  track_set_unref (open);
  track_set_unref (closed);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
test_utilization_stands_for_streams (void)
{
  const Profile *profile = timeline_profile_training ();
  const Trace *trace = profile->trace;
  TrackTree *tree = tree_of (profile);
  uint32_t n, row = 0;
  size_t n_streams;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  while (row < n && rows[row].kind != ROW_UTILIZATION)
    row++;
  g_assert_cmpuint (row, <, n);
  const TrackSet *tracks = area_rows_tracks (tree, trace, row, row);
  const uint32_t *streams = track_set_members (tracks, &n_streams);
  bool *shown = area_rows_shown (tree, trace, tracks);
  g_assert_cmpuint (n_streams, ==, 3);
  for (size_t i = 0; i < n_streams; i++)
    g_assert_cmpint (trace_track (trace, streams[i])->kind, ==, TRACK_STREAM);
  g_assert_true (shown[row]);
  g_free (shown);

  const TrackSet *one = track_set_new (streams, 1);
  shown = area_rows_shown (tree, trace, one);
  g_assert_false (shown[row]);
  g_free (shown);
  track_set_unref (one);
  track_set_unref (tracks);
  track_tree_free (tree);
  profile_unref (profile);
}

/* A stream and the calls of the first thread are pinned, and the rows behind them have scrolled away. */
static void
test_a_drag_over_pinned_rows_covers_what_is_seen (void)
{
  const Profile *profile = timeline_profile_training ();
  const Trace *trace = profile->trace;
  TrackTree *tree = tree_of (profile);
  TrackLayout *layout = track_layout_new ();
  uint32_t n, n_pinned, n_between = 0;

  for (uint32_t t = 0, n_found = 0; t < trace_n_tracks (trace) && n_found < 2; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM || trace_track (trace, t)->kind == TRACK_CALLS)
      {
        track_edit_pin (layout, tree, track_tree_line (tree, t, TRACK_PART_WHOLE), true);
        n_found++;
      }
  track_tree_set_layout (tree, layout);
  track_tree_set_all_open (tree, true);
  n_pinned = track_tree_n_pinned_rows (tree);
  const TimelineRow *rows = track_tree_rows (tree, &n);
  g_assert_cmpuint (n_pinned, >=, 2);

  TimelineView view = { .profile = profile, .tree = tree, .end_ns = 1, .width_px = 100, .height_px = 300 };
  view.fixed_px = timeline_view_fixed_px (tree, view.height_px);
  view.scroll_px = rows[n_pinned + 8].y_px - view.fixed_px;
  uint32_t scrolled = timeline_view_row_at (&view, view.fixed_px + 1), last = scrolled + 2;
  g_assert_cmpuint (scrolled, ==, n_pinned + 8);

  const TrackSet *covered = area_rows_seen (&view, last, 0), *down = area_rows_seen (&view, 0, last);
  g_assert_true (track_set_equal (covered, down));
  bool *shown = area_rows_shown (tree, trace, covered);
  for (uint32_t r = 0; r < n; r++)
    {
      if (rows[r].kind != ROW_LANE && rows[r].kind != ROW_STRIP)
        continue;
      if (r < n_pinned || (r >= scrolled && r <= last))
        g_assert_true (shown[r]);
      else if (r < scrolled && rows[r].track != rows[scrolled].track)
        {
          g_assert_false (shown[r]);
          n_between++;
        }
    }
  g_assert_cmpuint (n_between, >, 1);
  g_free (shown);
  track_set_unref (covered);
  track_set_unref (down);

  /* The first pinned row alone, and from one scrolled row to another. */
  const TrackSet *pinned = area_rows_seen (&view, 0, 0), *below = area_rows_seen (&view, scrolled, last);
  g_assert_cmpuint (n_members (pinned), ==, 1);
  g_assert_true (track_set_holds (pinned, rows[0].track));
  g_assert_false (track_set_holds (below, rows[0].track));
  track_set_unref (pinned);
  track_set_unref (below);
  track_layout_free (layout);
  track_tree_free (tree);
  profile_unref (profile);
}

/* Row by row down to the last one, and back to all of them. */
static void
test_rows_can_be_added_and_taken_away (void)
{
  const Profile *profile = timeline_profile_training ();
  const Trace *trace = profile->trace;
  TrackTree *tree = tree_of (profile);
  const TrackSet *tracks = area_rows_grow (tree, trace, NULL, 3, 1);
  size_t n_before = n_members (tracks);
  int n_steps = 0;

  g_assert_null (area_rows_grow (tree, trace, NULL, 3, -1));
  g_assert_cmpuint (n_before, >, 0);
  for (;; n_steps++)
    {
      const TrackSet *grown = area_rows_grow (tree, trace, tracks, 3, 1);
      bool is_last = track_set_equal (grown, tracks);

      g_assert_cmpuint (n_members (grown), >=, n_before);
      n_before = n_members (grown);
      track_set_unref (tracks);
      tracks = grown;
      if (is_last)
        break;
    }
  g_assert_cmpint (n_steps, >, 5);
  for (int i = 0; tracks != NULL; i++)
    {
      const TrackSet *shrunk = area_rows_grow (tree, trace, tracks, 3, -1);

      g_assert_cmpint (i, <=, n_steps + 20);
      if (shrunk != NULL)
        g_assert_cmpuint (n_members (shrunk), <, n_members (tracks));
      track_set_unref (tracks);
      tracks = shrunk;
    }
  track_tree_free (tree);
  profile_unref (profile);
}

/* Against a look at all slices of the lanes in view. */
static void
test_markers_find_the_nearest_edge (void)
{
  const Profile *profile = timeline_profile_training ();
  const SliceColumns *slices = trace_slices (profile->trace);
  GRand *random = g_rand_new_with_seed (401);
  TrackTree *tree = tree_of (profile);
  uint32_t n, n_snapped = 0;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  for (int round = 0; round < 500; round++)
    {
      int64_t begin_ns = g_rand_int_range (random, 0, 30000000);
      TimelineView view = {
        .profile = profile,
        .tree = tree,
        .begin_ns = begin_ns,
        .end_ns = begin_ns + g_rand_int_range (random, 1000, 9000000),
        .width_px = 1000,
        .height_px = 300,
        .scroll_px = g_rand_int_range (random, 0, 100),
      };
      int64_t time_ns = begin_ns + (view.end_ns - begin_ns) / 1000 * g_rand_int_range (random, 0, 1000);
      int64_t found_ns = marker_snap (&view, time_ns), best_ns = INT64_MAX;

      for (uint32_t r = 0; r < n; r++)
        {
          if (rows[r].kind != ROW_LANE || rows[r].y_px + rows[r].height_px <= view.scroll_px
              || rows[r].y_px >= view.scroll_px + view.height_px)
            continue;
          const TraceRow *lane = trace_row (profile->trace, rows[r].first_row);
          for (uint64_t i = lane->first_slice; i < lane->first_slice + lane->n_slices; i++)
            {
              best_ns = MIN (best_ns, ABS (slice_start_ns (slices, i) - time_ns));
              best_ns = MIN (best_ns, ABS (slice_end_ns (slices, i) - time_ns));
            }
        }
      double reach_ns = MARKER_SNAP_PX * (double) (view.end_ns - view.begin_ns) / view.width_px;
      if ((double) best_ns <= reach_ns)
        {
          g_assert_cmpint (ABS (found_ns - time_ns), ==, best_ns);
          n_snapped++;
        }
      else
        g_assert_cmpint (found_ns, ==, time_ns);
    }
  g_assert_cmpuint (n_snapped, >, 50);
  g_assert_cmpuint (n_snapped, <, 500);
  g_rand_free (random);
  track_tree_free (tree);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/area_rows/a_lane_stands_for_its_track", test_a_lane_stands_for_its_track);
  g_test_add_func ("/area_rows/order_of_rows_does_not_matter", test_order_of_rows_does_not_matter);
  g_test_add_func ("/area_rows/groups_stand_for_what_they_hold", test_groups_stand_for_what_they_hold);
  g_test_add_func ("/area_rows/utilization_stands_for_streams", test_utilization_stands_for_streams);
  g_test_add_func ("/area_rows/a_drag_over_pinned_rows_covers_what_is_seen",
                   test_a_drag_over_pinned_rows_covers_what_is_seen);
  g_test_add_func ("/area_rows/rows_can_be_added_and_taken_away", test_rows_can_be_added_and_taken_away);
  g_test_add_func ("/marker_snap/markers_find_the_nearest_edge", test_markers_find_the_nearest_edge);
  return g_test_run ();
}
