/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that are found for a pattern: shown and stored when they are accepted, and otherwise neither. */

#include "app/scope/use_annotation.h"
#include "tests/unit/fixtures/opened_text.h"

static const char batches[] =
  "{\"schemaVersion\":1,\"traceEvents\":["
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"batch\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":9},"
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"batch\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":9},"
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"other\",\"pid\":1,\"tid\":1,\"ts\":20,\"dur\":9}]}";

typedef struct
{
  char *folder;
  Library *library;
  ViewState *state;
  GCancellable *cancellable;
  GMainLoop *main_loop;
  bool is_accepted;
  GError *error;
} Story;

static void
set_up (Story *story, gconstpointer data)
{
  const Profile *profile = opened_text ("batches.json", batches, NULL);
  (void) data;

  story->folder = opened_folder_new ();
  g_autofree char *path = g_build_filename (story->folder, "library.sqlite", NULL);
  story->library = library_new (path);
  story->state = view_state_new (profile);
  story->cancellable = g_cancellable_new ();
  story->main_loop = g_main_loop_new (NULL, FALSE);
  profile_unref (profile);
}

static void
tear_down (Story *story, gconstpointer data)
{
  (void) data;
  g_clear_error (&story->error);
  g_main_loop_unref (story->main_loop);
  g_object_unref (story->cancellable);
  g_object_unref (story->state);
  library_free (story->library);
  opened_folder_remove (story->folder);
}

static void
accept_steps (GObject *source, GAsyncResult *result, gpointer data)
{
  Story *story = data;
  (void) source;

  g_clear_error (&story->error);
  story->is_accepted = annotation_steps_accept (result, story->state, story->library, &story->error);
  g_main_loop_quit (story->main_loop);
}

static void
begin (Story *story, const char *pattern)
{
  annotation_steps_find (view_state_profile (story->state), pattern, story->cancellable, accept_steps, story);
}

static bool
find (Story *story, const char *pattern)
{
  begin (story, pattern);
  g_main_loop_run (story->main_loop);
  return story->is_accepted;
}

/* Checks what is shown and what is stored. */
static void
check (const Story *story, uint64_t n_steps, const char *pattern)
{
  const Profile *profile = view_state_profile (story->state);

  library_settle (story->library);
  g_autofree char *stored = library_steps_pattern (story->library, trace_profile_key (profile->trace));
  g_assert_cmpuint (step_table_count (profile->steps), ==, n_steps);
  g_assert_cmpstr (profile->steps_pattern, ==, pattern);
  g_assert_cmpstr (stored, ==, pattern);
}

static void
test_steps_are_shown_and_stored (Story *story, gconstpointer data)
{
  (void) data;
  g_assert_true (find (story, "batch"));
  check (story, 2, "batch");
  g_assert_true (find (story, NULL));
  check (story, 0, NULL);
}

static void
test_a_failure_leaves_the_steps_and_says_why (Story *story, gconstpointer data)
{
  (void) data;
  g_assert_true (find (story, "batch"));
  g_assert_false (find (story, "other("));
  g_assert_nonnull (strstr (story->error->message, "other("));
  check (story, 2, "batch");
}

static void
test_what_is_cancelled_is_not_stored (Story *story, gconstpointer data)
{
  (void) data;
  begin (story, "batch");
  g_cancellable_cancel (story->cancellable);
  g_main_loop_run (story->main_loop);
  g_assert_false (story->is_accepted);
  g_assert_error (story->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  check (story, 0, NULL);
}

/* As where another window chose them meanwhile. */
static void
test_steps_that_were_chosen_meanwhile_stay (Story *story, gconstpointer data)
{
  const Profile *other = profile_with_steps (view_state_profile (story->state), "other", NULL);
  (void) data;

  begin (story, "batch");
  view_state_set_profile (story->state, other);
  profile_unref (other);
  g_main_loop_run (story->main_loop);
  g_assert_false (story->is_accepted);
  g_assert_error (story->error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpstr (view_state_profile (story->state)->steps_pattern, ==, "other");
  library_settle (story->library);
  g_autofree char *stored =
    library_steps_pattern (story->library, trace_profile_key (view_state_profile (story->state)->trace));
  g_assert_null (stored);
}

#define TEST(name) g_test_add ("/use_annotation/" #name, Story, NULL, set_up, test_##name, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (steps_are_shown_and_stored);
  TEST (a_failure_leaves_the_steps_and_says_why);
  TEST (what_is_cancelled_is_not_stored);
  TEST (steps_that_were_chosen_meanwhile_stay);
  return g_test_run ();
}
