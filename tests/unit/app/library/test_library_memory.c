/* SPDX-License-Identifier: Apache-2.0
 *
 * Bookmarks and views in the library: kept, brought over from an older database, read without being changed. */

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "app/library/library.h"
#include "tests/unit/app/library/library_place.h"
#include "tests/unit/fixtures/opened_text.h"

static const uint8_t key[TRACE_KEY_BYTES] = { 1, 2, 3 };
static const uint8_t other_key[TRACE_KEY_BYTES] = { 3, 2, 1 };
static const uint8_t nobody[TRACE_KEY_BYTES];

static void
assert_view (Library *library, const uint8_t of[TRACE_KEY_BYTES], const char *what, const char *expected)
{
  g_autofree char *value = library_view (library, of, what);

  g_assert_cmpstr (value, ==, expected);
}

static guint
count_bookmarks (Library *library, const uint8_t of[TRACE_KEY_BYTES])
{
  g_autoptr (GPtrArray) bookmarks = library_bookmarks (library, of);

  return bookmarks->len;
}

static Bookmark *
new_bookmark (void)
{
  Bookmark *bookmark = bookmark_new (BOOKMARK_SLICE, -5, INT64_C (1) << 50, "1;node=x;0;5;0;it's \"odd\"");

  bookmark_set_title (bookmark, "the <b>slow</b> one; DROP TABLE bookmark");
  bookmark_set_note (bookmark, "first line\nsecond: größer");
  bookmark->colour = 3;
  return bookmark;
}

static void
assert_same (const Bookmark *a, const Bookmark *b)
{
  g_assert_cmpstr (a->id, ==, b->id);
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpint (a->begin_ns, ==, b->begin_ns);
  g_assert_cmpint (a->end_ns, ==, b->end_ns);
  g_assert_cmpstr (a->slice, ==, b->slice);
  g_assert_cmpuint (a->colour, ==, b->colour);
  g_assert_cmpstr (a->title, ==, b->title);
  g_assert_cmpstr (a->note, ==, b->note);
  g_assert_cmpint (a->created_ms, ==, b->created_ms);
  g_assert_cmpint (a->modified_ms, ==, b->modified_ms);
}

/* ---- what is kept ---- */

static void
test_views_outlive_the_program (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  g_autofree char *long_text = g_strnfill (LIBRARY_VIEW_MAX, 'x');
  g_autofree char *too_long = g_strnfill (LIBRARY_VIEW_MAX + 1, 'x');
  (void) data;

  assert_view (library, key, "span", NULL);
  library_set_view (library, key, "span", "0 10");
  library_set_view (library, key, "tree", long_text);
  library_set_view (library, other_key, "span", "5 6");
  library_set_view (library, nobody, "span", "5 6");
  library_free (library);

  library = library_new (place->path);
  assert_view (library, key, "span", "0 10");
  assert_view (library, key, "tree", long_text);
  assert_view (library, other_key, "span", "5 6");
  assert_view (library, nobody, "span", NULL);
  library_set_view (library, key, "span", "1 2");
  library_set_view (library, key, "tree", too_long);
  assert_view (library, key, "span", "1 2");
  assert_view (library, key, "tree", long_text);
  library_set_view (library, key, "span", NULL);
  assert_view (library, key, "span", NULL);
  library_free (library);
}

static void
test_forgetting_views_leaves_the_rest (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  Library *library = library_new (place->path);
  (void) data;

  library_set_view (library, key, "span", "0 10");
  library_set_view (library, other_key, "span", "0 10");
  library_set_bookmark (library, key, bookmark);
  library_set_steps_pattern (library, key, "x");
  library_forget_views (library);
  assert_view (library, key, "span", NULL);
  assert_view (library, other_key, "span", NULL);
  g_assert_cmpuint (count_bookmarks (library, key), ==, 1);
  g_autofree char *pattern = library_steps_pattern (library, key);
  g_assert_cmpstr (pattern, ==, "x");
  library_free (library);
}

