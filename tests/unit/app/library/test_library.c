/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of profiles: from run to run, beside other processes, and where nothing can be kept. */

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/library/library.h"
#include "tests/unit/app/library/library_place.h"
#include "tests/unit/fixtures/opened_text.h"

static const uint8_t key[TRACE_KEY_BYTES] = { 1, 2, 3 };
static const uint8_t other_key[TRACE_KEY_BYTES] = { 3, 2, 1 };

static void
assert_pattern (Library *library, const uint8_t of[TRACE_KEY_BYTES], const char *expected)
{
  g_autofree char *pattern = library_steps_pattern (library, of);

  g_assert_cmpstr (pattern, ==, expected);
}

static void
test_decisions_outlive_the_program (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  (void) data;

  g_assert_true (library_is_stored (library));
  assert_pattern (library, key, NULL);
  library_set_steps_pattern (library, key, "^epoch ([0-9]+)$");
  library_set_steps_pattern (library, other_key, "it's \"odd\"; DROP TABLE profile");
  library_free (library);

  library = library_new (place->path);
  assert_pattern (library, key, "^epoch ([0-9]+)$");
  assert_pattern (library, other_key, "it's \"odd\"; DROP TABLE profile");
  library_set_steps_pattern (library, key, "second thoughts");
  assert_pattern (library, key, "second thoughts");
  library_set_steps_pattern (library, key, NULL);
  assert_pattern (library, key, NULL);
  library_free (library);
}

static void
test_a_key_of_zeros_is_nobodys (LibraryPlace *place, gconstpointer data)
{
  static const uint8_t nobody[TRACE_KEY_BYTES];
  Library *library = library_new (place->path);
  (void) data;

  library_set_steps_pattern (library, nobody, "x");
  assert_pattern (library, nobody, NULL);
  library_free (library);
}

static void
test_nothing_is_opened_before_it_is_asked (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  (void) data;

  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));
  assert_pattern (library, key, NULL);
  g_assert_true (g_file_test (place->path, G_FILE_TEST_EXISTS));
  library_free (library);
}

/* Remembers as long as it lives, and nothing afterwards. */
static void
assert_kept_in_memory (const char *path)
{
  Library *library = library_new (path);

  g_assert_false (library_is_stored (library));
  library_set_steps_pattern (library, key, "x");
  assert_pattern (library, key, "x");
  library_free (library);

  library = library_new (path);
  assert_pattern (library, key, NULL);
  library_free (library);
}

