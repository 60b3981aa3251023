/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of known profiles in the library: what is kept of each, who may change what, folders, and other programs that
 * use the same database. */

#include <sqlite3.h>
#include <string.h>

#include "app/library/library_entries.h"
#include "tests/unit/fixtures/opened_text.h"

static const uint8_t key[TRACE_KEY_BYTES] = { 1, 2, 3 };

typedef struct
{
  char *folder;
  char *path; /* of the database, which is not there yet */
  Library *library;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  (void) data;
  place->folder = opened_folder_new ();
  place->path = g_build_filename (place->folder, "library.sqlite", NULL);
  place->library = library_new (place->path);
}

static void
tear_down (Place *place, gconstpointer data)
{
  (void) data;
  library_free (place->library);
  g_free (place->path);
  opened_folder_remove (place->folder);
}

static LibraryEntry *
found_entry (const char *path)
{
  LibraryEntry *entry = library_entry_new (path);

  entry->kind = ENTRY_KIND_CHROME;
  entry->status = ENTRY_COMPLETED;
  entry->size_bytes = 1000;
  entry->modified_ns = 5000000000;
  entry->created_s = 5;
  return entry;
}

static LibraryEntry *
opened_entry (const char *path, int64_t opened_ms)
{
  LibraryEntry *entry = found_entry (path);

  entry->kind = ENTRY_KIND_KINETO;
  library_entry_set (&entry->hardware, "8 × H100");
  entry->n_ranks = 8;
  entry->n_steps = 24;
  entry->created_s = 3;
  entry->opened_ms = opened_ms;
  memcpy (entry->key, key, sizeof key);
  return entry;
}

static bool
put_found (Library *library, const char *path)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);

  g_ptr_array_add (one, found_entry (path));
  return library_put_found (library, one);
}

static bool
put_opened (Library *library, const char *path, int64_t opened_ms)
{
  g_autoptr (LibraryEntry) entry = opened_entry (path, opened_ms);

  return library_put_opened (library, entry);
}

static bool
set_removed (Library *library, const char *path, bool is_removed)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, (gpointer) (uintptr_t) path);
  return library_set_removed (library, one, is_removed);
}

static bool
is_listed (Library *library, const char *path)
{
  g_autoptr (LibraryEntry) entry = library_entry_find (library, path);

  return entry != NULL && !entry->is_removed;
}

static void
test_an_entry_is_kept_as_it_was (Place *place, gconstpointer data)
{
  g_autoptr (LibraryEntry) entry = opened_entry ("/runs/\xff a'b.json", 77);
  (void) data;

  g_assert_true (library_put_opened (place->library, entry));
  g_assert_true (
    library_set_words (place->library, entry->path, "the <b>slow</b> one", " nightly,h100  nightly", "a\nb"));
  library_free (place->library);
  place->library = library_new (place->path);
  g_autoptr (LibraryEntry) kept = library_entry_find (place->library, entry->path);

  g_assert_nonnull (kept);
  g_assert_cmpstr (kept->path, ==, entry->path);
  g_assert_cmpstr (kept->display_name, ==, "the <b>slow</b> one");
  g_assert_cmpstr (kept->tags, ==, "nightly h100");
  g_assert_cmpstr (kept->note, ==, "a\nb");
  g_assert_cmpint (kept->kind, ==, ENTRY_KIND_KINETO);
  g_assert_cmpint (kept->status, ==, ENTRY_COMPLETED);
  g_assert_cmpstr (kept->hardware, ==, "8 × H100");
  g_assert_cmpint (kept->n_ranks, ==, 8);
  g_assert_cmpint (kept->n_steps, ==, 24);
  g_assert_cmpint (kept->created_s, ==, 3);
  g_assert_cmpint (kept->size_bytes, ==, 1000);
  g_assert_cmpint (kept->modified_ns, ==, 5000000000);
  g_assert_cmpint (kept->opened_ms, ==, 77);
  g_assert_true (memcmp (kept->key, key, TRACE_KEY_BYTES) == 0);
  g_assert_false (kept->is_removed);
  g_assert_null (library_entry_find (place->library, "/runs"));
}