static void
test_bookmarks_outlive_the_program (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  Library *library = library_new (place->path);
  (void) data;

  g_assert_cmpuint (count_bookmarks (library, key), ==, 0);
  library_set_bookmark (library, key, bookmark);
  library_set_bookmark (library, nobody, bookmark);
  library_free (library);

  library = library_new (place->path);
  g_assert_cmpuint (count_bookmarks (library, other_key), ==, 0);
  g_assert_cmpuint (count_bookmarks (library, nobody), ==, 0);
  g_autoptr (GPtrArray) read = library_bookmarks (library, key);
  g_assert_cmpuint (read->len, ==, 1);
  assert_same (read->pdata[0], bookmark);

  bookmark_set_note (bookmark, "second thoughts");
  library_set_bookmark (library, key, bookmark);
  library_set_bookmark (library, other_key, bookmark);
  g_autoptr (GPtrArray) again = library_bookmarks (library, key);
  g_assert_cmpuint (again->len, ==, 1);
  assert_same (again->pdata[0], bookmark);
  library_remove_bookmark (library, key, bookmark->id);
  g_assert_cmpuint (count_bookmarks (library, key), ==, 0);
  g_assert_cmpuint (count_bookmarks (library, other_key), ==, 1);
  library_free (library);
}

static void
test_what_is_no_bookmark_becomes_one (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  (void) data;

  g_assert_true (library_is_stored (library));
  library_place_execute (
    place->path,
    "INSERT INTO bookmark VALUES (x'01020300000000000000000000000000', 'no uuid', 77, 9223372036854775807, "
    "-9223372036854775807, CAST (x'ff' AS TEXT), -1, CAST (x'41ff0a42' AS TEXT), CAST (x'fe' AS TEXT), 0, 0)");
  g_autoptr (GPtrArray) read = library_bookmarks (library, key);
  g_assert_cmpuint (read->len, ==, 1);
  const Bookmark *bookmark = read->pdata[0];
  g_assert_true (g_uuid_string_is_valid (bookmark->id));
  g_assert_cmpint (bookmark->kind, <, N_BOOKMARK_KINDS);
  g_assert_cmpint (bookmark->begin_ns, <=, bookmark->end_ns);
  g_assert_cmpint (bookmark->end_ns, <=, TRACE_TIME_MAX_NS);
  g_assert_cmpuint (bookmark->colour, <, BOOKMARK_COLOURS);
  g_assert_true (g_utf8_validate (bookmark->title, -1, NULL) && g_utf8_validate (bookmark->note, -1, NULL));
  g_assert_null (strchr (bookmark->title, '\n'));
  library_free (library);
}

static void
test_texts_are_bounded (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = bookmark_new (BOOKMARK_TIME, 5, 9, NULL);
  g_autoptr (GString) endless = g_string_new ("x");
  (void) place;
  (void) data;

  g_assert_cmpint (bookmark->end_ns, ==, 5);
  for (int i = 0; i < BOOKMARK_NOTE_MAX; i++)
    g_string_append (endless, "ü");
  g_assert_true (bookmark_set_note (bookmark, endless->str));
  g_assert_cmpuint (strlen (bookmark->note), ==, BOOKMARK_NOTE_MAX - 1);
  g_assert_true (g_utf8_validate (bookmark->note, -1, NULL));
  g_assert_false (bookmark_set_note (bookmark, endless->str));
  g_assert_true (bookmark_set_title (bookmark, endless->str));
  g_assert_cmpuint (strlen (bookmark->title), ==, BOOKMARK_TITLE_MAX - 1);
  g_assert_true (bookmark_set_title (bookmark, " two\nlines "));
  g_assert_cmpstr (bookmark->title, ==, "two lines");
}

/* ---- other databases ---- */

