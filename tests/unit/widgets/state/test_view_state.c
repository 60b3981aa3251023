/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window shows of a profile: spans, selections, steps and scopes, on the sample profile. */

#include "trace/build/builder.h"
#include "trace/open/open.h"
#include "widgets/state/view_history.h"
#include "widgets/state/view_state.h"

static const Profile *
load (const char *steps_pattern)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, steps_pattern, &error);
  g_assert_no_error (error);
  return profile;
}

static ViewState *
state_new (void)
{
  const Profile *profile = load (NULL);
  ViewState *state = view_state_new (profile);

  profile_unref (profile);
  return state;
}

static void
count_changes (ViewState *state, guint changes, gpointer user_data)
{
  guint *seen = user_data;

  (void) state;
  *seen |= changes;
}

static void
test_zoom_keeps_the_time_under_the_pointer (void)
{
  g_autoptr (ViewState) state = state_new ();
  int64_t begin_ns, end_ns, begin2_ns, end2_ns;

  view_state_span (state, &begin_ns, &end_ns);
  int64_t time_ns = begin_ns + (end_ns - begin_ns) / 3;
  view_state_zoom_at (state, time_ns, 0.25);
  view_state_span (state, &begin2_ns, &end2_ns);
  g_assert_cmpint (ABS (end2_ns - begin2_ns - (end_ns - begin_ns) / 4), <=, 1);
  double before = (double) (time_ns - begin_ns) / (double) (end_ns - begin_ns);
  double after = (double) (time_ns - begin2_ns) / (double) (end2_ns - begin2_ns);
  g_assert_cmpfloat_with_epsilon (before, after, 1e-6);
}

static void
test_span_stays_in_bounds_whatever_is_done (void)
{
  g_autoptr (ViewState) state = state_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  int64_t low_ns, high_ns;

  low_ns = view_state_profile (state)->begin_ns;
  high_ns = view_state_profile (state)->end_ns;
  int64_t edge_ns = (high_ns - low_ns) / 50;
  for (int i = 0; i < 20000; i++)
    {
      int64_t time_ns = low_ns + (int64_t) g_rand_double_range (random, -1e9, 1e10);
      int64_t begin_ns, end_ns;

      switch (g_rand_int_range (random, 0, 5))
        {
        case 0:
          view_state_zoom_at (state, time_ns, g_rand_double_range (random, 0.01, 3));
          break;
        case 1:
          view_state_pan (state, g_rand_double_range (random, -5, 5));
          break;
        case 2:
          view_state_centre (state, time_ns);
          break;
        case 3:
          view_state_fit (state, time_ns, time_ns + g_rand_int_range (random, 0, 1000000));
          break;
        default:
          view_state_set_span (state, time_ns, time_ns + g_rand_int_range (random, -5, 100000000));
        }
      view_state_span (state, &begin_ns, &end_ns);
      g_assert_cmpint (end_ns - begin_ns, >=, VIEW_SPAN_MIN_NS);
      g_assert_cmpint (begin_ns, >=, low_ns - edge_ns);
      g_assert_cmpint (end_ns, <=, high_ns + edge_ns);
    }
}

static void
test_zooming_in_and_out_comes_back (void)
{
  g_autoptr (ViewState) state = state_new ();
  int64_t begin_ns, end_ns, begin2_ns, end2_ns;

  view_state_fit_all (state);
  view_state_span (state, &begin_ns, &end_ns);
  for (int i = 0; i < 60; i++)
    view_state_zoom_at (state, begin_ns + 1000000, 0.5);
  view_state_span (state, &begin2_ns, &end2_ns);
  g_assert_cmpint (end2_ns - begin2_ns, ==, VIEW_SPAN_MIN_NS);
  view_state_pan (state, 0.001);
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, begin2_ns + 1);
  view_state_fit_all (state);
  view_state_span (state, &begin_ns, &end_ns);
  begin2_ns = view_state_profile (state)->begin_ns;
  end2_ns = view_state_profile (state)->end_ns;
  g_assert_cmpint (begin_ns, ==, begin2_ns);
  g_assert_cmpint (end_ns, ==, end2_ns);
}

