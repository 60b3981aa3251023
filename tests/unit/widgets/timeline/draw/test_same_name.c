/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/random_profile.h"
#include "widgets/timeline/draw/same_name_draw.h"

#define WIDTH_PX 83u

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

static void
every_slice_of_the_name_is_marked_and_no_other_pixel (void)
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
            .height_px = 100,
          };
          const TimelineRow *rows = track_tree_rows (tree, &n_rows);

          for (uint32_t row = 0; row < n_rows; row++)
            if (rows[row].kind == ROW_LANE || rows[row].kind == ROW_STRIP)
              check_row (&view, series, row);
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
  g_test_add_func ("/same_name/every_slice_of_the_name_is_marked_and_no_other_pixel",
                   every_slice_of_the_name_is_marked_and_no_other_pixel);
  return g_test_run ();
}
