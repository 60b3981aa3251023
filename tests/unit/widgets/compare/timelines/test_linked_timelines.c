/* SPDX-License-Identifier: Apache-2.0
 *
 * Timelines of several profiles show the same common time whichever of them is moved; rows are each timeline's own. */

#include <glib.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/compare/timelines/common_time.h"
#include "widgets/compare/timelines/linked_timelines.h"

#define MS     INT64_C (1000000)
#define ROUNDS 2000

typedef struct
{
  const Profile *profiles[LINKED_TIMELINES_MAX];
  TimelineScene *scenes[LINKED_TIMELINES_MAX];
  uint32_t n;
  LinkedTimelines *link;
  uint32_t selected; /* the side that was told of last */
  guint n_selected;
} Linked;

static void
note_selected (uint32_t side, gpointer user_data)
{
  Linked *linked = user_data;

  linked->selected = side;
  linked->n_selected++;
}

static void
linked_init (Linked *linked, uint32_t n)
{
  *linked = (Linked){ .n = n };
  linked->link = linked_timelines_new (note_selected, linked);
  for (uint32_t i = 0; i < n; i++)
    {
      linked->profiles[i] = i % 2 == 0 ? timeline_profile_training () : timeline_profile_steps (20 + i);
      g_autoptr (ViewState) state = view_state_new (linked->profiles[i]);
      linked->scenes[i] = timeline_scene_new (state);
    }
  linked_timelines_set (linked->link, linked->scenes, n);
}

static void
linked_clear (Linked *linked)
{
  linked_timelines_free (linked->link);
  for (uint32_t i = 0; i < linked->n; i++)
    {
      g_object_unref (linked->scenes[i]);
      profile_unref (linked->profiles[i]);
    }
}

static ViewState *
state_of (Linked *linked, uint32_t side)
{
  return timeline_scene_state (linked->scenes[side]);
}

/* What is wanted and what is displayed of each side. */
static void
assert_in_step (Linked *linked)
{
  int64_t begin_ns, end_ns, instant_ns = linked_timelines_instant (linked->link, 0);
  TimeSpan seen = timeline_motion_seen (timeline_scene_motion (linked->scenes[0]));

  view_state_span (state_of (linked, 0), &begin_ns, &end_ns);
  for (uint32_t i = 1; i < linked->n; i++)
    {
      int64_t of_side_ns = linked_timelines_instant (linked->link, i), other_begin_ns, other_end_ns;
      TimeSpan other = timeline_motion_seen (timeline_scene_motion (linked->scenes[i]));

      view_state_span (state_of (linked, i), &other_begin_ns, &other_end_ns);
      g_assert_cmpint (begin_ns - instant_ns, ==, other_begin_ns - of_side_ns);
      g_assert_cmpint (end_ns - instant_ns, ==, other_end_ns - of_side_ns);
      g_assert_cmpint (seen.begin_ns - instant_ns, ==, other.begin_ns - of_side_ns);
      g_assert_cmpint (seen.end_ns - instant_ns, ==, other.end_ns - of_side_ns);
      g_assert_cmpint (timeline_scene_view (linked->scenes[i])->instant_ns, ==, of_side_ns);
    }
}