/* For timelines on one scale with others. */
static void
test_a_wider_whole_can_be_shown (void)
{
  g_autoptr (ViewState) state = state_new ();
  const Profile *profile = view_state_profile (state);
  int64_t length_ns = profile->end_ns - profile->begin_ns, begin_ns, end_ns;

  view_state_set_whole (state, profile->begin_ns - length_ns, profile->end_ns + 2 * length_ns);
  view_state_fit_all (state);
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, profile->begin_ns - length_ns);
  g_assert_cmpint (end_ns, ==, profile->end_ns + 2 * length_ns);
  view_state_set_span (state, profile->end_ns + length_ns, profile->end_ns + 2 * length_ns);
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, profile->end_ns + length_ns);

  /* What is in view stays in the whole. */
  view_state_set_whole (state, profile->begin_ns, profile->end_ns);
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (end_ns - begin_ns, ==, length_ns);
  g_assert_cmpint (end_ns, <=, profile->end_ns + length_ns / 50 + 1);
}

static void
test_nothing_is_said_when_nothing_changes (void)
{
  g_autoptr (ViewState) state = state_new ();
  guint seen = 0;

  view_state_fit_all (state);
  g_signal_connect (state, "changed", G_CALLBACK (count_changes), &seen);
  view_state_fit_all (state);
  view_state_clear_selection (state);
  g_assert_cmpuint (seen, ==, 0);
  view_state_pan (state, 0.01);
  g_assert_cmpuint (seen, ==, VIEW_CHANGED_SPAN);
}

static void
test_a_scope_that_follows_changes_with_what_it_follows (void)
{
  g_autoptr (ViewState) state = state_new ();
  guint seen = 0;

  g_assert_true (view_state_scope_is_default (state));
  view_state_set_scope (state,
                        &(ViewScope){ .window = SCOPE_VIEW, .rank = TRACE_NONE, .device = TRACE_NONE });
  g_assert_false (view_state_scope_is_default (state));
  g_signal_connect (state, "changed", G_CALLBACK (count_changes), &seen);
  view_state_set_span (state, 1000000, 3000000);
  g_assert_cmpuint (seen, ==, VIEW_CHANGED_SPAN | VIEW_CHANGED_SCOPE);
  StatsScope scope = view_state_stats_scope (state);
  g_assert_cmpint (scope.begin_ns, ==, 1000000);
  g_assert_cmpint (scope.end_ns, ==, 3000000);

  /* What the timeline shows beyond the profile is no idle time of it. */
  int64_t begin_ns, end_ns;
  trace_span (view_state_profile (state)->trace, &begin_ns, &end_ns);
  view_state_set_span (state, begin_ns - 1000000, end_ns + 1000000);
  scope = view_state_stats_scope (state);
  g_assert_cmpint (scope.begin_ns, ==, begin_ns);
  g_assert_cmpint (scope.end_ns, ==, end_ns);

  seen = 0;
  view_state_set_scope (state, &(ViewScope){ .window = SCOPE_AREA, .rank = 1, .device = TRACE_NONE });
  view_state_select_area (state, 9000, 5000);
  g_assert_cmpuint (seen, ==, VIEW_CHANGED_SCOPE | VIEW_CHANGED_SELECTION);
  scope = view_state_stats_scope (state);
  g_assert_cmpint (scope.begin_ns, ==, 5000);
  g_assert_cmpint (scope.end_ns, ==, 9000);
  g_assert_cmpuint (scope.rank, ==, 1);
}

