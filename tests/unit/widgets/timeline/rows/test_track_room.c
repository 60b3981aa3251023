/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/real_profiles.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/track_tree.h"

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
} Fixture;

static Fixture
fixture_new (const Profile *profile, int text_px)
{
  return (Fixture){ profile, track_tree_new (profile, text_px, TRACE_NONE, TRACE_NONE) };
}

static void
fixture_clear (Fixture *fixture)
{
  track_tree_free (fixture->tree);
  profile_unref (fixture->profile);
}

/* The first band of a kind; every trace of these tests has one. */
static uint32_t
band_of (const TrackTree *tree, TrackKind kind)
{
  const Trace *trace = track_tree_trace (tree);
  uint32_t t = 0;

  while (trace_track (trace, t)->kind != kind)
    t++;
  return t;
}

/* Lanes of a track that have a row of their own. */
static uint32_t
n_lanes_of (const TrackTree *tree, uint32_t track)
{
  uint32_t n_rows, n = 0;
  const TimelineRow *rows = track_tree_rows (tree, &n_rows);

  for (uint32_t r = 0; r < n_rows; r++)
    n += rows[r].track == track && rows[r].kind == ROW_LANE;
  return n;
}

/* A band that opens lane by lane waits for room. */
static bool
has_part_of_band (const TrackTree *tree)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (tree, &n_rows);
  bool any = false;

  for (uint32_t r = 1; r < n_rows && !any; r++)
    any = rows[r].kind == ROW_STRIP && rows[r - 1].kind == ROW_LANE && rows[r - 1].track == rows[r].track;
  return any;
}

static bool
is_strip (const TrackTree *tree, uint32_t track)
{
  TrackKind kind = trace_track (track_tree_trace (tree), track)->kind;

  return kind == TRACK_PYTHON || kind == TRACK_PROFILER;
}

/* By what follows from it: lanes of every track. */
static char *
lanes_text (const TrackTree *tree)
{
  GString *text = g_string_new ("");

  for (uint32_t t = 0; t < track_tree_n_tracks (tree); t++)
    g_string_append_printf (text, "%u ", n_lanes_of (tree, t));
  return g_string_free (text, FALSE);
}

static void
set_layout (TrackTree *tree, const char *word, uint32_t track)
{
  g_autoptr (TrackLayout) layout = track_layout_new ();
  g_autofree char *path = track_tree_path (tree, track);

  if (strcmp (word, "hidden") == 0)
    track_layout_set_hidden (layout, path, true);
  else
    track_layout_set_folding (layout, path, strcmp (word, "open") == 0 ? TRACK_FOLD_OPEN : TRACK_FOLD_CLOSED);
  track_tree_set_layout (tree, layout);
}

/* At every height there are as many lanes as fit, and never fewer than at a lower one. */
static void
check_heights (const Profile *profile, int text_px)
{
  TrackTree *tree = track_tree_new (profile, text_px, TRACE_NONE, TRACE_NONE);
  uint32_t n_tracks = track_tree_n_tracks (tree);
  g_autofree uint32_t *before = g_new0 (uint32_t, n_tracks);
  int least_px = track_tree_height_px (tree), lane_px = track_tree_lane_px (tree);

  track_tree_open_bands (tree, 1000000);
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (tree, &n_rows);
  for (uint32_t r = 0; r < n_rows; r++)
    g_assert_cmpint (rows[r].kind, !=, ROW_STRIP);
  int most_px = track_tree_height_px (tree);
  for (int height_px = least_px - lane_px; height_px <= most_px * 3 / 2; height_px += 3)
    {
      track_tree_open_bands (tree, height_px);
      int used_px = track_tree_height_px (tree);

      g_assert_cmpint (track_tree_lane_px (tree), ==, lane_px);
      if (height_px < least_px)
        g_assert_cmpint (used_px, ==, least_px);
      else
        g_assert_cmpint (used_px, <=, height_px);
      if (has_part_of_band (tree) && height_px >= least_px)
        g_assert_cmpint (used_px, >, height_px - lane_px);
      for (uint32_t t = 0; t < n_tracks; t++)
        {
          uint32_t n = n_lanes_of (tree, t);

          g_assert_cmpuint (n, >=, before[t]);
          if (is_strip (tree, t) && n > 0)
            g_assert_cmpuint (n, ==, trace_track (profile->trace, t)->n_rows);
          before[t] = n;
        }
    }
  track_tree_free (tree);
}

