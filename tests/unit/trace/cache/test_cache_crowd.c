/* SPDX-License-Identifier: Apache-2.0
 *
 * Several processes, one cache; some of them killed. STEPSCOPE_KILLS=1000 kills more of them, and on the disk. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <glib.h>

#include "tests/unit/trace/cache/cache_place.h"
#include "tests/unit/trace/cache/failing_calls.h"

#define N_PROCESSES  8
#define N_OPENINGS   50
#define N_KILLS      100 /* each with and without unnamed files */
#define MAX_LIFE_US  5000
#define CROWD_BYTES  (1 << 20)
#define KILLED_BYTES (1 << 18)
#define N_IDS        4

/* Notes the making where the parent can count it. */
static void
count_one (const CachePlace *place)
{
  g_autofree char *path = g_build_filename (place->base, "made", NULL);
  int fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

  g_assert_cmpint (write (fd, "x", 1), ==, 1);
  close (fd);
}

static gsize
count_made (const CachePlace *place)
{
  g_autofree char *path = g_build_filename (place->base, "made", NULL);
  g_autofree char *text = NULL;
  gsize n = 0;

  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  return n;
}

/* As an opening does it. */
static void
open_one (const CachePlace *place, const char *id)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  int fd;

  while ((fd = cache_find (cache, id)) < 0)
    {
      g_autoptr (GError) error = NULL;
      CacheSlot *slot;
      CacheTurn turn = cache_begin (cache, id, CROWD_BYTES, &slot, &error);

      g_assert_no_error (error);
      if (turn == CACHE_BUSY)
        g_assert_true (cache_wait (cache, id, 60000));
      if (turn != CACHE_MINE)
        continue;
      count_one (place);
      g_assert_true (cache_place_fill (cache_slot_fd (slot), id, CROWD_BYTES));
      g_assert_true (cache_publish (slot, &error));
    }
  g_assert_true (cache_place_is_whole (fd, id, CROWD_BYTES));
  close (fd);
}

/* Runs work in that many processes, which all begin when all are there. */
static void
run_crowd (const CachePlace *place, void (*work) (const CachePlace *place, guint32 seed))
{
  int gate[2];

  g_assert_cmpint (pipe (gate), ==, 0);
  for (guint32 i = 0; i < N_PROCESSES; i++)
    if (fork () == 0)
      {
        char byte;

        close (gate[1]);
        if (read (gate[0], &byte, 1) == 0)
          work (place, i);
        _exit (0);
      }
  close (gate[0]);
  close (gate[1]);
  for (int i = 0; i < N_PROCESSES; i++)
    {
      int status;

      g_assert_cmpint (wait (&status), >, 0);
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
}

static void
open_often (const CachePlace *place, guint32 seed)
{
  char id[33];
  (void) seed;

  for (int i = 0; i < N_OPENINGS; i++)
    open_one (place, cache_place_id (7, id));
}

static void
test_once (CachePlace *place, gconstpointer data)
{
  (void) data;
  run_crowd (place, open_often);
  g_assert_cmpuint (count_made (place), ==, 1);
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);
}

static void
open_and_remove (const CachePlace *place, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  char id[33];

  cache_place_id (7, id);
  for (int i = 0; i < N_OPENINGS; i++)
    {
      int fd = g_rand_int_range (random, 0, 20) == 0 ? cache_find (cache, id) : -1;

      if (fd >= 0)
        {
          cache_discard (cache, id, fd);
          close (fd);
        }
      if (g_rand_int_range (random, 0, 20) == 0)
        cache_clear (cache);
      open_one (place, id);
    }
}

static void
test_while_removed (CachePlace *place, gconstpointer data)
{
  (void) data;
  run_crowd (place, open_and_remove);
  g_assert_cmpuint (count_made (place), >, 1);
  g_assert_cmpuint (cache_place_count (place, ".lock"), ==, 0);
  g_assert_cmpuint (cache_place_count (place, ".tmp"), ==, 0);
}

/* Finds, makes, evicts and clears until it is killed. */
static G_NORETURN void
live (const CachePlace *place, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  for (;;)
    {
      g_autoptr (Cache) cache = cache_place_cache (place, 3 * KILLED_BYTES + 65536);
      char id[33];
      CacheSlot *slot;
      int fd = cache_find (cache, cache_place_id ((unsigned) g_rand_int_range (random, 0, N_IDS), id));

      if (fd >= 0)
        {
          g_assert_true (cache_place_is_whole (fd, id, KILLED_BYTES));
          close (fd);
          if (g_rand_boolean (random))
            cache_clear (cache);
        }
      else if (cache_begin (cache, id, KILLED_BYTES, &slot, NULL) == CACHE_MINE)
        {
          g_assert_true (cache_place_fill (cache_slot_fd (slot), id, KILLED_BYTES));
          g_assert_true (cache_publish (slot, NULL));
        }
    }
}

/* errno of O_TMPFILE: 0, or what makes files be written under a name. */
static void
test_killed (CachePlace *place, gconstpointer tmpfile_errno)
{
  const char *wanted = g_getenv ("STEPSCOPE_KILLS");
  guint64 n_kills = wanted != NULL ? g_ascii_strtoull (wanted, NULL, 10) : N_KILLS;
  unsigned n_locks = 0, n_temporaries = 0;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  cache_free (cache_place_cache (place, CACHE_LIMIT_BYTES));
  for (guint64 i = 0; i < n_kills; i++)
    {
      int status;

      failing_calls.tmpfile = GPOINTER_TO_INT (tmpfile_errno);
      pid_t child = fork ();
      if (child == 0)
        live (place, (guint32) i);
      failing_calls.tmpfile = 0;
      g_usleep ((gulong) g_rand_int_range (random, 0, MAX_LIFE_US));
      g_assert_cmpint (kill (child, SIGKILL), ==, 0);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
      n_locks += cache_place_count (place, ".lock");
      n_temporaries += cache_place_count (place, ".tmp");

      g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
      unsigned n_whole = 0;
      for (unsigned k = 0; k < N_IDS; k++)
        {
          char id[33];
          n_whole += cache_place_has (cache, cache_place_id (k, id), KILLED_BYTES);
        }
      g_assert_cmpuint (cache_place_count (place, ""), ==, n_whole);
    }
  g_test_message ("%u locks and %u temporary files were left behind and reaped", n_locks, n_temporaries);
  /* Else none was killed while it wrote. */
  g_assert_cmpuint (n_locks, >, 0);
  g_assert_true (tmpfile_errno == NULL ? n_temporaries == 0 : n_temporaries > 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* What is tested does not depend on how long a disk takes to sync, the time it takes does. */
  if (g_getenv ("STEPSCOPE_KILLS") == NULL && access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", TRUE);
  g_test_add ("/cache_crowd/eight_processes_fifty_openings_make_it_once", CachePlace, NULL,
              cache_place_set_up, test_once, cache_place_tear_down);
  g_test_add ("/cache_crowd/all_see_whole_files_while_some_are_removed", CachePlace, NULL, cache_place_set_up,
              test_while_removed, cache_place_tear_down);
  g_test_add ("/cache_crowd/killed_at_any_moment_leaves_whole_files", CachePlace, NULL, cache_place_set_up,
              test_killed, cache_place_tear_down);
  g_test_add ("/cache_crowd/killed_with_named_temporaries_leaves_whole_files", CachePlace,
              GINT_TO_POINTER (EOPNOTSUPP), cache_place_set_up, test_killed, cache_place_tear_down);
  return g_test_run ();
}