static void
test_steps_are_walked_in_order_and_end_at_the_ends (void)
{
  g_autoptr (ViewState) state = state_new ();
  const Profile *profile = view_state_profile (state);
  uint64_t first, n = profile_steps_of_rank (profile, 0, &first);

  g_assert_cmpuint (n, >, 2);
  view_state_go_to_step (state, first);
  g_assert_cmpuint (view_state_current_step (state), ==, first);
  for (uint64_t i = 1; i < n + 2; i++)
    {
      g_assert_true (view_state_walk_steps (state, 1));
      g_assert_cmpuint (view_state_current_step (state), ==, first + MIN (i, n - 1));
    }
  for (uint64_t i = 0; i < n + 2; i++)
    view_state_walk_steps (state, -1);
  g_assert_cmpuint (view_state_current_step (state), ==, first);
  for (uint64_t i = first; i < first + n; i++)
    {
      const TraceStep *step = step_table_get (profile->steps, i);
      int64_t begin_ns, end_ns;

      profile_step_span (profile, i, &begin_ns, &end_ns);
      g_assert_cmpint (end_ns - begin_ns, ==, step->wall_ns);
      g_assert_cmpuint (profile_step_at (profile, step->rank, step->host_begin_ns), ==, i);
    }
}

static void
test_slowest_and_median_leave_truncated_steps_out (void)
{
  g_autoptr (ViewState) state = state_new ();
  const StepTable *steps = view_state_profile (state)->steps;
  uint64_t slowest = view_state_slowest_step (state), median = view_state_median_step (state);
  uint64_t first,
    n = profile_steps_of_rank (view_state_profile (state), view_state_step_rank (state), &first);
  uint64_t n_slower = 0, n_whole = 0;

  for (uint64_t i = first; i < first + n; i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      if (step->is_truncated)
        continue;
      n_whole++;
      g_assert_cmpint (step->wall_ns, <=, step_table_get (steps, slowest)->wall_ns);
      n_slower += step->wall_ns > step_table_get (steps, median)->wall_ns;
    }
  g_assert_false (step_table_get (steps, slowest)->is_truncated);
  g_assert_cmpuint (n_slower, >=, n_whole / 2 - 1);
  g_assert_cmpuint (n_slower, <=, n_whole / 2 + 1);
}

static void
test_fitting_a_connection_shows_both_ends (void)
{
  g_autoptr (ViewState) state = state_new ();
  const Trace *trace = view_state_profile (state)->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t flow = 0;

  while (flow < trace_n_flows (trace) && trace_flow (trace, flow).kind != FLOW_LAUNCH)
    flow++;
  g_assert_cmpuint (flow, <, trace_n_flows (trace));
  uint64_t launch = trace_flow (trace, flow).from, run = trace_flow (trace, flow).to;
  for (int i = 0; i < 2; i++)
    {
      int64_t begin_ns, end_ns;

      view_state_fit_all (state);
      view_state_select_slice (state, i == 0 ? run : launch);
      g_assert_true (view_state_fit_connection (state, SLICE_NONE));
      view_state_span (state, &begin_ns, &end_ns);
      g_assert_cmpint (begin_ns, <=, slices->start_ns[launch]);
      g_assert_cmpint (end_ns, >=, slices->start_ns[run] + slices->dur_ns[run]);
    }

  /* With a slice that only a sequence number joins it with. */
  for (uint64_t i = 0; i < slices->n; i++)
    {
      int64_t begin_ns, end_ns;
      uint64_t other = slices->n - 1 - i, first;

      if (trace_flows_from (view_state_profile (state)->trace, i, &first) > 0
          || trace_flows_to (view_state_profile (state)->trace, i, &first) > 0)
        continue;
      view_state_select_slice (state, i);
      g_assert_false (view_state_connection_span (state, SLICE_NONE, &begin_ns, &end_ns));
      g_assert_true (view_state_connection_span (state, other, &begin_ns, &end_ns));
      g_assert_cmpint (begin_ns, ==, MIN (slice_start_ns (slices, i), slice_start_ns (slices, other)));
      g_assert_cmpint (end_ns, ==, MAX (slice_end_ns (slices, i), slice_end_ns (slices, other)));
      break;
    }
  view_state_clear_selection (state);
  g_assert_false (view_state_fit_connection (state, SLICE_NONE));
  g_assert_false (view_state_fit_selection (state));
}