static void
test_looking_again_keeps_what_opening_told (Place *place, gconstpointer data)
{
  g_autoptr (LibraryEntry) same = library_entry_new ("/a.json");
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  (void) data;

  put_opened (place->library, "/a.json", 50);
  library_set_words (place->library, "/a.json", "name", "tag", "note");
  same->status = ENTRY_STOPPED;
  same->size_bytes = 1000;
  same->modified_ns = 5000000000;
  same->created_s = 5;
  g_ptr_array_add (one, same);
  library_put_found (place->library, one);

  g_autoptr (LibraryEntry) kept = library_entry_find (place->library, "/a.json");
  g_assert_cmpint (kept->status, ==, ENTRY_STOPPED);
  g_assert_cmpint (kept->size_bytes, ==, 1000);
  g_assert_cmpint (kept->modified_ns, ==, 5000000000);
  g_assert_cmpint (kept->kind, ==, ENTRY_KIND_KINETO);
  g_assert_cmpstr (kept->hardware, ==, "8 × H100");
  g_assert_cmpint (kept->n_steps, ==, 24);
  g_assert_cmpint (kept->created_s, ==, 3);
  g_assert_cmpint (kept->opened_ms, ==, 50);
  g_assert_cmpstr (kept->display_name, ==, "name");
  g_assert_cmpstr (kept->tags, ==, "tag");
  g_assert_cmpstr (kept->note, ==, "note");
}

static LibraryEntry *
found_later (Place *place, int64_t size_bytes, int64_t modified_ns)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  LibraryEntry *later = found_entry ("/a.json");

  later->size_bytes = size_bytes;
  later->modified_ns = modified_ns;
  later->created_s = modified_ns / 1000000000;
  g_ptr_array_add (one, later);
  put_opened (place->library, "/a.json", 50);
  library_set_words (place->library, "/a.json", "name", "tag", "note");
  library_put_found (place->library, one);
  return library_entry_find (place->library, "/a.json");
}

static void
assert_facts_are_gone (const LibraryEntry *entry, int64_t created_s)
{
  static const uint8_t nobody[TRACE_KEY_BYTES];

  g_assert_cmpstr (entry->hardware, ==, "");
  g_assert_cmpint (entry->n_ranks, ==, -1);
  g_assert_cmpint (entry->n_steps, ==, -1);
  g_assert_cmpint (entry->created_s, ==, created_s);
  g_assert_true (memcmp (entry->key, nobody, sizeof nobody) == 0);
  g_assert_cmpint (entry->opened_ms, ==, 50);
  g_assert_cmpstr (entry->display_name, ==, "name");
}

static void
test_a_file_that_was_recorded_anew_forgets_the_old_facts (Place *place, gconstpointer data)
{
  (void) data;
  g_autoptr (LibraryEntry) larger = found_later (place, 2000, 5000000000);
  assert_facts_are_gone (larger, 5);
  g_autoptr (LibraryEntry) newer = found_later (place, 1000, 6000000000);
  assert_facts_are_gone (newer, 6);
  /* What opening tells is of the new file at once. */
  g_autoptr (LibraryEntry) opened = opened_entry ("/a.json", 60);
  opened->modified_ns = 7000000000;
  opened->n_steps = 6;
  library_put_opened (place->library, opened);
  g_autoptr (LibraryEntry) again = library_entry_find (place->library, "/a.json");
  g_assert_cmpint (again->n_steps, ==, 6);
  g_assert_cmpstr (again->hardware, ==, "8 × H100");
  g_assert_cmpint (again->created_s, ==, 3);
}