static void
test_a_damaged_file_is_left_alone (LibraryPlace *place, gconstpointer data)
{
  g_autofree char *damaged = opened_file (place->folder, "library.sqlite", "This is no database at all.");
  g_autofree char *after = NULL;
  (void) data;

  assert_kept_in_memory (damaged);
  g_assert_true (g_file_get_contents (damaged, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, "This is no database at all.");
}

static void
test_a_newer_database_is_left_alone (LibraryPlace *place, gconstpointer data)
{
  (void) data;
  library_place_execute (place->path, "CREATE TABLE profile (anything); PRAGMA user_version = 999");
  assert_kept_in_memory (place->path);
}

static void
test_where_no_file_can_be (LibraryPlace *place, gconstpointer data)
{
  g_autofree char *file = opened_file (place->folder, "file", "");
  g_autofree char *below = g_build_filename (file, "library.sqlite", NULL);
  (void) data;

  assert_kept_in_memory (below);
  assert_kept_in_memory (place->folder);
}

static void
test_read_only_folder (LibraryPlace *place, gconstpointer data)
{
  (void) data;
  if (geteuid () == 0)
    {
      g_test_skip ("nothing is read-only for root");
      return;
    }
  g_chmod (place->folder, 0500);
  assert_kept_in_memory (place->path);
  g_chmod (place->folder, 0700);
}

static void
test_an_empty_file_is_migrated (LibraryPlace *place, gconstpointer data)
{
  g_autofree char *empty = opened_file (place->folder, "library.sqlite", "");
  Library *library = library_new (empty);
  (void) data;

  g_assert_true (library_is_stored (library));
  library_set_steps_pattern (library, key, "x");
  assert_pattern (library, key, "x");
  library_free (library);
}

/* A writer that does not end is waited for, not for ever, and then done without. */
static void
test_a_locked_database (LibraryPlace *place, gconstpointer data)
{
  sqlite3 *writer;
  Library *library = library_new (place->path);
  (void) data;

  assert_pattern (library, key, NULL);
  g_assert_cmpint (sqlite3_open (place->path, &writer), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (writer, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  /* Readers do not wait for writers, nor does who opens it. */
  assert_pattern (library, key, NULL);
  Library *second = library_new (place->path);
  gint64 begin_us = g_get_monotonic_time ();
  g_assert_true (library_is_stored (second));
  assert_pattern (second, key, NULL);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, G_USEC_PER_SEC);
  library_free (second);
  sqlite3_exec (writer, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close (writer);
  library_free (library);
}

#define N_PROCESSES 4
#define N_WRITES    25

/* Which begin at once, with no database yet. */
static void
test_several_processes (LibraryPlace *place, gconstpointer data)
{
  int gate[2];
  (void) data;

  g_assert_cmpint (pipe (gate), ==, 0);
  for (int i = 0; i < N_PROCESSES; i++)
    if (fork () == 0)
      {
        char byte;

        close (gate[1]);
        if (read (gate[0], &byte, 1) != 0)
          _exit (1);
        Library *library = library_new (place->path);
        for (int j = 0; j < N_WRITES; j++)
          {
            uint8_t own[TRACE_KEY_BYTES] = { 9, (uint8_t) i, (uint8_t) j };
            library_set_steps_pattern (library, own, "x");
          }
        bool ok = library_is_stored (library);
        library_free (library);
        _exit (ok ? 0 : 1);
      }
  close (gate[0]);
  close (gate[1]);
  for (int i = 0; i < N_PROCESSES; i++)
    {
      int status;

      g_assert_cmpint (wait (&status), >, 0);
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }

  Library *library = library_new (place->path);
  for (int i = 0; i < N_PROCESSES; i++)
    for (int j = 0; j < N_WRITES; j++)
      assert_pattern (library, (uint8_t[TRACE_KEY_BYTES]){ 9, (uint8_t) i, (uint8_t) j }, "x");
  library_free (library);
}

static gpointer
write_many (gpointer library)
{
  for (int j = 0; j < N_WRITES; j++)
    library_set_steps_pattern (library, (uint8_t[TRACE_KEY_BYTES]){ 8, (uint8_t) j }, "x");
  return NULL;
}

static void
test_several_threads (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  GThread *threads[N_PROCESSES];
  (void) data;

  for (int i = 0; i < N_PROCESSES; i++)
    threads[i] = g_thread_new ("writer", write_many, library);
  for (int i = 0; i < N_PROCESSES; i++)
    g_thread_join (threads[i]);
  for (int j = 0; j < N_WRITES; j++)
    assert_pattern (library, (uint8_t[TRACE_KEY_BYTES]){ 8, (uint8_t) j }, "x");
  library_free (library);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (LibraryPlace *place, gconstpointer data);
  } tests[] = {
    { "/library/decisions_outlive_the_program", test_decisions_outlive_the_program },
    { "/library/a_key_of_zeros_is_nobodys", test_a_key_of_zeros_is_nobodys },
    { "/library/nothing_is_opened_before_it_is_asked", test_nothing_is_opened_before_it_is_asked },
    { "/library/a_damaged_file_is_left_alone", test_a_damaged_file_is_left_alone },
    { "/library/a_newer_database_is_left_alone", test_a_newer_database_is_left_alone },
    { "/library/where_no_file_can_be", test_where_no_file_can_be },
    { "/library/read_only_folder", test_read_only_folder },
    { "/library/an_empty_file_is_migrated", test_an_empty_file_is_migrated },
    { "/library/a_locked_database", test_a_locked_database },
    { "/library/several_processes", test_several_processes },
    { "/library/several_threads", test_several_threads },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, LibraryPlace, NULL, library_place_set_up, tests[i].test,
                library_place_tear_down);
  return g_test_run ();
}
