/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/row_place.h"

/* Where a text leads in another tree of the same profile; -1: nowhere. */
static int
found_px (const TrackTree *tree, const char *text)
{
  int y_px;

  return row_place_find (tree, text, &y_px) ? y_px : -1;
}

static uint32_t
row_at (const TrackTree *tree, int y_px)
{
  return track_tree_row_at (tree, y_px);
}

static void
every_place_is_found_again (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TrackTree *larger = track_tree_new (profile, 24, TRACE_NONE, TRACE_NONE);
  int n_found = 0;

  for (int is_open = 0; is_open < 2; is_open++)
    {
      for (int y_px = 1; y_px < track_tree_height_px (tree); y_px++)
        {
          g_autofree char *text = row_place_text (tree, y_px);
          uint32_t n;
          const TimelineRow *rows = track_tree_rows (tree, &n);

          if (text == NULL || rows[row_at (tree, y_px)].line == TRACK_LINE_NONE
              || rows[row_at (tree, y_px)].line == TRACK_LINE_HIDDEN)
            continue;
          g_assert_cmpint (abs (found_px (tree, text) - y_px), <=, 1);
          g_assert_cmpuint (row_at (larger, found_px (larger, text)), ==,
                            row_at (tree, found_px (tree, text)));
          n_found++;
        }
      track_tree_set_all_open (tree, true);
      track_tree_set_all_open (larger, true);
    }
  g_assert_cmpint (n_found, >, 500);
  track_tree_free (larger);
  track_tree_free (tree);
  profile_unref (profile);
}

/* The line is there, but its rows are folded. */
static void
a_folded_line_is_found (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TrackTree *open = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  uint32_t n;

  track_tree_set_all_open (open, true);
  const TimelineRow *rows = track_tree_rows (tree, &n);
  for (uint32_t r = 1; r < n; r++)
    if (rows[r].kind == ROW_STRIP)
      {
        uint32_t first, end, n_open;

        g_assert_true (track_tree_rows_of_line (open, rows[r].line, &first, &end));
        const TimelineRow *last = &track_tree_rows (open, &n_open)[end - 1];
        g_autofree char *text = row_place_text (open, last->y_px + 1);
        uint32_t found = row_at (tree, found_px (tree, text));
        g_assert_cmpuint (rows[found].line, ==, rows[r].line);
      }
  track_tree_free (open);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
what_is_no_place_is_not_found (void)
{
  static const char *const texts[] = {
    "", " ", "0", "0 0", "0 0 ", "x 0 node", "0 2000 node", "-1 0 node", "0 0 nowhere", "99999999999 0 node"
  };
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_cmpint (found_px (tree, texts[i]), ==, -1);
  g_assert_null (row_place_text (tree, 0));
  g_assert_null (row_place_text (tree, -5));
  track_tree_free (tree);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row_place/every_place_is_found_again", every_place_is_found_again);
  g_test_add_func ("/row_place/a_folded_line_is_found", a_folded_line_is_found);
  g_test_add_func ("/row_place/what_is_no_place_is_not_found", what_is_no_place_is_not_found);
  return g_test_run ();
}