/* As two dialogs do that were open at once. */
static void
test_words_that_are_not_given_stay (Place *place, gconstpointer data)
{
  (void) data;
  put_opened (place->library, "/a.json", 50);
  g_assert_true (library_set_words (place->library, "/a.json", "name", "tag", "note"));
  g_assert_true (library_set_words (place->library, "/a.json", NULL, NULL, "another note"));
  g_assert_true (library_set_words (place->library, "/a.json", NULL, "b, a", NULL));
  g_assert_true (library_set_words (place->library, "/a.json", "", NULL, NULL));
  g_autoptr (LibraryEntry) entry = library_entry_find (place->library, "/a.json");
  g_assert_cmpstr (entry->display_name, ==, "");
  g_assert_cmpstr (entry->tags, ==, "b a");
  g_assert_cmpstr (entry->note, ==, "another note");
}

static void
test_a_failure_says_why_until_the_file_opens (Place *place, gconstpointer data)
{
  (void) data;
  library_add_folder (place->library, "/");
  library_put_failed (place->library, "/never.json", "no trace");
  g_assert_null (library_entry_find (place->library, "/never.json"));

  put_found (place->library, "/a.json");
  library_put_failed (place->library, "/a.json", "It has no traceEvents.");
  g_autoptr (LibraryEntry) failed = library_entry_find (place->library, "/a.json");
  g_assert_cmpint (failed->status, ==, ENTRY_FAILED);
  g_assert_cmpstr (failed->reason, ==, "It has no traceEvents.");

  put_opened (place->library, "/a.json", 1);
  g_autoptr (LibraryEntry) opened = library_entry_find (place->library, "/a.json");
  g_assert_cmpint (opened->status, ==, ENTRY_COMPLETED);
  g_assert_cmpstr (opened->reason, ==, "");
}

static void
test_what_was_removed_comes_back_only_when_it_is_opened (Place *place, gconstpointer data)
{
  (void) data;
  library_add_folder (place->library, "/");
  put_found (place->library, "/a.json");
  g_assert_true (is_listed (place->library, "/a.json"));
  set_removed (place->library, "/a.json", true);
  put_found (place->library, "/a.json");
  g_assert_false (is_listed (place->library, "/a.json"));
  set_removed (place->library, "/a.json", false);
  g_assert_true (is_listed (place->library, "/a.json"));
  set_removed (place->library, "/a.json", true);
  put_opened (place->library, "/a.json", 9);
  g_assert_true (is_listed (place->library, "/a.json"));
}

static void
test_recent_files_are_added_once (Place *place, gconstpointer data)
{
  g_autoptr (GPtrArray) recent = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  (void) data;
  library_add_folder (place->library, "/");

  put_opened (place->library, "/a.json", 50);
  put_found (place->library, "/b.json");
  set_removed (place->library, "/b.json", true);
  for (const char *const *path = (const char *const[]){ "/a.json", "/b.json", "/c.json", NULL };
       *path != NULL; path++)
    {
      LibraryEntry *entry = library_entry_new (*path);

      entry->opened_ms = 20;
      g_ptr_array_add (recent, entry);
    }
  library_put_recent (place->library, recent);
  g_autoptr (LibraryEntry) known = library_entry_find (place->library, "/a.json");
  g_autoptr (LibraryEntry) added = library_entry_find (place->library, "/c.json");
  g_assert_cmpint (known->opened_ms, ==, 50);
  g_assert_cmpint (known->n_steps, ==, 24);
  g_assert_false (is_listed (place->library, "/b.json"));
  g_assert_cmpint (added->opened_ms, ==, 20);
}

static int64_t
last_revision (const GPtrArray *entries)
{
  return entries->len > 0 ? ((const LibraryEntry *) entries->pdata[entries->len - 1])->revision : 0;
}

