/* SPDX-License-Identifier: Apache-2.0
 *
 * Two programs with one library: each sees within a second what the other did, and what happens to files. */

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "app/known/known_profiles.h"
#include "app/library/library_entries.h"
#include "tests/unit/fixtures/scratch_folder.h"

#define WITHIN_US (1 * G_USEC_PER_SEC)

/* Watching files takes longer than a second only on a machine that is busy with other things. */
#define PATIENCE_US (30 * G_USEC_PER_SEC)

static const char trace[] = "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\"}]}\n";

typedef struct
{
  char *folder, *runs;
  Library *libraries[2];
  KnownProfiles *known[2];
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  g_autofree char *made = scratch_folder_new ();
  (void) data;

  place->folder = library_entry_path (made);
  place->runs = g_build_filename (place->folder, "runs", NULL);
  g_mkdir (place->runs, 0700);
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *database = g_build_filename (place->folder, "library.sqlite", NULL);

      place->libraries[i] = library_new (database);
      place->known[i] = known_profiles_new (place->libraries[i]);
      known_profiles_watch (place->known[i]);
      while (!known_profiles_is_read (place->known[i]))
        g_main_context_iteration (NULL, TRUE);
    }
}

static void
tear_down (Place *place, gconstpointer data)
{
  (void) data;
  for (int i = 0; i < 2; i++)
    {
      known_profiles_unwatch (place->known[i]);
      library_settle (place->libraries[i]);
      /* Readings and looks that are under way hold a reference. */
      g_object_add_weak_pointer (G_OBJECT (place->known[i]), (gpointer *) &place->known[i]);
      g_object_unref (place->known[i]);
      while (place->known[i] != NULL)
        g_main_context_iteration (NULL, TRUE);
      library_free (place->libraries[i]);
    }
  g_free (place->runs);
  scratch_folder_remove (place->folder);
}

static gboolean
wake (gpointer data)
{
  (void) data;
  return G_SOURCE_CONTINUE;
}

/* Returns how long it took. */
static int64_t
wait_for (KnownProfiles *known, bool (*is_so) (KnownProfiles *known, const char *path), const char *path)
{
  gint64 begin_us = g_get_monotonic_time ();
  guint timer = g_timeout_add (10, wake, NULL);

  while (!is_so (known, path))
    {
      g_assert_cmpint (g_get_monotonic_time () - begin_us, <, PATIENCE_US);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (timer);
  return g_get_monotonic_time () - begin_us;
}

static bool
is_there (KnownProfiles *known, const char *path)
{
  return known_profiles_find (known, path) != NULL;
}

static bool
is_gone (KnownProfiles *known, const char *path)
{
  return known_profiles_find (known, path) == NULL;
}

static bool
is_named (KnownProfiles *known, const char *path)
{
  const KnownProfile *profile = known_profiles_find (known, path);

  return profile != NULL && strcmp (profile->name, "the other one") == 0;
}

static bool
has_folder (KnownProfiles *known, const char *path)
{
  const GPtrArray *folders = known_profiles_folders (known);

  return folders->len == 1 && strcmp (folders->pdata[0], path) == 0;
}

static void
put_entry (Library *library, const char *path)
{
  g_autoptr (LibraryEntry) entry = library_entry_new (path);

  entry->opened_ms = 5;
  g_assert_true (library_put_opened (library, entry));
}

static void
test_two_programs_see_each_other_s_changes (Place *place, gconstpointer data)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  (void) data;

  put_entry (place->libraries[0], "/a.json");
  g_assert_cmpint (wait_for (place->known[1], is_there, "/a.json"), <, WITHIN_US);
  known_profiles_set_words (place->known[1], "/a.json", "the other one", "", "");
  g_assert_cmpint (wait_for (place->known[0], is_named, "/a.json"), <, WITHIN_US);
  g_assert_cmpint (wait_for (place->known[1], is_named, "/a.json"), <, WITHIN_US);
  g_ptr_array_add (one, (gpointer) "/a.json");
  known_profiles_set_removed (place->known[0], one, true);
  g_assert_cmpint (wait_for (place->known[1], is_gone, "/a.json"), <, WITHIN_US);
  known_profiles_set_removed (place->known[1], one, false);
  g_assert_cmpint (wait_for (place->known[0], is_there, "/a.json"), <, WITHIN_US);
  known_profiles_add_folder (place->known[0], place->runs);
  g_assert_cmpint (wait_for (place->known[1], has_folder, place->runs), <, WITHIN_US);
}

static void
test_a_watched_folder_is_followed (Place *place, gconstpointer data)
{
  g_autofree char *path = g_build_filename (place->runs, "a.json", NULL);
  g_autofree char *below = g_build_filename (place->runs, "new", NULL);
  g_autofree char *later = g_build_filename (below, "b.json", NULL);
  (void) data;

  known_profiles_add_folder (place->known[0], place->runs);
  wait_for (place->known[0], has_folder, place->runs);
  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  wait_for (place->known[0], is_there, path);
  wait_for (place->known[1], is_there, path);
  g_mkdir (below, 0700);
  g_assert_true (g_file_set_contents (later, trace, -1, NULL));
  wait_for (place->known[0], is_there, later);
  g_remove (path);
  wait_for (place->known[0], is_gone, path);
  known_profiles_remove_folder (place->known[1], place->runs);
  wait_for (place->known[0], is_gone, later);
  g_assert_true (g_file_test (later, G_FILE_TEST_EXISTS));
}

