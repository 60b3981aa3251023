/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening in threads and by another process, which is this very program: results, failures, cancelling at any time,
 * files that are asked for twice. Without a display. */

#include <string.h>
#include <unistd.h>

#include "app/converter/convert_child.h"
#include "app/opening/failure_page.h"
#include "app/opening/opening_bar.h"
#include "app/opening/profile_opener.h"
#include "tests/unit/fixtures/opened_text.h"
#include "trace/text/trace_error.h"

#define STEP \
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"epoch 3\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":5}"
#define JSON "{\"schemaVersion\":1,\"traceEvents\":[" STEP "]}"

typedef struct
{
  char *folder;
  Library *library;
  ProfileOpener *opener;
  ProfileList *list;
  GString *told; /* a letter per signal: began, opened, failed, cancelled */
  char *notice;
  GError *error;
} Desk;

static void
take_began (Desk *desk)
{
  g_string_append_c (desk->told, 'b');
}

static void
take_opened (Desk *desk, LoadedProfile *loaded, const char *notice)
{
  g_string_append_c (desk->told, 'o');
  g_free (desk->notice);
  desk->notice = g_strdup (notice);
  profile_list_insert (desk->list, G_MAXUINT, loaded);
}

static void
take_failed (Desk *desk, const char *path, const GError *error)
{
  g_assert_nonnull (path);
  g_string_append_c (desk->told, 'f');
  g_clear_error (&desk->error);
  desk->error = g_error_copy (error);
}

static void
take_cancelled (Desk *desk)
{
  g_string_append_c (desk->told, 'c');
}

/* Libraries live as long as the program: a thread that was cancelled may still ask the one it was given. */
static GPtrArray *libraries;

static void
set_up (Desk *desk, gconstpointer data)
{
  (void) data;
  if (libraries == NULL)
    libraries = g_ptr_array_new ();
  desk->folder = opened_folder_new ();
  g_setenv ("XDG_CACHE_HOME", desk->folder, TRUE);
  desk->library = library_new ("/dev/null/none");
  g_ptr_array_add (libraries, desk->library);
  desk->opener = profile_opener_new (desk->library);
  desk->list = profile_list_new ();
  desk->told = g_string_new (NULL);
  g_signal_connect_swapped (desk->opener, "began", G_CALLBACK (take_began), desk);
  g_signal_connect_swapped (desk->opener, "opened", G_CALLBACK (take_opened), desk);
  g_signal_connect_swapped (desk->opener, "failed", G_CALLBACK (take_failed), desk);
  g_signal_connect_swapped (desk->opener, "cancelled", G_CALLBACK (take_cancelled), desk);
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  (void) data;
  g_object_unref (desk->opener);
  g_object_unref (desk->list);
  g_string_free (desk->told, TRUE);
  g_free (desk->notice);
  g_clear_error (&desk->error);
  opened_folder_remove (desk->folder);
}