static void
bands_open_while_there_is_room (void)
{
  const Profile *profile = timeline_profile_training ();

  check_heights (profile, 12);
  check_heights (profile, 24);
  profile_unref (profile);
}

/* Annotations +1, operators +2, Python +7. */
static void
bands_open_in_order_lane_by_lane_and_strips_whole (void)
{
  Fixture fixture = fixture_new (timeline_profile_training (), 12);
  TrackTree *tree = fixture.tree;
  uint32_t annotations = band_of (tree, TRACK_ANNOTATIONS), operators = band_of (tree, TRACK_OPERATORS),
           python = band_of (tree, TRACK_PYTHON);
  int least_px = track_tree_height_px (tree);
  static const struct
  {
    int room_px;
    uint32_t annotations, operators, python;
  } steps[] = {
    /* clang-format off */
    {  15, 3, 3, 0 },
    {  16, 4, 3, 0 }, /* a lane instead of a strip of 8 px, and 4 px below it */
    {  35, 4, 3, 0 },
    {  36, 4, 4, 0 }, /* a lane above the strip */
    {  52, 4, 5, 0 },
    { 200, 4, 5, 0 }, /* not without room for high lanes */
    { 900, 4, 5, 7 },
    /* clang-format on */
  };

  for (size_t i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      track_tree_open_bands (tree, least_px + steps[i].room_px);
      g_assert_cmpuint (n_lanes_of (tree, annotations), ==, steps[i].annotations);
      g_assert_cmpuint (n_lanes_of (tree, operators), ==, steps[i].operators);
      g_assert_cmpuint (n_lanes_of (tree, python), ==, steps[i].python);
    }
  fixture_clear (&fixture);
}

static void
a_height_has_one_answer (void)
{
  Fixture fixture = fixture_new (timeline_profile_training (), 12);
  TrackTree *tree = fixture.tree;
  int least_px = track_tree_height_px (tree);
  GRand *random = g_rand_new_with_seed (17);

  for (int round = 0; round < 30; round++)
    {
      int height_px = least_px + g_rand_int_range (random, -50, 300);
      TrackTree *fresh = track_tree_new (fixture.profile, 12, TRACE_NONE, TRACE_NONE);

      track_tree_fit_height (tree, height_px);
      track_tree_fit_height (fresh, height_px);
      g_autofree char *text = lanes_text (tree), *expected = lanes_text (fresh);
      g_assert_cmpstr (text, ==, expected);
      g_assert_cmpint (track_tree_height_px (tree), ==, track_tree_height_px (fresh));
      track_tree_fit_height (tree, height_px);
      g_assert_cmpint (track_tree_height_px (tree), ==, track_tree_height_px (fresh));
      track_tree_free (fresh);
    }
  g_rand_free (random);
  fixture_clear (&fixture);
}

static void
the_user_decides_and_changes_nothing_else (void)
{
  Fixture fixture = fixture_new (timeline_profile_training (), 12);
  TrackTree *tree = fixture.tree;
  uint32_t annotations = band_of (tree, TRACK_ANNOTATIONS), operators = band_of (tree, TRACK_OPERATORS),
           python = band_of (tree, TRACK_PYTHON), device = band_of (tree, TRACK_DEVICE);
  int height_px = track_tree_height_px (tree) + 36;

  set_layout (tree, "closed", annotations);
  track_tree_open_bands (tree, height_px);
  g_assert_cmpuint (n_lanes_of (tree, annotations), ==, 3);
  g_assert_cmpuint (n_lanes_of (tree, operators), ==, 4);
  g_assert_cmpuint (n_lanes_of (tree, python), ==, 0);

  set_layout (tree, "open", python);
  track_tree_open_bands (tree, height_px);
  g_assert_cmpuint (n_lanes_of (tree, annotations), ==, 4);
  g_assert_cmpuint (n_lanes_of (tree, operators), ==, 4);
  g_assert_cmpuint (n_lanes_of (tree, python), ==, 7);

  set_layout (tree, "closed", device);
  track_tree_open_bands (tree, height_px);
  g_assert_cmpuint (n_lanes_of (tree, annotations), ==, 4);
  g_assert_cmpuint (n_lanes_of (tree, operators), ==, 4);
  g_assert_cmpuint (n_lanes_of (tree, python), ==, 0);

  track_tree_set_open (tree, operators, false);
  g_assert_cmpuint (n_lanes_of (tree, operators), ==, 3);
  track_tree_set_open (tree, operators, true);
  g_assert_cmpuint (n_lanes_of (tree, operators), ==, 5);
  fixture_clear (&fixture);
}