static void
test_going_to_a_slice_selects_it_and_brings_it_into_view (void)
{
  g_autoptr (ViewState) state = state_new ();
  const SliceColumns *slices = trace_slices (view_state_profile (state)->trace);

  view_state_set_span (state, 0, 20000);
  for (uint64_t i = 0; i < slices->n; i += 97)
    {
      int64_t begin_ns, end_ns;

      view_state_go_to_slice (state, i);
      view_state_span (state, &begin_ns, &end_ns);
      g_assert_cmpint (end_ns - begin_ns, ==, 20000);
      g_assert_cmpint (slices->start_ns[i], >=, begin_ns);
      g_assert_cmpint (slices->start_ns[i], <, end_ns);
      g_assert_cmpuint (view_state_selection (state)->slice, ==, i);
    }
}

static void
test_a_file_of_nothing_but_samples_is_seen_whole (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, process);
  for (int i = 0; i < 10; i++)
    trace_builder_add_sample (builder, counter, i * 1000000, i);
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, "samples.json", NULL, &error);
  g_autoptr (ViewState) state = view_state_new (profile);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (end_ns - begin_ns, ==, 9000001);
  profile_unref (profile);
}

static void
test_other_steps_of_the_same_trace_reset_a_scope_of_steps (void)
{
  g_autoptr (ViewState) state = state_new ();
  g_autoptr (GError) error = NULL;
  guint seen = 0;
  ViewScope scope = {
    .window = SCOPE_STEPS, .first_step = 1, .last_step = 2, .rank = TRACE_NONE, .device = TRACE_NONE
  };

  view_state_set_scope (state, &scope);
  StatsScope stats = view_state_stats_scope (state);
  g_assert_cmpint (stats.begin_ns, ==, step_table_get (view_state_profile (state)->steps, 1)->host_begin_ns);
  g_signal_connect (state, "changed", G_CALLBACK (count_changes), &seen);
  const Profile *other = profile_with_steps (view_state_profile (state), "no such name", &error);
  g_assert_no_error (error);
  view_state_set_profile (state, other);
  profile_unref (other);
  g_assert_cmpuint (seen, ==, VIEW_CHANGED_PROFILE | VIEW_CHANGED_SCOPE);
  g_assert_cmpuint (view_state_current_step (state), ==, UINT64_MAX);
  g_assert_false (view_state_walk_steps (state, 1));
  g_assert_null (profile_with_steps (view_state_profile (state), "(", &error));
  g_assert_nonnull (error);
}

static void
test_area_keeps_its_rows (void)
{
  g_autoptr (ViewState) state = state_new ();
  const uint32_t some[] = { 3, 1 };
  const TrackSet *tracks = track_set_new (some, 2);

  view_state_select_area_on (state, 300, 100, tracks);
  const ViewSelection *selection = view_state_selection (state);
  g_assert_true (selection->kind == SELECTED_AREA && selection->begin_ns == 100 && selection->end_ns == 300);
  g_assert_true (track_set_equal (selection->tracks, tracks));
  track_set_unref (tracks);

  /* As a drag does, that takes the rows from what is selected. */
  view_state_select_area_on (state, 100, 400, selection->tracks);
  g_assert_true (track_set_holds (selection->tracks, 3) && !track_set_holds (selection->tracks, 2));
  view_state_select_area (state, 100, 400);
  g_assert_null (selection->tracks);
}

/* That nobody holds the rows any more is for the leak check to see. */
static void
test_going_back_to_a_slice_lets_go_of_an_areas_rows (void)
{
  g_autoptr (ViewState) state = state_new ();
  const TrackSet *tracks = track_set_new ((const uint32_t[]){ 1 }, 1);

  view_state_select_slice (state, 0);
  g_usleep ((gulong) VIEW_HISTORY_REST_US + 1000);
  view_state_set_span (state, 100, 2000000);
  view_state_select_area_on (state, 100, 300, tracks);
  track_set_unref (tracks);

  g_assert_true (view_state_go_in_history (state, -1));
  const ViewSelection *selection = view_state_selection (state);
  g_assert_true (selection->kind == SELECTED_SLICE && selection->slice == 0 && selection->tracks == NULL);
}