static void
test_revisions_tell_what_changed_since (Place *place, gconstpointer data)
{
  (void) data;
  library_add_folder (place->library, "/");
  put_found (place->library, "/a.json");
  put_found (place->library, "/b.json");
  put_found (place->library, "/c.json");
  g_autoptr (GPtrArray) all = library_entries (place->library, 0);
  g_assert_cmpuint (all->len, ==, 3);
  library_set_words (place->library, "/a.json", "A", "", "");
  set_removed (place->library, "/b.json", true);
  g_autoptr (GPtrArray) changed = library_entries (place->library, last_revision (all));
  g_assert_cmpuint (changed->len, ==, 2);
  g_assert_cmpstr (((LibraryEntry *) changed->pdata[0])->display_name, ==, "A");
  g_assert_cmpstr (((LibraryEntry *) changed->pdata[1])->path, ==, "/b.json");
  g_assert_true (((LibraryEntry *) changed->pdata[1])->is_removed);
  g_autoptr (GPtrArray) none = library_entries (place->library, last_revision (changed));
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_another_connection_s_changes_are_noticed (Place *place, gconstpointer data)
{
  Library *other = library_new (place->path);
  (void) data;
  library_add_folder (place->library, "/");

  put_found (place->library, "/a.json");
  g_autoptr (GPtrArray) seen = library_entries (other, 0);
  int64_t before = library_changed_elsewhere (other);
  g_assert_cmpint (library_changed_elsewhere (other), ==, before);
  library_set_words (place->library, "/a.json", "A", "", "");
  int64_t after = library_changed_elsewhere (other);
  g_assert_cmpint (after, !=, before);
  g_autoptr (GPtrArray) changed = library_entries (other, last_revision (seen));
  g_assert_cmpuint (changed->len, ==, 1);

  /* Its own do not count. */
  library_set_words (other, "/a.json", "B", "", "");
  g_assert_cmpint (library_changed_elsewhere (other), ==, after);
  library_free (other);
}

static void
test_a_folder_takes_along_what_was_only_found_in_it (Place *place, gconstpointer data)
{
  (void) data;
  g_assert_true (library_add_folder (place->library, "/runs"));
  library_add_folder (place->library, "/runs/kept");
  library_add_folder (place->library, "/runs");
  library_add_folder (place->library, "/runs2");
  g_autoptr (GPtrArray) folders = library_folders (place->library);
  g_assert_cmpuint (folders->len, ==, 3);
  g_assert_cmpstr (folders->pdata[0], ==, "/runs");

  put_found (place->library, "/runs/found.json");
  put_found (place->library, "/runs/noted.json");
  put_found (place->library, "/runs/removed.json");
  put_found (place->library, "/runs/kept/found.json");
  put_found (place->library, "/runs2/found.json");
  put_opened (place->library, "/runs/opened.json", 5);
  library_set_words (place->library, "/runs/noted.json", "", "", "look here");
  set_removed (place->library, "/runs/removed.json", true);
  g_assert_true (library_remove_folder (place->library, "/runs"));

  g_assert_false (is_listed (place->library, "/runs/found.json"));
  g_assert_true (is_listed (place->library, "/runs/noted.json"));
  g_assert_true (is_listed (place->library, "/runs/kept/found.json"));
  g_assert_true (is_listed (place->library, "/runs2/found.json"));
  g_assert_true (is_listed (place->library, "/runs/opened.json"));

  /* Found again, it is back; what the user removed is not. */
  library_add_folder (place->library, "/runs");
  put_found (place->library, "/runs/found.json");
  put_found (place->library, "/runs/removed.json");
  g_assert_true (is_listed (place->library, "/runs/found.json"));
  g_assert_false (is_listed (place->library, "/runs/removed.json"));
}

/* A look may end after its folder was removed, by this program or by another one. */
static void
test_what_a_late_look_found_stays_away (Place *place, gconstpointer data)
{
  (void) data;
  library_add_folder (place->library, "/runs");
  put_found (place->library, "/runs/a.json");
  put_opened (place->library, "/runs/opened.json", 5);
  library_remove_folder (place->library, "/runs");
  g_assert_true (put_found (place->library, "/runs/a.json"));
  g_assert_true (put_found (place->library, "/runs/new.json"));
  g_assert_true (put_found (place->library, "/runs/opened.json"));
  g_assert_false (is_listed (place->library, "/runs/a.json"));
  g_assert_null (library_entry_find (place->library, "/runs/new.json"));
  g_assert_true (is_listed (place->library, "/runs/opened.json"));
}

/* So does what the user wrote about it after the look missed its file. */
static void
test_what_is_gone_is_not_dropped_with_what_the_user_wrote (Place *place, gconstpointer data)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  (void) data;

  library_add_folder (place->library, "/");
  for (const char *const *path = (const char *const[]){ "/a.json", "/noted.json", "/removed.json", NULL };
       *path != NULL; path++)
    {
      put_found (place->library, *path);
      g_ptr_array_add (gone, (gpointer) (uintptr_t) *path);
    }
  library_set_words (place->library, "/noted.json", "", "", "look here");
  set_removed (place->library, "/removed.json", true);
  g_assert_true (library_drop (place->library, gone));
  g_assert_false (is_listed (place->library, "/a.json"));
  g_assert_true (is_listed (place->library, "/noted.json"));
  put_found (place->library, "/removed.json");
  g_assert_false (is_listed (place->library, "/removed.json"));
}