static void
all_show_the_same_common_time_whatever_is_done (void)
{
  GRand *random = g_rand_new_with_seed (18);

  for (uint32_t n = 2; n <= LINKED_TIMELINES_MAX; n++)
    {
      Linked linked;

      linked_init (&linked, n);
      assert_in_step (&linked);
      for (int round = 0; round < ROUNDS; round++)
        {
          ViewState *state = state_of (&linked, (uint32_t) g_rand_int_range (random, 0, (int) n));
          int64_t begin_ns, end_ns;
          int64_t instants_ns[LINKED_TIMELINES_MAX];

          view_state_span (state, &begin_ns, &end_ns);
          switch (g_rand_int_range (random, 0, 7))
            {
            case 0:
              view_state_zoom_at (
                state, begin_ns + (int64_t) (g_rand_double (random) * (double) (end_ns - begin_ns)),
                g_rand_double_range (random, 0.2, 4));
              break;
            case 1:
              view_state_pan (state, g_rand_double_range (random, -3, 3));
              break;
            case 2:
              view_state_fit_all (state);
              break;
            case 3:
              view_state_go_to_step (state, 0);
              break;
            case 4:
              view_state_go_in_history (state, -1);
              break;
            case 5:
              linked_timelines_show (linked.link, g_rand_int_range (random, -50, 50) * MS,
                                     g_rand_int_range (random, 51, 90) * MS);
              break;
            default:
              for (uint32_t i = 0; i < n; i++)
                instants_ns[i] = g_rand_int_range (random, -100, 100) * MS / 3;
              linked_timelines_align (linked.link, instants_ns);
            }
          assert_in_step (&linked);
        }
      linked_clear (&linked);
    }
  g_rand_free (random);
}

static void
aligning_keeps_what_is_in_view_of_the_first (void)
{
  Linked linked;
  int64_t begin_ns, end_ns;

  linked_init (&linked, 3);
  view_state_set_span (state_of (&linked, 0), 14 * MS, 18 * MS);
  linked_timelines_align (linked.link, (const int64_t[]){ 15 * MS, 3 * MS, 15 * MS });
  view_state_span (state_of (&linked, 0), &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, 14 * MS);
  g_assert_cmpint (end_ns, ==, 18 * MS);
  view_state_span (state_of (&linked, 1), &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, 2 * MS);
  g_assert_cmpint (end_ns, ==, 6 * MS);
  linked_clear (&linked);
}

/* Any part of any side can be shown, also where another has nothing. */
static void
the_whole_is_that_of_all_sides (void)
{
  Linked linked;
  int64_t begin_ns, end_ns;

  linked_init (&linked, 2);
  linked_timelines_align (linked.link, (const int64_t[]){ 0, 20 * MS });
  view_state_fit_all (state_of (&linked, 0));
  view_state_span (state_of (&linked, 0), &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, linked.profiles[1]->begin_ns - 20 * MS);
  g_assert_cmpint (end_ns, ==, linked.profiles[0]->end_ns);
  linked_clear (&linked);
}

static void
markers_are_at_the_same_common_time (void)
{
  Linked linked;

  linked_init (&linked, 2);
  linked_timelines_align (linked.link, (const int64_t[]){ 10 * MS, 4 * MS });
  view_state_set_marker (state_of (&linked, 0), MARKER_A, 12 * MS);
  view_state_set_marker (state_of (&linked, 1), MARKER_B, 3 * MS);
  for (uint32_t i = 0; i < 2; i++)
    {
      const ViewMarks *marks = view_state_marks (state_of (&linked, i));
      int64_t instant_ns = linked_timelines_instant (linked.link, i);

      g_assert_true (marks->has_marker[MARKER_A] && marks->has_marker[MARKER_B]);
      g_assert_cmpint (marks->marker_ns[MARKER_A], ==, instant_ns + 2 * MS);
      g_assert_cmpint (marks->marker_ns[MARKER_B], ==, instant_ns - 1 * MS);
    }
  view_state_clear_markers (state_of (&linked, 1));
  g_assert_false (view_state_marks (state_of (&linked, 0))->has_marker[MARKER_A]);
  linked_clear (&linked);
}

