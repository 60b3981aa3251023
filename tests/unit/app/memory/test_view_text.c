/* SPDX-License-Identifier: Apache-2.0
 *
 * What was looked at, as text and back: areas, kept areas, markers. */

#include "app/memory/view_text.h"
#include "trace/open/open.h"

typedef struct
{
  ViewState *left, *found; /* of the same profile */
} States;

static void
set_up (States *states, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);
  (void) data;

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  states->left = view_state_new (profile);
  states->found = view_state_new (profile);
  profile_unref (profile);
}

static void
tear_down (States *states, gconstpointer data)
{
  (void) data;
  g_object_unref (states->left);
  g_object_unref (states->found);
}

/* The row of a slice, which has a path. */
static const TrackSet *
new_row (ViewState *state, uint64_t slice)
{
  uint32_t track = trace_track_of (view_state_profile (state)->trace, slice);

  return track_set_new (&track, 1);
}

static void
test_ranks_come_back (States *states, gconstpointer data)
{
  const Trace *trace = view_state_profile (states->left)->trace;
  (void) data;

  g_assert_null (view_text_of_ranks (states->left));
  view_text_apply_ranks (states->left, "nonsense");
  view_text_apply_ranks (states->left, "7000-8000");
  g_assert_null (view_state_ranks (states->left));
  g_assert_cmpuint (trace_n_ranks (trace), >, 1);
  g_autofree char *last = g_strdup_printf ("%d", (int) trace_rank (trace, trace_n_ranks (trace) - 1)->number);
  view_text_apply_ranks (states->left, last);
  g_autofree char *text = view_text_of_ranks (states->left);
  g_assert_cmpstr (text, ==, last);
  view_text_apply_ranks (states->found, text);
  g_assert_true (rank_choice_equal (view_state_ranks (states->left), view_state_ranks (states->found)));
}

static void
test_kept_areas_and_markers_come_back (States *states, gconstpointer data)
{
  const TrackSet *row = new_row (states->left, 0);
  const ViewMarks *left = view_state_marks (states->left), *found = view_state_marks (states->found);
  int64_t begin_ns = view_state_profile (states->left)->begin_ns;
  (void) data;

  g_assert_null (view_text_of_marks (states->left));
  view_state_select_area (states->left, begin_ns + 100, begin_ns + 200);
  view_state_keep_area (states->left);
  view_state_select_area_on (states->left, begin_ns + 300, begin_ns + 400, row);
  view_state_keep_area (states->left);
  track_set_unref (row);
  view_state_set_marker (states->left, MARKER_B, begin_ns + 17);
  g_autofree char *text = view_text_of_marks (states->left);
  view_text_apply_marks (states->found, text);

  g_assert_cmpint (found->n_kept, ==, 2);
  for (int i = 0; i < 2; i++)
    g_assert_true (view_area_equal (&left->kept[i], &found->kept[i]));
  g_assert_false (found->has_marker[MARKER_A]);
  g_assert_true (found->has_marker[MARKER_B]);
  g_assert_cmpint (found->marker_ns[MARKER_B], ==, begin_ns + 17);
  g_autofree char *again = view_text_of_marks (states->found);
  g_assert_cmpstr (again, ==, text);
}

static void
test_selected_area_comes_back (States *states, gconstpointer data)
{
  const ViewSelection *found = view_state_selection (states->found);
  const TrackSet *row = new_row (states->left, 0);
  (void) data;

  for (int i = 0; i < 2; i++)
    {
      view_state_select_area_on (states->left, 100 + i, 200, i == 0 ? row : NULL);
      g_autofree char *text = view_text_of_selection (states->left);
      view_text_apply_selection (states->found, text);
      g_assert_cmpint (found->kind, ==, SELECTED_AREA);
      g_assert_cmpint (found->begin_ns, ==, 100 + i);
      g_assert_cmpint (found->end_ns, ==, 200);
      g_assert_true (track_set_equal (found->tracks, i == 0 ? row : NULL));
    }
  track_set_unref (row);
}

static void
test_what_is_no_mark_is_passed_over (States *states, gconstpointer data)
{
  const ViewMarks *found = view_state_marks (states->found);
  const Profile *profile = view_state_profile (states->found);
  (void) data;

  view_text_apply_marks (states->found,
                         "area 5\narea 9 7\narea 1 2 no/such/row\nmarker-c 5\nmarker-a\nmarker-b x\n"
                         "area 1 99999999999999999999\n\n  \narea  1 2\n");
  g_assert_cmpint (found->n_kept, ==, 0);
  g_assert_false (found->has_marker[MARKER_A] || found->has_marker[MARKER_B]);

  /* A database may have been edited by hand. */
  view_text_apply_marks (states->found,
                         "marker-a -4611686018427387904\nmarker-a 4000000000000000000\nmarker-b 1");
  g_assert_true (found->has_marker[MARKER_B]);
  g_assert_cmpint (found->marker_ns[MARKER_A], <=, profile->end_ns);
}

static void
test_no_more_areas_are_kept_than_there_may_be (States *states, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  (void) data;

  for (int i = 0; i < VIEW_KEPT_MAX; i++)
    g_string_append_printf (text, "area %d %d\n", i, i + 10);
  g_string_append (text, "marker-a 1\nmarker-b 2\n");
  view_text_apply_marks (states->found, text->str);
  g_assert_cmpint (view_state_marks (states->found)->n_kept, ==, VIEW_KEPT_MAX);
  g_assert_true (view_state_marks (states->found)->has_marker[MARKER_B]);
  for (int i = 0; i < 1000; i++)
    g_string_append_printf (text, "area %d %d\n", i, i + 11);
  view_text_apply_marks (states->found, text->str);
  g_assert_cmpint (view_state_marks (states->found)->n_kept, <=, VIEW_KEPT_MAX);
}

#define ADD(path, test) g_test_add (path, States, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/view_text/ranks_come_back", test_ranks_come_back);
  ADD ("/view_text/kept_areas_and_markers_come_back", test_kept_areas_and_markers_come_back);
  ADD ("/view_text/selected_area_comes_back", test_selected_area_comes_back);
  ADD ("/view_text/what_is_no_mark_is_passed_over", test_what_is_no_mark_is_passed_over);
  ADD ("/view_text/no_more_areas_are_kept_than_there_may_be", test_no_more_areas_are_kept_than_there_may_be);
  return g_test_run ();
}