static void
test_statistics_of_an_area_are_of_its_rows (void)
{
  g_autoptr (ViewState) state = state_new ();
  const Profile *profile = view_state_profile (state);
  const uint32_t some[] = { 1 };
  const TrackSet *tracks = track_set_new (some, 1);
  ViewScope of_area = { .window = SCOPE_AREA, .rank = TRACE_NONE, .device = TRACE_NONE };

  view_state_select_area_on (state, profile->begin_ns - 1000, profile->begin_ns + 5000, tracks);
  StatsScope scope =
    view_state_area_scope (state, &(ViewArea){ profile->begin_ns - 1000, profile->begin_ns + 5000, tracks });
  g_assert_cmpint (scope.begin_ns, ==, profile->begin_ns);
  g_assert_cmpint (scope.end_ns, ==, profile->begin_ns + 5000);
  g_assert_true (scope.tracks == tracks && !scope.is_whole);

  /* The scope of all pages is the time alone. */
  view_state_set_scope (state, &of_area);
  scope = view_state_stats_scope (state);
  g_assert_cmpint (scope.end_ns, ==, profile->begin_ns + 5000);
  g_assert_null (scope.tracks);
  track_set_unref (tracks);
}

static void
test_marking_makes_an_area_of_what_is_selected (void)
{
  g_autoptr (ViewState) state = state_new ();
  const ViewSelection *selection = view_state_selection (state);
  int64_t begin_ns, end_ns;

  view_state_select_slice (state, 5);
  begin_ns = selection->begin_ns;
  end_ns = selection->end_ns;
  g_assert_true (view_state_mark_area (state));
  g_assert_true (selection->kind == SELECTED_AREA && selection->begin_ns == begin_ns
                 && selection->end_ns == end_ns);
  g_assert_null (selection->tracks);
  g_assert_false (view_state_mark_area (state));

  view_state_clear_selection (state);
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_true (view_state_mark_area (state));
  g_assert_true (selection->begin_ns == begin_ns && selection->end_ns == end_ns);
}

static void
test_kept_areas_are_bounded (void)
{
  g_autoptr (ViewState) state = state_new ();
  const ViewMarks *marks = view_state_marks (state);
  const uint32_t some[] = { 2 };
  const TrackSet *tracks = track_set_new (some, 1);
  guint seen = 0;

  g_signal_connect (state, "changed", G_CALLBACK (count_changes), &seen);
  for (int i = 0; i < VIEW_KEPT_MAX + 2; i++)
    {
      view_state_select_area_on (state, i, i + 10, tracks);
      g_assert_false (view_state_is_kept (state));
      g_assert_true (view_state_keep_area (state));
      g_assert_true (view_state_is_kept (state));
      g_assert_false (view_state_keep_area (state));
    }
  track_set_unref (tracks);
  g_assert_true (seen & VIEW_CHANGED_MARKS);
  g_assert_cmpint (marks->n_kept, ==, VIEW_KEPT_MAX);
  g_assert_cmpint (marks->kept[0].begin_ns, ==, 2);

  view_state_select_kept (state, 3);
  g_assert_cmpint (view_state_selection (state)->begin_ns, ==, 5);
  g_assert_true (track_set_holds (view_state_selection (state)->tracks, 2));
  view_state_drop_kept (state, 3);
  g_assert_cmpint (marks->n_kept, ==, VIEW_KEPT_MAX - 1);
  g_assert_cmpint (marks->kept[3].begin_ns, ==, 6);
  view_state_drop_all_kept (state);
  g_assert_cmpint (marks->n_kept, ==, 0);

  /* What is selected does not depend on being kept. */
  g_assert_true (track_set_holds (view_state_selection (state)->tracks, 2));
}

static void
test_markers_stay_within_the_profile (void)
{
  g_autoptr (ViewState) state = state_new ();
  const Profile *profile = view_state_profile (state);
  const ViewMarks *marks = view_state_marks (state);
  int64_t distance_ns;

  view_state_set_marker (state, MARKER_B, profile->begin_ns + 250);
  g_assert_false (view_marks_distance (marks, &distance_ns));
  view_state_set_marker (state, MARKER_A, profile->begin_ns + 1250);
  g_assert_true (view_marks_distance (marks, &distance_ns));
  g_assert_cmpint (distance_ns, ==, 1000);
  view_state_set_marker (state, MARKER_A, INT64_MIN);
  g_assert_cmpint (marks->marker_ns[MARKER_A], ==, profile->begin_ns);
  view_state_set_marker (state, MARKER_A, INT64_MAX);
  g_assert_cmpint (marks->marker_ns[MARKER_A], ==, profile->end_ns);
  view_state_clear_markers (state);
  g_assert_false (marks->has_marker[MARKER_A] || marks->has_marker[MARKER_B]);
}

