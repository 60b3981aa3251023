/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that are killed while they write to the library: what they said was stored is there, whole, and so is
 * everything from before. */

#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/library/library_entries.h"
#include "tests/unit/fixtures/opened_text.h"

/* The whole number takes 20 s: it belongs to runs of everything. */
#define N_KILLS     40
#define N_KILLS_ALL 200

#define KILL_US_MAX (40 * 1000)
#define N_BATCH     5 /* entries of one transaction */

/* What was stored for certain: number i is the entry path_of (i), last written with the word words[i], or with a later one
 * by the program that was killed. */
typedef struct
{
  char *folder, *path;
  uint32_t n;
  uint32_t words[20000];
} Ledger;

/* What the writer tells once the library has said that it is stored. */
typedef struct
{
  uint32_t entry, word;
} Receipt;

static char *
path_of (uint32_t entry)
{
  return g_strdup_printf ("/runs/%u/trace.json", entry);
}

static char *
note_of (uint32_t entry, uint32_t word)
{
  g_autofree char *line = g_strdup_printf ("entry %u, word %u;", entry, word);
  GString *note = g_string_new (NULL);

  /* Long enough to reach over a page of the database. */
  for (uint32_t i = 0; i < 1 + word % 200; i++)
    g_string_append (note, line);
  return g_string_free (note, FALSE);
}

static void
add_batch (Library *library, uint32_t first, int receipts)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);

  for (uint32_t i = first; i < first + N_BATCH; i++)
    {
      g_autofree char *path = path_of (i);
      LibraryEntry *entry = library_entry_new (path);

      entry->size_bytes = (int64_t) i * 10;
      entry->status = ENTRY_COMPLETED;
      g_ptr_array_add (found, entry);
    }
  if (!library_put_found (library, found))
    _exit (1);
  for (uint32_t i = first; i < first + N_BATCH; i++)
    if (write (receipts, &(Receipt){ i, 0 }, sizeof (Receipt)) != sizeof (Receipt))
      _exit (2);
}

static void
write_words (Library *library, uint32_t entry, uint32_t word, int receipts)
{
  g_autofree char *path = path_of (entry);
  g_autofree char *note = note_of (entry, word);
  g_autofree char *name = g_strdup_printf ("name %u", word);

  if (!library_set_words (library, path, name, "tag", note))
    _exit (3);
  if (write (receipts, &(Receipt){ entry, word }, sizeof (Receipt)) != sizeof (Receipt))
    _exit (4);
}

/* Until it is killed. */
static void
write_for_ever (const char *path, uint32_t n, uint32_t word, int receipts)
{
  Library *library = library_new (path);

  if (!library_add_folder (library, "/runs"))
    _exit (5);
  for (;; word++)
    {
      add_batch (library, n, receipts);
      n += N_BATCH;
      write_words (library, word * 7919 % n, word, receipts);
      write_words (library, n - 1, word, receipts);
    }
}

/* Waits for a receipt; false if the writer is gone and all of its receipts were taken. */
static bool
take_receipt (Ledger *ledger, int receipts, uint32_t *last_word)
{
  Receipt receipt;

  if (read (receipts, &receipt, sizeof receipt) != sizeof receipt)
    return false;
  g_assert_cmpuint (receipt.entry, <, G_N_ELEMENTS (ledger->words));
  ledger->n = MAX (ledger->n, receipt.entry + 1);
  ledger->words[receipt.entry] = MAX (ledger->words[receipt.entry], receipt.word);
  *last_word = MAX (*last_word, receipt.word);
  return true;
}

static void
check_database (const char *path)
{
  sqlite3 *db;
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "PRAGMA integrity_check", -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, "ok");
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

/* A change that was stored, but not told of before the writer was killed, may be there too; half of one is not. */
static void
check_entry (Ledger *ledger, const LibraryEntry *entry, uint32_t number)
{
  g_autofree char *path = path_of (number);
  uint32_t word =
    (uint32_t) g_ascii_strtoull (entry->display_name + (*entry->display_name != '\0' ? 5 : 0), NULL, 10);

  g_assert_cmpstr (entry->path, ==, path);
  g_assert_cmpint (entry->size_bytes, ==, (int64_t) number * 10);
  g_assert_cmpint (entry->status, ==, ENTRY_COMPLETED);
  g_assert_cmpuint (word, >=, ledger->words[number]);
  if (word > 0)
    {
      g_autofree char *note = note_of (number, word);

      g_assert_cmpstr (entry->note, ==, note);
      g_assert_cmpstr (entry->tags, ==, "tag");
    }
  ledger->words[number] = word;
}

static void
check_all (Ledger *ledger)
{
  Library *library = library_new (ledger->path);
  g_autoptr (GPtrArray) entries = library_entries (library, 0);
  g_autofree bool *seen = g_new0 (bool, entries->len + 1);

  check_database (ledger->path);
  g_assert_true (library_is_stored (library));
  g_assert_cmpuint (entries->len, >=, ledger->n);
  g_assert_cmpuint (entries->len % N_BATCH, ==, 0); /* all of a transaction or none */
  ledger->n = entries->len;
  for (guint i = 0; i < entries->len; i++)
    {
      const LibraryEntry *entry = entries->pdata[i];
      uint64_t number = g_ascii_strtoull (entry->path + strlen ("/runs/"), NULL, 10);

      g_assert_cmpuint (number, <, entries->len);
      g_assert_false (seen[number]);
      seen[number] = true;
      check_entry (ledger, entry, (uint32_t) number);
    }
  library_free (library);
}

static void
test_nothing_stored_is_lost (void)
{
  int n_kills = g_getenv ("STEPSCOPE_ALL") != NULL ? N_KILLS_ALL : N_KILLS;
  Ledger *ledger = g_new0 (Ledger, 1);
  uint32_t word = 0, n_words_before = 0;
  g_autoptr (GRand) random = g_rand_new_with_seed (18);

  ledger->folder = opened_folder_new ();
  ledger->path = g_build_filename (ledger->folder, "library.sqlite", NULL);
  for (int i = 0; i < n_kills; i++)
    {
      int receipts[2], status;

      g_assert_cmpint (pipe (receipts), ==, 0);
      pid_t writer = fork ();
      if (writer == 0)
        {
          close (receipts[0]);
          write_for_ever (ledger->path, ledger->n, word + 1, receipts[1]);
        }
      close (receipts[1]);
      /* Every other one has stored something, however busy the machine is; of the rest, some die while they open the
       * database, or bring it into being. */
      if (i % 2 == 1)
        g_assert_true (take_receipt (ledger, receipts[0], &word));
      g_usleep ((gulong) g_rand_int_range (random, 0, KILL_US_MAX));
      kill (writer, SIGKILL);
      while (take_receipt (ledger, receipts[0], &word))
        ;
      close (receipts[0]);
      g_assert_cmpint (waitpid (writer, &status, 0), ==, writer);
      g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
      check_all (ledger);
      word = MAX (word, n_words_before) + 2;
      n_words_before = word;
    }
  g_test_message ("%d programs were killed; %u entries are there", n_kills, ledger->n);
  g_assert_cmpuint (ledger->n, >, (guint) n_kills);
  g_free (ledger->path);
  opened_folder_remove (ledger->folder);
  g_free (ledger);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/library_killed/nothing_stored_is_lost", test_nothing_stored_is_lost);
  return g_test_run ();
}