/* What the first version wrote. */
static void
test_an_older_database_is_migrated (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  (void) data;

  library_place_execute (
    place->path, "PRAGMA journal_mode = WAL;"
                 "CREATE TABLE profile (key BLOB PRIMARY KEY, steps_pattern TEXT) WITHOUT ROWID, STRICT;"
                 "INSERT INTO profile VALUES (x'01020300000000000000000000000000', '^epoch');"
                 "PRAGMA user_version = 1");
  g_autoptr (Library) looked_at = library_new_read_only (place->path);
  g_assert_cmpuint (count_bookmarks (looked_at, key), ==, 0);

  g_autoptr (Library) library = library_new (place->path);
  g_assert_true (library_is_stored (library));
  g_autofree char *pattern = library_steps_pattern (library, key);
  g_assert_cmpstr (pattern, ==, "^epoch");
  library_set_bookmark (library, key, bookmark);
  library_set_view (library, key, "span", "0 10");
  g_assert_cmpuint (count_bookmarks (library, key), ==, 1);
  assert_view (library, key, "span", "0 10");
}

static void
test_where_nothing_is_stored (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  (void) data;

  library_place_execute (place->path, "CREATE TABLE bookmark (anything); PRAGMA user_version = 999");
  g_autoptr (Library) newer = library_new (place->path);
  g_assert_false (library_is_stored (newer));
  library_set_bookmark (newer, key, bookmark);
  g_assert_cmpuint (count_bookmarks (newer, key), ==, 1);
  g_autoptr (Library) read_only = library_new_read_only (place->path);
  g_assert_cmpuint (count_bookmarks (read_only, key), ==, 0);

  g_autofree char *damaged = opened_file (place->folder, "damaged.sqlite", "This is no database at all.");
  g_autoptr (Library) of_damaged = library_new_read_only (damaged);
  g_assert_cmpuint (count_bookmarks (of_damaged, key), ==, 0);
}

static void
test_reading_changes_nothing (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  g_autoptr (Library) none = library_new_read_only (place->path);
  (void) data;

  g_assert_cmpuint (count_bookmarks (none, key), ==, 0);
  assert_view (none, key, "span", NULL);
  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));

  Library *library = library_new (place->path);
  library_set_bookmark (library, key, bookmark);
  /* While the window is open. */
  g_autoptr (Library) beside = library_new_read_only (place->path);
  g_assert_cmpuint (count_bookmarks (beside, key), ==, 1);
  library_free (library);
  g_autoptr (Library) afterwards = library_new_read_only (place->path);
  g_assert_false (library_is_stored (afterwards));
  g_autoptr (GPtrArray) read = library_bookmarks (afterwards, key);
  g_assert_cmpuint (read->len, ==, 1);
  assert_same (read->pdata[0], bookmark);
  library_remove_bookmark (afterwards, key, bookmark->id);
  library_set_bookmark (afterwards, other_key, bookmark);
  library_forget_views (afterwards);
  g_assert_cmpuint (count_bookmarks (afterwards, key), ==, 1);
  g_assert_cmpuint (count_bookmarks (afterwards, other_key), ==, 0);
}

static void
test_read_where_nothing_can_be_written (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  Library *library = library_new (place->path);
  (void) data;

  library_set_bookmark (library, key, bookmark);
  library_free (library);
  g_chmod (place->folder, 0500);
  g_autoptr (Library) read_only = library_new_read_only (place->path);
  guint n = count_bookmarks (read_only, key);
  g_chmod (place->folder, 0700);
  g_assert_cmpuint (n, ==, 1);
}

/* ---- what is lost ---- */

typedef struct
{
  int n;
  char *reason;
} Told;

static void
hear (const char *reason, gpointer data)
{
  Told *told = data;

  told->n++;
  g_free (told->reason);
  told->reason = g_strdup (reason);
}

static void
assert_told (Told *told, int n, const char *reason)
{
  g_assert_cmpint (told->n, ==, n);
  if (n > 0)
    g_assert_nonnull (strstr (told->reason, reason));
  g_clear_pointer (&told->reason, g_free);
}