/* The references of an area go with it, which sanitizers see. */
static void
test_going_back_from_an_area_selects_what_was (void)
{
  g_autoptr (ViewState) state = state_new ();
  const uint32_t some[] = { 2 };
  const TrackSet *tracks = track_set_new (some, 1);

  view_state_go_to_slice (state, 7);
  g_usleep (VIEW_HISTORY_REST_US + 50 * 1000);
  view_state_set_span (state, 0, 5000);
  view_state_select_area_on (state, 1000, 2000, tracks);
  track_set_unref (tracks);
  g_assert_true (view_state_go_in_history (state, -1));
  g_assert_cmpint (view_state_selection (state)->kind, ==, SELECTED_SLICE);
  g_assert_null (view_state_selection (state)->tracks);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view_state/zoom_keeps_the_time_under_the_pointer",
                   test_zoom_keeps_the_time_under_the_pointer);
  g_test_add_func ("/view_state/span_stays_in_bounds_whatever_is_done",
                   test_span_stays_in_bounds_whatever_is_done);
  g_test_add_func ("/view_state/zooming_in_and_out_comes_back", test_zooming_in_and_out_comes_back);
  g_test_add_func ("/view_state/a_wider_whole_can_be_shown", test_a_wider_whole_can_be_shown);
  g_test_add_func ("/view_state/nothing_is_said_when_nothing_changes",
                   test_nothing_is_said_when_nothing_changes);
  g_test_add_func ("/view_state/a_scope_that_follows_changes_with_what_it_follows",
                   test_a_scope_that_follows_changes_with_what_it_follows);
  g_test_add_func ("/view_state/steps_are_walked_in_order_and_end_at_the_ends",
                   test_steps_are_walked_in_order_and_end_at_the_ends);
  g_test_add_func ("/view_state/slowest_and_median_leave_truncated_steps_out",
                   test_slowest_and_median_leave_truncated_steps_out);
  g_test_add_func ("/view_state/fitting_a_connection_shows_both_ends",
                   test_fitting_a_connection_shows_both_ends);
  g_test_add_func ("/view_state/going_to_a_slice_selects_it_and_brings_it_into_view",
                   test_going_to_a_slice_selects_it_and_brings_it_into_view);
  g_test_add_func ("/view_state/a_file_of_nothing_but_samples_is_seen_whole",
                   test_a_file_of_nothing_but_samples_is_seen_whole);
  g_test_add_func ("/view_state/other_steps_of_the_same_trace_reset_a_scope_of_steps",
                   test_other_steps_of_the_same_trace_reset_a_scope_of_steps);
  g_test_add_func ("/view_state/area_keeps_its_rows", test_area_keeps_its_rows);
  g_test_add_func ("/view_state/going_back_to_a_slice_lets_go_of_an_areas_rows",
                   test_going_back_to_a_slice_lets_go_of_an_areas_rows);
  g_test_add_func ("/view_state/statistics_of_an_area_are_of_its_rows",
                   test_statistics_of_an_area_are_of_its_rows);
  g_test_add_func ("/view_state/marking_makes_an_area_of_what_is_selected",
                   test_marking_makes_an_area_of_what_is_selected);
  g_test_add_func ("/view_state/kept_areas_are_bounded", test_kept_areas_are_bounded);
  g_test_add_func ("/view_state/markers_stay_within_the_profile", test_markers_stay_within_the_profile);
  g_test_add_func ("/view_state/going_back_from_an_area_selects_what_was",
                   test_going_back_from_an_area_selects_what_was);
  return g_test_run ();
}