static void
only_what_the_user_selects_is_told (void)
{
  Linked linked;

  linked_init (&linked, 2);
  view_state_select_slice (state_of (&linked, 1), 3);
  g_assert_cmpuint (linked.n_selected, ==, 1);
  g_assert_cmpuint (linked.selected, ==, 1);
  linked_timelines_select (linked.link, 0, 5);
  g_assert_cmpuint (linked.n_selected, ==, 1);
  g_assert_cmpuint (view_state_selection (state_of (&linked, 0))->slice, ==, 5);
  linked_timelines_select (linked.link, 0, SLICE_NONE);
  g_assert_cmpuint (view_state_selection (state_of (&linked, 0))->kind, ==, SELECTED_NOTHING);
  g_assert_cmpuint (linked.n_selected, ==, 1);
  linked_clear (&linked);
}

static void
an_area_is_selected_at_the_same_common_time (void)
{
  Linked linked;

  linked_init (&linked, 2);
  linked_timelines_align (linked.link, (const int64_t[]){ 10 * MS, 4 * MS });
  view_state_select_area (state_of (&linked, 0), 11 * MS, 13 * MS);
  linked_timelines_select_area (linked.link, 0);
  const ViewSelection *selection = view_state_selection (state_of (&linked, 1));
  g_assert_cmpuint (selection->kind, ==, SELECTED_AREA);
  g_assert_cmpint (selection->begin_ns, ==, 5 * MS);
  g_assert_cmpint (selection->end_ns, ==, 7 * MS);
  linked_clear (&linked);
}

static void
rows_and_their_scrolling_are_each_timelines_own (void)
{
  Linked linked;
  uint32_t n_before, n_rows;

  linked_init (&linked, 3);
  for (uint32_t i = 0; i < 3; i++)
    timeline_scene_set_canvas_size (linked.scenes[i], 800, 60);
  timeline_scene_rows (linked.scenes[2], &n_before);
  for (uint32_t row = 0; row < n_before; row++)
    if (timeline_scene_toggle_row (linked.scenes[0], row))
      break;
  gtk_adjustment_set_value (timeline_scene_scroll (linked.scenes[0]), 20);
  view_state_pan (state_of (&linked, 0), 0.1);
  timeline_scene_rows (linked.scenes[0], &n_rows);
  g_assert_cmpuint (n_rows, !=, n_before);
  timeline_scene_rows (linked.scenes[2], &n_rows);
  g_assert_cmpuint (n_rows, ==, n_before);
  g_assert_cmpfloat (gtk_adjustment_get_value (timeline_scene_scroll (linked.scenes[2])), ==, 0);
  linked_clear (&linked);
}

static void
let_go_timelines_move_alone (void)
{
  Linked linked;
  int64_t begin_ns, end_ns, before_ns;

  linked_init (&linked, 2);
  view_state_span (state_of (&linked, 1), &before_ns, &end_ns);
  linked_timelines_set (linked.link, NULL, 0);
  view_state_set_span (state_of (&linked, 0), 10 * MS, 11 * MS);
  view_state_span (state_of (&linked, 1), &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, before_ns);
  linked_clear (&linked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/linked_timelines/all_show_the_same_common_time_whatever_is_done",
                   all_show_the_same_common_time_whatever_is_done);
  g_test_add_func ("/linked_timelines/aligning_keeps_what_is_in_view_of_the_first",
                   aligning_keeps_what_is_in_view_of_the_first);
  g_test_add_func ("/linked_timelines/the_whole_is_that_of_all_sides", the_whole_is_that_of_all_sides);
  g_test_add_func ("/linked_timelines/markers_are_at_the_same_common_time",
                   markers_are_at_the_same_common_time);
  g_test_add_func ("/linked_timelines/only_what_the_user_selects_is_told",
                   only_what_the_user_selects_is_told);
  g_test_add_func ("/linked_timelines/an_area_is_selected_at_the_same_common_time",
                   an_area_is_selected_at_the_same_common_time);
  g_test_add_func ("/linked_timelines/rows_and_their_scrolling_are_each_timelines_own",
                   rows_and_their_scrolling_are_each_timelines_own);
  g_test_add_func ("/linked_timelines/let_go_timelines_move_alone", let_go_timelines_move_alone);
  return g_test_run ();
}