static void
wait_for_all (Desk *desk)
{
  while (profile_opener_is_busy (desk->opener))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_one_after_the_other (Desk *desk, gconstpointer data)
{
  g_autofree char *first = opened_file (desk->folder, "first.json", JSON);
  g_autofree char *second = opened_file (desk->folder, "second.json", JSON);
  (void) data;

  profile_opener_add (desk->opener, first);
  profile_opener_add (desk->opener, second);
  g_assert_true (profile_opener_has_more (desk->opener));
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bobo");
  g_assert_cmpuint (profile_list_count (desk->list), ==, 2);
  g_assert_cmpstr (loaded_profile_title (profile_list_get (desk->list, 0)), ==, "first");
  g_assert_true (profile_list_shown (desk->list) == profile_list_get (desk->list, 1));
}

static void
test_a_path_that_is_awaited_is_not_read_twice (Desk *desk, gconstpointer data)
{
  g_autofree char *first = opened_file (desk->folder, "first.json", JSON);
  g_autofree char *second = opened_file (desk->folder, "second.json", JSON);
  (void) data;

  for (int i = 0; i < 3; i++)
    {
      profile_opener_add (desk->opener, first);
      profile_opener_add (desk->opener, second);
    }
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bobo");
}

static void
test_a_link_leads_to_the_same_profile (Desk *desk, gconstpointer data)
{
  g_autofree char *file = opened_file (desk->folder, "file.json", JSON);
  g_autofree char *link = g_build_filename (desk->folder, "link.json", NULL);
  g_autofree char *dotted = g_build_filename (desk->folder, ".", "file.json", NULL);
  (void) data;

  g_assert_cmpint (symlink (file, link), ==, 0);
  profile_opener_add (desk->opener, file);
  profile_opener_add (desk->opener, link);
  wait_for_all (desk);
  g_assert_cmpuint (profile_list_count (desk->list), ==, 1);
  g_assert_true (profile_list_find (desk->list, link) == profile_list_shown (desk->list));
  g_assert_true (profile_list_find (desk->list, dotted) == profile_list_shown (desk->list));
  g_assert_null (profile_list_find (desk->list, "/nowhere/file.json"));
}

static void
test_what_cannot_be_read_does_not_stand_in_the_way (Desk *desk, gconstpointer data)
{
  g_autofree char *gone = g_build_filename (desk->folder, "gone.json", NULL);
  g_autofree char *notes = opened_file (desk->folder, "notes.json", "{\"a\": 1}");
  g_autofree char *good = opened_file (desk->folder, "good.json", JSON);
  (void) data;

  profile_opener_add (desk->opener, gone);
  profile_opener_add (desk->opener, notes);
  profile_opener_add (desk->opener, good);
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bfbfbo");
  g_assert_true (desk->error->domain == TRACE_ERROR);
}

static void
test_cancelling_answers_at_once (Desk *desk, gconstpointer data)
{
  g_autofree char *first = opened_file (desk->folder, "first.json", JSON);
  g_autofree char *second = opened_file (desk->folder, "second.json", JSON);
  (void) data;

  profile_opener_cancel (desk->opener);
  g_assert_cmpstr (desk->told->str, ==, "");
  profile_opener_add (desk->opener, first);
  profile_opener_add (desk->opener, second);
  profile_opener_cancel (desk->opener);
  profile_opener_cancel (desk->opener);
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bc");
  profile_opener_add (desk->opener, first);
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bcbo");
}

static gboolean
cancel (gpointer opener)
{
  profile_opener_cancel (opener);
  return G_SOURCE_REMOVE;
}

/* Whatever the thread is doing just then. */
static void
test_cancelling_at_any_time (Desk *desk, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  (void) data;

  for (guint i = 0; i < 12; i++)
    {
      profile_opener_add (desk->opener, path);
      g_timeout_add (i, cancel, desk->opener);
      wait_for_all (desk);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (desk->told->len, ==, 24);
  g_assert_null (desk->error);
}

/* The window may be gone before its thread is. */
static void
test_an_opener_may_go_first (Desk *desk, gconstpointer data)
{
  g_autofree char *path = opened_file (desk->folder, "file.json", JSON);
  ProfileOpener *opener = profile_opener_new (desk->library);
  (void) data;

  profile_opener_add (opener, path);
  profile_opener_cancel (opener);
  g_object_add_weak_pointer (G_OBJECT (opener), (gpointer *) &opener);
  g_object_unref (opener);
  while (opener != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_a_remembered_pattern_finds_the_steps (Desk *desk, gconstpointer data)
{
  g_autofree char *path = opened_file (desk->folder, "file.json", JSON);
  g_autofree char *again = opened_file (desk->folder, "again.json", JSON);
  (void) data;

  profile_opener_add (desk->opener, path);
  wait_for_all (desk);
  const Profile *profile = loaded_profile_profile (profile_list_shown (desk->list));
  g_assert_cmpuint (step_table_count (profile->steps), ==, 0);
  library_set_steps_pattern (desk->library, trace_profile_key (profile->trace), "^epoch ([0-9]+)$");

  /* The same recording under another name. */
  profile_opener_add (desk->opener, again);
  wait_for_all (desk);
  profile = loaded_profile_profile (profile_list_shown (desk->list));
  g_assert_cmpuint (step_table_count (profile->steps), ==, 1);
  g_assert_null (desk->notice);
}

static void
test_a_remembered_pattern_that_is_not_valid_is_told (Desk *desk, gconstpointer data)
{
  g_autofree char *path = opened_file (desk->folder, "file.json", JSON);
  g_autofree char *again = opened_file (desk->folder, "again.json", JSON);
  (void) data;

  profile_opener_add (desk->opener, path);
  wait_for_all (desk);
  const Trace *trace = loaded_profile_profile (profile_list_shown (desk->list))->trace;
  library_set_steps_pattern (desk->library, trace_profile_key (trace), "epoch (");
  profile_opener_add (desk->opener, again);
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bobo");
  g_assert_nonnull (desk->notice);
}

static void
test_a_cache_that_keeps_nothing_is_told (Desk *desk, gconstpointer data)
{
  g_autofree char *path = opened_file (desk->folder, "file.json", JSON);
  (void) data;

  g_setenv ("XDG_CACHE_HOME", "/dev/null/none", TRUE);
  profile_opener_add (desk->opener, path);
  wait_for_all (desk);
  g_assert_cmpstr (desk->told->str, ==, "bo");
  g_assert_nonnull (desk->notice);
  g_assert_nonnull (strstr (desk->notice, "file.json"));
}

/* So that it is known whether it changed since, and whether the copy that is shown was ever verified. */
static void
test_what_it_was_read_from_is_known (Desk *desk, gconstpointer data)
{
  g_autofree char *path = opened_file (desk->folder, "file.json", JSON);
  (void) data;

  for (int i = 0; i < 2; i++)
    {
      profile_opener_add (desk->opener, path);
      wait_for_all (desk);
      LoadedProfile *loaded = profile_list_shown (desk->list);
      g_assert_nonnull (loaded_profile_source (loaded));
      g_assert_cmpint (loaded_profile_was_cached (loaded), ==, i == 1);
      profile_list_remove (desk->list, loaded);
    }
}

static void
take_answer (GObject *source, GAsyncResult *result, gpointer is_answered)
{
  g_autoptr (LoadResult) loaded = loader_open_finish (result, NULL);
  (void) source;

  g_assert_nonnull (loaded);
  *(bool *) is_answered = true;
}

static void
test_nothing_waits_for_cancelling_after_the_answer (Desk *desk, gconstpointer data)
{
  g_autofree char *path = opened_file (desk->folder, "file.json", JSON);
  GCancellable *cancellable = g_cancellable_new ();
  bool is_answered = false;
  (void) data;

  g_object_add_weak_pointer (G_OBJECT (cancellable), (gpointer *) &cancellable);
  loader_open (path, desk->library, NULL, NULL, NULL, cancellable, take_answer, &is_answered);
  g_object_unref (cancellable);
  gint64 end_us = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  while ((!is_answered || cancellable != NULL) && g_get_monotonic_time () < end_us)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  g_assert_true (is_answered);
  g_assert_null (cancellable);
}

/* ---- the list ---- */

static void
test_unloading_and_undoing (Desk *desk, gconstpointer data)
{
  (void) data;
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("file%d.json", i);
      g_autofree char *path = opened_file (desk->folder, name, JSON);
      profile_opener_add (desk->opener, path);
    }
  wait_for_all (desk);

  g_autoptr (LoadedProfile) second = g_object_ref (profile_list_get (desk->list, 1));
  LoadedProfile *third = profile_list_get (desk->list, 2);
  profile_list_show (desk->list, second);
  g_assert_cmpuint (profile_list_remove (desk->list, second), ==, 1);
  g_assert_true (profile_list_shown (desk->list) == third);
  profile_list_insert (desk->list, 1, second);
  g_assert_true (profile_list_get (desk->list, 1) == second);
  g_assert_true (profile_list_shown (desk->list) == second);

  /* Undone after it was opened anew: there is still one of it. */
  profile_list_insert (desk->list, 0, second);
  g_assert_cmpuint (profile_list_count (desk->list), ==, 3);
  while (profile_list_count (desk->list) > 0)
    profile_list_remove (desk->list, profile_list_get (desk->list, 0));
  g_assert_null (profile_list_shown (desk->list));
}

/* ---- texts ---- */

static void
check_progress (const LoadProgress *progress, const char *expected)
{
  g_autofree char *text = opening_text ("a.json", progress, &number_style_c);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_progress_in_words (void)
{
  check_progress (&(LoadProgress){ .stage = LOAD_READING }, "Reading a.json");
  check_progress (&(LoadProgress){ .size_bytes = 81000000, .position_bytes = 800000, .n_events = 2500 },
                  "Reading a.json: 0 of 81 MB, 2,500 events");
  check_progress (
    &(LoadProgress){
      .size_bytes = 80000000, .position_bytes = 40000000, .n_events = 132000, .elapsed_s = 0.9 },
    "Reading a.json: 40 of 80 MB, 132,000 events, about 1 s left");
  check_progress (
    &(LoadProgress){ .size_bytes = 80000000, .position_bytes = 8000000, .n_events = 1, .elapsed_s = 20 },
    "Reading a.json: 8 of 80 MB, 1 events, about 3\u00a0min\u00a000\u00a0s left");
  check_progress (
    &(LoadProgress){
      .is_folder = true, .file = 3, .size_bytes = 1000000, .position_bytes = 1, .elapsed_s = 9 },
    "Reading a.json: file 3, 0 of 1 MB, 0 events");
  check_progress (&(LoadProgress){ .stage = LOAD_WAITING },
                  "Waiting for a.json: another window is reading it");
  check_progress (&(LoadProgress){ .stage = LOAD_INDEXING, .size_bytes = 1 }, "Indexing a.json");
}

static void
check_failure (const char *path, const char *message, const char *expected, const char *expected_command)
{
  g_autofree char *command = NULL;
  g_autofree char *text = failure_text (path, message, &command);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (command, ==, expected_command);
}

static void
test_failures_in_words (void)
{
  check_failure ("/a/b.json", "/a/b.json: is a zip archive", "It is a zip archive", NULL);
  check_failure ("/a/b.json", "/a/b.json: not enough memory to read it", "Not enough memory to read it",
                 NULL);
  check_failure ("/a/b.json", "Something else", "Something else", NULL);
  check_failure ("/a/b.json", "", "", NULL);
  check_failure ("/a/it's.nsys-rep", "/a/it's.nsys-rep: is closed; run: nsys export --type sqlite FILE",
                 "It is closed; run:", "nsys export --type sqlite '/a/it'\\''s.nsys-rep'");
  check_failure ("/a/x.nsys-rep", "/a/x.nsys-rep: is closed; run: nsys export --type sqlite /a/x.nsys-rep",
                 "It is closed; run:", "nsys export --type sqlite /a/x.nsys-rep");
  check_failure ("/a/\xff.json", "/a/\xff.json: is \xff", "It is \uFFFD", NULL);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Desk *desk, gconstpointer data);
  } tests[] = {
    { "/profile_opener/one_after_the_other", test_one_after_the_other },
    { "/profile_opener/a_path_that_is_awaited_is_not_read_twice",
      test_a_path_that_is_awaited_is_not_read_twice },
    { "/profile_opener/a_link_leads_to_the_same_profile", test_a_link_leads_to_the_same_profile },
    { "/profile_opener/what_cannot_be_read_does_not_stand_in_the_way",
      test_what_cannot_be_read_does_not_stand_in_the_way },
    { "/profile_opener/cancelling_answers_at_once", test_cancelling_answers_at_once },
    { "/profile_opener/cancelling_at_any_time", test_cancelling_at_any_time },
    { "/profile_opener/an_opener_may_go_first", test_an_opener_may_go_first },
    { "/profile_opener/a_remembered_pattern_finds_the_steps", test_a_remembered_pattern_finds_the_steps },
    { "/profile_opener/a_remembered_pattern_that_is_not_valid_is_told",
      test_a_remembered_pattern_that_is_not_valid_is_told },
    { "/profile_opener/a_cache_that_keeps_nothing_is_told", test_a_cache_that_keeps_nothing_is_told },
    { "/profile_opener/what_it_was_read_from_is_known", test_what_it_was_read_from_is_known },
    { "/loader/nothing_waits_for_cancelling_after_the_answer",
      test_nothing_waits_for_cancelling_after_the_answer },
    { "/profile_list/unloading_and_undoing", test_unloading_and_undoing },
  };

  if (convert_child_is_meant (argc, argv))
    convert_child_run (argv, (const TraceImportFunc[]){ trace_import, trace_import });
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Desk, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/opening_bar/progress_in_words", test_progress_in_words);
  g_test_add_func ("/failure_page/failures_in_words", test_failures_in_words);
  return g_test_run ();
}
