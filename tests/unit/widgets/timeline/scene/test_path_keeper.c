/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/path_keeper.h"

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/story.h"

#define US          INT64_C (1000)
#define PATIENCE_US (5 * G_USEC_PER_SEC)

typedef struct
{
  ViewState *state;
  PathKeeper *keeper;
  int n_arrived;
} Shown;

static void
note_arrival (gpointer user_data)
{
  ((Shown *) user_data)->n_arrived++;
}

/* Work of step 7 ends where the device time of step 8 begins. */
static void
show_two_steps (Shown *shown)
{
  Story story = story_begin ();

  story_tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#7", 0, 1000 * US, 0);
  story_launch (&story, 900 * US, 8 * US, 0, SLICE_KERNEL, "late", 930 * US, 400 * US);
  story_tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#8", 1050 * US, 1000 * US, 0);
  story_launch (&story, 1200 * US, 8 * US, 0, SLICE_KERNEL, "next", 1335 * US, 100 * US);
  Trace *trace = story_end (&story);
  const Profile *profile = profile_new (trace, "late.json", NULL, NULL);

  *shown = (Shown){ .state = view_state_new (profile) };
  shown->keeper = path_keeper_new (shown->state, note_arrival, shown);
  trace_unref (trace);
  profile_unref (profile);
}

static void
hide (Shown *shown)
{
  path_keeper_free (shown->keeper);
  g_object_unref (shown->state);
}

static const StepPath *
wait_for_path (Shown *shown)
{
  gint64 until_us = g_get_monotonic_time () + PATIENCE_US;

  while (path_keeper_is_looking (shown->keeper))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, until_us);
      g_main_context_iteration (NULL, TRUE);
    }
  return path_keeper_get (shown->keeper);
}

static void
select_tracks (Shown *shown, const uint32_t *tracks, size_t n)
{
  const TrackSet *set = track_set_new (tracks, n);

  view_state_select_area_on (shown->state, 0, 1000 * US, set);
  track_set_unref (set);
  path_keeper_follow (shown->keeper);
}

static uint32_t
first_track (const Trace *trace, TrackKind kind)
{
  for (uint32_t i = 0; i < trace_n_tracks (trace); i++)
    if (trace_track (trace, i)->kind == kind)
      return i;
  g_assert_not_reached ();
}

static void
rows_of_no_rank_have_none_and_it_says_so (void)
{
  Shown shown;

  show_two_steps (&shown);
  const Trace *trace = view_state_profile (shown.state)->trace;
  const uint32_t tracks[] = { first_track (trace, TRACK_NODE), first_track (trace, TRACK_STREAM) };
  path_keeper_set_on (shown.keeper, true);
  g_assert_nonnull (wait_for_path (&shown));
  g_assert_null (path_keeper_note (shown.keeper));
  shown.n_arrived = 0;
  select_tracks (&shown, tracks, 1);
  g_assert_null (wait_for_path (&shown));
  g_assert_cmpstr (path_keeper_note (shown.keeper), ==, path_keeper_refusal (shown.keeper));
  g_assert_cmpstr (path_keeper_note (shown.keeper), ==,
                   "The selected rows belong to no rank, so they have no critical path");
  g_assert_cmpint (shown.n_arrived, ==, 1);

  /* The row of a node holds those of its ranks. */
  select_tracks (&shown, tracks, 2);
  const StepPath *path = wait_for_path (&shown);
  g_assert_nonnull (path);
  g_assert_cmpuint (path->place.rank, ==, 0);
  g_assert_null (path_keeper_note (shown.keeper));

  select_tracks (&shown, tracks, 1);
  path_keeper_set_on (shown.keeper, false);
  g_assert_null (path_keeper_note (shown.keeper));
  hide (&shown);
}

static void
a_slice_that_ends_where_the_view_begins_is_not_in_it (void)
{
  Shown shown;

  show_two_steps (&shown);
  view_state_select_slice (shown.state,
                           building_slice_named (view_state_profile (shown.state)->trace, "late"));
  view_state_set_span (shown.state, 1329 * US, 2050 * US);
  path_keeper_set_on (shown.keeper, true);
  g_assert_cmpuint (wait_for_path (&shown)->place.step, ==, 0);
  view_state_set_span (shown.state, 1330 * US, 2050 * US);
  path_keeper_follow (shown.keeper);
  g_assert_cmpuint (wait_for_path (&shown)->place.step, ==, 1);
  hide (&shown);
}

static void
a_step_is_shown_until_the_user_goes_on (void)
{
  Shown shown;

  show_two_steps (&shown);
  view_state_set_span (shown.state, 0, 1000 * US);
  path_keeper_show_step (shown.keeper, 1);
  g_assert_cmpuint (wait_for_path (&shown)->place.step, ==, 1);
  view_state_select_slice (shown.state,
                           building_slice_named (view_state_profile (shown.state)->trace, "late"));
  path_keeper_follow (shown.keeper);
  g_assert_cmpuint (wait_for_path (&shown)->place.step, ==, 0);
  path_keeper_show_step (shown.keeper, 1);
  g_assert_cmpuint (wait_for_path (&shown)->place.step, ==, 1);
  view_state_set_span (shown.state, 0, 900 * US);
  path_keeper_follow (shown.keeper);
  view_state_set_span (shown.state, 0, 1000 * US);
  path_keeper_follow (shown.keeper);
  g_assert_cmpuint (wait_for_path (&shown)->place.step, ==, 0);
  hide (&shown);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path_keeper/rows_of_no_rank_have_none_and_it_says_so",
                   rows_of_no_rank_have_none_and_it_says_so);
  g_test_add_func ("/path_keeper/a_slice_that_ends_where_the_view_begins_is_not_in_it",
                   a_slice_that_ends_where_the_view_begins_is_not_in_it);
  g_test_add_func ("/path_keeper/a_step_is_shown_until_the_user_goes_on",
                   a_step_is_shown_until_the_user_goes_on);
  return g_test_run ();
}