static void
hidden_rows_leave_their_room (void)
{
  Fixture fixture = fixture_new (timeline_profile_training (), 12);
  TrackTree *tree = fixture.tree;
  uint32_t annotations = band_of (tree, TRACK_ANNOTATIONS);
  int height_px = track_tree_height_px (tree);

  track_tree_open_bands (tree, height_px);
  g_assert_cmpuint (n_lanes_of (tree, annotations), ==, 3);
  set_layout (tree, "hidden", band_of (tree, TRACK_DEVICE));
  track_tree_open_bands (tree, height_px);
  g_assert_cmpuint (n_lanes_of (tree, annotations), ==, 4);
  g_assert_cmpint (track_tree_height_px (tree), <=, height_px);
  fixture_clear (&fixture);
}

/* A strip opens where lanes are as high as they get, so they need not become lower for it. */
static void
lanes_grow_when_no_band_waits (void)
{
  Fixture fixture = fixture_new (timeline_profile_training (), 12);
  TrackTree *tree = fixture.tree;
  uint32_t python = band_of (tree, TRACK_PYTHON);
  int least_px = track_tree_height_px (tree), lane_px = track_tree_lane_px (tree), before_px = 0;

  for (int height_px = least_px; height_px < least_px + 900; height_px += 5)
    {
      track_tree_fit_height (tree, height_px);
      g_assert_cmpint (track_tree_height_px (tree), <=, height_px);
      g_assert_cmpint (track_tree_lane_px (tree), >=, before_px);
      if (has_part_of_band (tree))
        g_assert_cmpint (track_tree_lane_px (tree), ==, lane_px);
      if (n_lanes_of (tree, python) > 0)
        g_assert_cmpint (track_tree_lane_px (tree), ==, 26);
      before_px = track_tree_lane_px (tree);
    }
  g_assert_cmpuint (n_lanes_of (tree, python), ==, 7);
  fixture_clear (&fixture);
}

static void
nothing_to_open_is_no_fault (void)
{
  Fixture empty = fixture_new (timeline_profile_steps (0), 12);
  Fixture ranks = fixture_new (timeline_profile_ranks (), 12);
  int ranks_px = track_tree_height_px (ranks.tree);

  track_tree_open_bands (empty.tree, 1000);
  track_tree_open_bands (empty.tree, 0);
  track_tree_open_bands (ranks.tree, 5000);
  g_assert_cmpint (track_tree_height_px (ranks.tree), ==, ranks_px);
  fixture_clear (&empty);
  fixture_clear (&ranks);
}

static void
check_heights_at_size_12 (const Profile *profile)
{
  check_heights (profile, 12);
}

static void
real_traces_fill_any_height (void)
{
  static const char *const folders[] = { "kineto", "chrome_other" };

  real_profiles_check (folders, G_N_ELEMENTS (folders), check_heights_at_size_12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track_room/bands_open_while_there_is_room", bands_open_while_there_is_room);
  g_test_add_func ("/track_room/bands_open_in_order_lane_by_lane_and_strips_whole",
                   bands_open_in_order_lane_by_lane_and_strips_whole);
  g_test_add_func ("/track_room/a_height_has_one_answer", a_height_has_one_answer);
  g_test_add_func ("/track_room/the_user_decides_and_changes_nothing_else",
                   the_user_decides_and_changes_nothing_else);
  g_test_add_func ("/track_room/hidden_rows_leave_their_room", hidden_rows_leave_their_room);
  g_test_add_func ("/track_room/lanes_grow_when_no_band_waits", lanes_grow_when_no_band_waits);
  g_test_add_func ("/track_room/nothing_to_open_is_no_fault", nothing_to_open_is_no_fault);
  g_test_add_func ("/track_room/real_traces_fill_any_height", real_traces_fill_any_height);
  return g_test_run ();
}