static void
execute (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static void
count_loss (const char *reason, gpointer data)
{
  g_assert_nonnull (strstr (reason, "no place"));
  (*(int *) data)++;
}

/* As on a full disk. What the user said is told of each time that something was stored before. */
static void
test_a_lost_change_by_the_user_is_told (Place *place, gconstpointer data)
{
  static const char no_place[] =
    "CREATE TRIGGER full_entry BEFORE UPDATE ON entry BEGIN SELECT raise (ABORT, 'no place'); END;"
    "CREATE TRIGGER full_folder BEFORE INSERT ON folder BEGIN SELECT raise (ABORT, 'no place'); END;"
    "CREATE TRIGGER fixed_folder BEFORE DELETE ON folder BEGIN SELECT raise (ABORT, 'no place'); END";
  static const char place_again[] =
    "DROP TRIGGER full_entry; DROP TRIGGER full_folder; DROP TRIGGER fixed_folder";
  int n = 0;
  (void) data;

  library_tell_loss (place->library, count_loss, &n);
  g_assert_true (library_add_folder (place->library, "/"));
  put_found (place->library, "/a.json");
  for (int i = 0; i < 4; i++)
    {
      bool is_kept = i == 0   ? library_set_words (place->library, "/a.json", "A", "", "")
                     : i == 1 ? set_removed (place->library, "/a.json", false)
                     : i == 2 ? library_add_folder (place->library, "/more")
                              : library_remove_folder (place->library, "/other");
      g_assert_true (is_kept);
      execute (place->path, no_place);
      is_kept = i == 0   ? library_set_words (place->library, "/a.json", "B", "", "")
                : i == 1 ? set_removed (place->library, "/a.json", true)
                : i == 2 ? library_add_folder (place->library, "/lost")
                         : library_remove_folder (place->library, "/");
      g_assert_false (is_kept);
      g_assert_cmpint (n, ==, i + 1);
      /* What a look finds, it finds again. */
      g_assert_false (put_found (place->library, "/a.json"));
      g_assert_false (library_put_failed (place->library, "/a.json", "no trace"));
      g_assert_cmpint (n, ==, i + 1);
      execute (place->path, place_again);
    }
  g_autoptr (LibraryEntry) entry = library_entry_find (place->library, "/a.json");
  g_assert_cmpstr (entry->display_name, ==, "A");
  g_assert_false (entry->is_removed);
}

/* As the version before wrote it. */
static void
test_a_database_without_the_list_gets_it (Place *place, gconstpointer data)
{
  (void) data;
  execute (
    place->path,
    "CREATE TABLE profile (key BLOB PRIMARY KEY, steps_pattern TEXT) WITHOUT ROWID, STRICT;"
    "CREATE TABLE view (key BLOB, what TEXT, value TEXT NOT NULL, PRIMARY KEY (key, what)) WITHOUT ROWID, STRICT;"
    "CREATE TABLE bookmark (key BLOB, id TEXT, kind INTEGER NOT NULL, begin_ns INTEGER NOT NULL,"
    " end_ns INTEGER NOT NULL, slice TEXT NOT NULL, colour INTEGER NOT NULL, title TEXT NOT NULL,"
    " note TEXT NOT NULL, created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL,"
    " PRIMARY KEY (key, id)) WITHOUT ROWID, STRICT;"
    "INSERT INTO profile VALUES (x'01020300000000000000000000000000', 'epoch ([0-9]+)');"
    "PRAGMA user_version = 2");
  library_add_folder (place->library, "/");
  g_assert_true (put_found (place->library, "/a.json"));
  g_assert_true (is_listed (place->library, "/a.json"));
  g_autofree char *pattern = library_steps_pattern (place->library, key);
  g_assert_cmpstr (pattern, ==, "epoch ([0-9]+)");
}

/* What a newer program made is neither read nor written by this one, nor by one that only reads. */
static void
test_a_newer_database_keeps_its_list (Place *place, gconstpointer data)
{
  g_autofree char *before = NULL, *after = NULL;
  size_t n_before, n_after;
  (void) data;

  execute (place->path, "CREATE TABLE entry (path TEXT, more TEXT);"
                        "INSERT INTO entry VALUES ('/a.json', 'new'); PRAGMA user_version = 999");
  g_assert_true (g_file_get_contents (place->path, &before, &n_before, NULL));
  g_assert_false (library_add_folder (place->library, "/"));
  g_assert_false (put_found (place->library, "/b.json"));
  g_assert_true (is_listed (place->library, "/b.json")); /* until the program ends */
  g_assert_false (is_listed (place->library, "/a.json"));
  g_assert_true (g_file_get_contents (place->path, &after, &n_after, NULL));
  g_assert_cmpuint (n_after, ==, n_before);
  g_assert_true (memcmp (after, before, n_before) == 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Place *place, gconstpointer data);
  } tests[] = {
    { "/library_entries/an_entry_is_kept_as_it_was", test_an_entry_is_kept_as_it_was },
    { "/library_entries/looking_again_keeps_what_opening_told", test_looking_again_keeps_what_opening_told },
    { "/library_entries/a_file_that_was_recorded_anew_forgets_the_old_facts",
      test_a_file_that_was_recorded_anew_forgets_the_old_facts },
    { "/library_entries/words_that_are_not_given_stay", test_words_that_are_not_given_stay },
    { "/library_entries/a_failure_says_why_until_the_file_opens",
      test_a_failure_says_why_until_the_file_opens },
    { "/library_entries/what_was_removed_comes_back_only_when_it_is_opened",
      test_what_was_removed_comes_back_only_when_it_is_opened },
    { "/library_entries/recent_files_are_added_once", test_recent_files_are_added_once },
    { "/library_entries/revisions_tell_what_changed_since", test_revisions_tell_what_changed_since },
    { "/library_entries/another_connection_s_changes_are_noticed",
      test_another_connection_s_changes_are_noticed },
    { "/library_entries/a_folder_takes_along_what_was_only_found_in_it",
      test_a_folder_takes_along_what_was_only_found_in_it },
    { "/library_entries/what_a_late_look_found_stays_away", test_what_a_late_look_found_stays_away },
    { "/library_entries/what_is_gone_is_not_dropped_with_what_the_user_wrote",
      test_what_is_gone_is_not_dropped_with_what_the_user_wrote },
    { "/library_entries/a_lost_change_by_the_user_is_told", test_a_lost_change_by_the_user_is_told },
    { "/library_entries/a_database_without_the_list_gets_it", test_a_database_without_the_list_gets_it },
    { "/library_entries/a_newer_database_keeps_its_list", test_a_newer_database_keeps_its_list },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Place, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