static void
test_a_loss_is_told_once (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  Told told = { 0 };
  (void) data;

  library_place_execute (place->path, "PRAGMA user_version = 999");
  g_autoptr (Library) newer = library_new (place->path);
  library_tell_loss (newer, hear, &told);
  library_set_view (newer, key, "span", "0 10");
  g_assert_cmpuint (count_bookmarks (newer, key), ==, 0);
  g_assert_cmpint (told.n, ==, 0);
  g_assert_false (library_set_bookmark (newer, key, bookmark));
  g_assert_false (library_remove_bookmark (newer, key, bookmark->id));
  assert_told (&told, 1, "newer version");

  g_autofree char *damaged = opened_file (place->folder, "damaged.sqlite", "This is no database at all.");
  g_autoptr (Library) of_damaged = library_new (damaged);
  told = (Told){ 0 };
  library_tell_loss (of_damaged, hear, &told);
  g_assert_false (library_set_bookmark (of_damaged, key, bookmark));
  assert_told (&told, 1, "not a database");
}

/* A write that fails half way, as on a full disk. */
static void
test_what_finds_no_place_is_told (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (GPtrArray) bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  g_autoptr (Library) library = library_new (place->path);
  Told told = { 0 };
  (void) data;

  library_tell_loss (library, hear, &told);
  for (int i = 0; i < 10; i++)
    g_ptr_array_add (bookmarks, new_bookmark ());
  g_assert_true (library_set_bookmark (library, key, bookmarks->pdata[0]));
  library_place_execute (
    place->path, "CREATE TRIGGER full BEFORE INSERT ON bookmark WHEN (SELECT count (*) FROM bookmark) >= 5 "
                 "BEGIN SELECT raise (ABORT, 'no place'); END");
  g_assert_cmpint (told.n, ==, 0);
  g_assert_false (library_set_bookmarks (library, key, bookmarks));
  assert_told (&told, 1, "no place");
  /* All or none; and what can be stored is, afterwards. */
  g_assert_cmpuint (count_bookmarks (library, key), ==, 1);
  g_assert_true (library_set_bookmark (library, key, bookmarks->pdata[1]));
  g_assert_cmpuint (count_bookmarks (library, key), ==, 2);
}

static gpointer
end_writing (gpointer db)
{
  g_usleep (2600 * 1000);
  g_assert_cmpint (sqlite3_exec (db, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  return NULL;
}

/* For longer than SQLite itself waits. */
static void
test_another_that_writes_is_waited_for (LibraryPlace *place, gconstpointer data)
{
  g_autoptr (Bookmark) bookmark = new_bookmark ();
  g_autoptr (Library) library = library_new (place->path);
  Told told = { 0 };
  sqlite3 *other;
  (void) data;

  library_tell_loss (library, hear, &told);
  g_assert_true (library_is_stored (library));
  g_assert_cmpint (sqlite3_open (place->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  GThread *thread = g_thread_new ("other", end_writing, other);
  g_assert_true (library_set_bookmark (library, key, bookmark));
  g_thread_join (thread);
  sqlite3_close (other);
  g_assert_cmpint (told.n, ==, 0);
  g_assert_cmpuint (count_bookmarks (library, key), ==, 1);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (LibraryPlace *place, gconstpointer data);
  } tests[] = {
    { "/library/views_outlive_the_program", test_views_outlive_the_program },
    { "/library/forgetting_views_leaves_the_rest", test_forgetting_views_leaves_the_rest },
    { "/library/bookmarks_outlive_the_program", test_bookmarks_outlive_the_program },
    { "/library/what_is_no_bookmark_becomes_one", test_what_is_no_bookmark_becomes_one },
    { "/library/texts_are_bounded", test_texts_are_bounded },
    { "/library/an_older_database_is_migrated", test_an_older_database_is_migrated },
    { "/library/where_nothing_is_stored", test_where_nothing_is_stored },
    { "/library/reading_changes_nothing", test_reading_changes_nothing },
    { "/library/read_where_nothing_can_be_written", test_read_where_nothing_can_be_written },
    { "/library/a_loss_is_told_once", test_a_loss_is_told_once },
    { "/library/what_finds_no_place_is_told", test_what_finds_no_place_is_told },
    { "/library/another_that_writes_is_waited_for", test_another_that_writes_is_waited_for },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, LibraryPlace, NULL, library_place_set_up, tests[i].test,
                library_place_tear_down);
  return g_test_run ();
}