static bool
is_settled (KnownProfiles *known, const char *path)
{
  (void) path;
  return !known_profiles_is_looking (known);
}

/* Notes whether it told of the folder as if it had been looked into, without what is in it. */
static void
note_silence (KnownProfiles *known, bool *was_silent)
{
  *was_silent |= known_profiles_folders (known)->len > 0 && !known_profiles_is_looking (known)
                 && known_profiles_list (known)->len == 0;
}

static void
test_an_empty_list_is_told_from_one_that_is_looked_for (Place *place, gconstpointer data)
{
  g_autofree char *path = g_build_filename (place->runs, "a.json", NULL);
  bool was_silent = false;
  (void) data;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  g_assert_false (known_profiles_is_looking (place->known[0]));
  g_signal_connect (place->known[0], "changed", G_CALLBACK (note_silence), &was_silent);
  known_profiles_add_folder (place->known[0], place->runs);
  wait_for (place->known[0], has_folder, place->runs);
  wait_for (place->known[0], is_settled, NULL);
  wait_for (place->known[0], is_there, path);
  g_assert_false (was_silent);
  g_signal_handlers_disconnect_by_data (place->known[0], &was_silent);
}

static void
execute (const Place *place, const char *sql)
{
  g_autofree char *database = g_build_filename (place->folder, "library.sqlite", NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (database, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static bool
is_unsaved (KnownProfiles *known, const char *path)
{
  return known_profiles_unsaved (known, path) != NULL;
}

static void
test_words_that_cannot_be_stored_are_kept (Place *place, gconstpointer data)
{
  KnownProfiles *known = place->known[0];
  (void) data;

  put_entry (place->libraries[1], "/a.json");
  wait_for (known, is_there, "/a.json");
  execute (place, "CREATE TRIGGER full BEFORE UPDATE ON entry BEGIN SELECT raise (ABORT, 'no place'); END");
  known_profiles_set_words (known, "/a.json", "the other one", "nightly", "long");
  wait_for (known, is_unsaved, "/a.json");
  g_assert_cmpstr (known_profiles_unsaved (known, "/a.json")->display_name, ==, "the other one");
  g_assert_cmpstr (known_profiles_unsaved (known, "/a.json")->note, ==, "long");
  g_assert_cmpstr (known_profiles_find (known, "/a.json")->entry->note, ==, "");
  execute (place, "DROP TRIGGER full");
  known_profiles_set_words (known, "/a.json", "the other one", "nightly", "long");
  wait_for (known, is_named, "/a.json");
  g_assert_null (known_profiles_unsaved (known, "/a.json"));
}

static void
test_recent_files_are_added_without_links (Place *place, gconstpointer data)
{
  g_autofree char *path = g_build_filename (place->folder, "a.json", NULL);
  g_autofree char *link = g_build_filename (place->folder, "link.json", NULL);
  g_autofree char *missing = g_build_filename (place->folder, "missing.json", NULL);
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  (void) data;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  g_assert_cmpint (symlink (path, link), ==, 0);
  for (const char *const *at = (const char *const[]){ link, missing, NULL }; *at != NULL; at++)
    {
      LibraryEntry *entry = library_entry_new (*at);

      entry->opened_ms = 7;
      g_ptr_array_add (entries, entry);
    }
  known_profiles_add_recent (place->known[0], entries);
  wait_for (place->known[0], is_there, path);
  g_assert_cmpint (known_profiles_find (place->known[0], path)->entry->opened_ms, ==, 7);
  g_assert_cmpuint (known_profiles_list (place->known[0])->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_setenv ("XDG_CACHE_HOME", "/nonexistent", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/known_profiles/two_programs_see_each_other_s_changes", Place, NULL, set_up,
              test_two_programs_see_each_other_s_changes, tear_down);
  g_test_add ("/known_profiles/a_watched_folder_is_followed", Place, NULL, set_up,
              test_a_watched_folder_is_followed, tear_down);
  g_test_add ("/known_profiles/an_empty_list_is_told_from_one_that_is_looked_for", Place, NULL, set_up,
              test_an_empty_list_is_told_from_one_that_is_looked_for, tear_down);
  g_test_add ("/known_profiles/words_that_cannot_be_stored_are_kept", Place, NULL, set_up,
              test_words_that_cannot_be_stored_are_kept, tear_down);
  g_test_add ("/known_profiles/recent_files_are_added_without_links", Place, NULL, set_up,
              test_recent_files_are_added_without_links, tear_down);
  return g_test_run ();
}
