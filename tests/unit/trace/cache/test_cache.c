/* SPDX-License-Identifier: Apache-2.0
 *
 * One process, one cache. Several of them: test_cache_crowd.c; what goes wrong: test_cache_faults.c. */

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/unit/trace/cache/cache_place.h"
#include "trace/text/trace_error.h"

#define KIB  1024
#define SIZE (64 * KIB)

static char id_text[8][33];

static const char *
id_of (unsigned number)
{
  return cache_place_id (number, id_text[number]);
}

static char *
path_of (const CachePlace *place, const char *id, const char *suffix)
{
  g_autofree char *name = g_strconcat (id, suffix, NULL);

  return g_build_filename (place->directory, name, NULL);
}

static void
set_used (const CachePlace *place, const char *id, time_t seconds)
{
  const struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };
  g_autofree char *path = path_of (place, id, ".stepscope");

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static void
test_published (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  g_autofree char *path = path_of (place, id_of (1), ".stepscope");
  struct stat info;
  (void) data;

  g_assert_cmpstr (cache_path (cache), ==, place->directory);
  g_assert_cmpint (cache_find (cache, id_of (1)), ==, -1);
  cache_place_put (cache, id_of (1), SIZE);
  g_assert_true (cache_place_has (cache, id_of (1), SIZE));
  g_assert_false (cache_place_has (cache, id_of (2), SIZE));
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);

  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0600);
  g_assert_cmpint (stat (place->directory, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0700);
}

/* Nothing can be seen of it before it is published, or after it was dropped. */
static void
test_dropped (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  CacheSlot *slot;
  (void) data;

  g_assert_cmpint (cache_begin (cache, id_of (1), 0, &slot, NULL), ==, CACHE_MINE);
  g_assert_true (cache_place_fill (cache_slot_fd (slot), id_of (1), SIZE));
  g_assert_cmpint (cache_find (cache, id_of (1)), ==, -1);
  cache_drop (slot);
  g_assert_cmpint (cache_find (cache, id_of (1)), ==, -1);
  g_assert_cmpuint (cache_place_count (place, ""), ==, 0);
}

static void
test_turns (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  CacheSlot *slot, *other;
  (void) data;

  g_assert_cmpint (cache_begin (cache, id_of (1), 0, &slot, NULL), ==, CACHE_MINE);
  g_assert_cmpint (cache_begin (cache, id_of (1), 0, &other, NULL), ==, CACHE_BUSY);
  g_assert_cmpint (cache_begin (cache, id_of (2), 0, &other, NULL), ==, CACHE_MINE);
  cache_drop (other);
  gint64 begin_us = g_get_monotonic_time ();
  g_assert_false (cache_wait (cache, id_of (1), 30));
  g_assert_cmpint (g_get_monotonic_time () - begin_us, >=, 30000);

  g_assert_true (cache_place_fill (cache_slot_fd (slot), id_of (1), SIZE));
  g_assert_true (cache_publish (slot, NULL));
  g_assert_true (cache_wait (cache, id_of (1), 0));
  g_assert_cmpint (cache_begin (cache, id_of (1), 0, &other, NULL), ==, CACHE_IS_THERE);
  g_assert_true (cache_place_has (cache, id_of (1), SIZE));
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);
}

static gpointer
publish_later (gpointer slot)
{
  g_usleep (30000);
  g_assert_true (cache_publish (slot, NULL));
  return NULL;
}

static void
test_wait_ends (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  CacheSlot *slot;
  (void) data;

  g_assert_cmpint (cache_begin (cache, id_of (1), 0, &slot, NULL), ==, CACHE_MINE);
  g_assert_true (cache_place_fill (cache_slot_fd (slot), id_of (1), SIZE));
  GThread *thread = g_thread_new ("publisher", publish_later, slot);
  g_assert_true (cache_wait (cache, id_of (1), 60000));
  g_assert_true (cache_place_has (cache, id_of (1), SIZE));
  g_thread_join (thread);
}

/* The file that was damaged goes; the one that somebody else has put in its place stays. */
static void
test_discard (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  (void) data;

  cache_place_put (cache, id_of (1), 8);
  int damaged = cache_find (cache, id_of (1));
  cache_discard (cache, id_of (1), damaged);
  g_assert_cmpint (cache_find (cache, id_of (1)), ==, -1);

  cache_place_put (cache, id_of (1), SIZE);
  cache_discard (cache, id_of (1), damaged);
  g_assert_true (cache_place_has (cache, id_of (1), SIZE));
  close (damaged);
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);
}

/* Four of 64 KiB where three may be: in the order of their use, not of their making. */
static void
test_eviction_order (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, 3 * SIZE + 16 * KIB);
  (void) data;

  for (unsigned i = 0; i < 3; i++)
    {
      cache_place_put (cache, id_of (i), SIZE);
      set_used (place, id_of (i), 1000 + (time_t) i);
    }
  g_assert_true (cache_place_has (cache, id_of (0), SIZE));
  cache_place_put (cache, id_of (3), SIZE);
  g_assert_cmpuint (cache_size (cache).n_files, ==, 3);
  g_assert_cmpuint (cache_size (cache).bytes, >=, 3 * SIZE);
  g_assert_cmpuint (cache_size (cache).bytes, <=, 3 * SIZE + 16 * KIB);
  g_assert_false (cache_place_has (cache, id_of (1), SIZE));
  g_assert_true (cache_place_has (cache, id_of (0), SIZE));
  g_assert_true (cache_place_has (cache, id_of (2), SIZE));

  g_autoptr (Cache) smaller = cache_place_cache (place, SIZE + 16 * KIB);
  set_used (place, id_of (3), 3000);
  set_used (place, id_of (0), 2000);
  set_used (place, id_of (2), 1000);
  cache_evict (smaller);
  g_assert_cmpuint (cache_size (cache).n_files, ==, 1);
  g_assert_true (cache_place_has (cache, id_of (3), SIZE));
}

static void
test_larger_than_all (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, SIZE + 16 * KIB);
  g_autoptr (GError) error = NULL;
  CacheSlot *slot;
  (void) data;

  cache_place_put (cache, id_of (1), SIZE);
  g_assert_cmpint (cache_begin (cache, id_of (2), 0, &slot, NULL), ==, CACHE_MINE);
  g_assert_true (cache_place_fill (cache_slot_fd (slot), id_of (2), 2 * SIZE));
  g_assert_false (cache_publish (slot, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE);
  g_assert_true (cache_place_has (cache, id_of (1), SIZE));
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);
}

/* Every program that fills the cache keeps to what one of them was told. */
static void
test_limit_is_kept (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_AS_SET);
  (void) data;

  for (unsigned i = 1; i <= 3; i++)
    {
      cache_place_put (cache, id_of (i), SIZE);
      set_used (place, id_of (i), i * 100);
    }
  g_assert_true (cache_set_limit (cache, 2 * SIZE));
  g_autoptr (Cache) other = cache_place_cache (place, CACHE_LIMIT_AS_SET);
  cache_evict (other);
  g_assert_false (cache_place_has (other, id_of (1), SIZE));
  g_assert_true (cache_place_has (other, id_of (3), SIZE));
  g_assert_cmpuint (cache_size (other).n_files, ==, 2);
}

/* Neither evicting nor clearing nor reaping touches what is being made, by this process or another. */
static void
test_in_the_making (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, 0);
  g_autoptr (Cache) roomy = cache_place_cache (place, CACHE_LIMIT_BYTES);
  CacheSlot *slot;
  (void) data;

  cache_place_put (roomy, id_of (1), SIZE);
  g_assert_cmpint (cache_begin (roomy, id_of (2), 0, &slot, NULL), ==, CACHE_MINE);
  g_assert_true (cache_place_fill (cache_slot_fd (slot), id_of (2), SIZE));
  cache_evict (cache);
  g_assert_cmpuint (cache_clear (cache), ==, 0);
  g_assert_cmpint (cache_find (cache, id_of (1)), ==, -1);
  g_assert_true (cache_publish (slot, NULL));
  g_assert_true (cache_place_has (roomy, id_of (2), SIZE));
}

static void
test_clear (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  g_autofree char *foreign = g_build_filename (place->directory, "notes.txt", NULL);
  (void) data;

  cache_place_put (cache, id_of (1), SIZE);
  cache_place_put (cache, id_of (2), SIZE);
  g_assert_true (g_file_set_contents (foreign, "mine", -1, NULL));
  int mapped = cache_find (cache, id_of (1));
  uint64_t bytes = cache_size (cache).bytes;
  g_assert_cmpuint (bytes, >=, 2 * SIZE);
  g_assert_cmpuint (cache_clear (cache), ==, bytes);
  g_assert_cmpuint (cache_size (cache).n_files, ==, 0);
  g_assert_true (cache_place_is_whole (mapped, id_of (1), SIZE));
  close (mapped);
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);
}

static void
test_reap (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  const char *const foreign[] = { "x.tmp", "0123.lock", "0000000000000000000000000000000G.tmp" };
  const char *const left[] = { ".tmp", ".lock" };
  (void) data;

  cache_place_put (cache, id_of (3), SIZE);
  for (unsigned i = 0; i < 2; i++)
    {
      g_autofree char *path = path_of (place, id_of (i), left[i]);
      g_assert_true (g_file_set_contents (path, "left", -1, NULL));
    }
  for (size_t i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autofree char *path = g_build_filename (place->directory, foreign[i], NULL);
      g_assert_true (g_file_set_contents (path, "not of the cache", -1, NULL));
    }
  g_assert_cmpuint (cache_place_count (place, ""), ==, 6);
  cache_free (cache_place_cache (place, CACHE_LIMIT_BYTES));
  g_assert_cmpuint (cache_place_count (place, ""), ==, 4);
  g_assert_true (cache_place_has (cache, id_of (3), SIZE));
}

/* The name is none, but it could be put there. */
static void
test_links (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  g_autofree char *target = g_build_filename (place->base, "target", NULL);
  CacheSlot *slot;
  (void) data;

  g_assert_true (g_file_set_contents (target, "mine", -1, NULL));
  g_autofree char *file = path_of (place, id_of (1), ".stepscope");
  g_autofree char *lock = path_of (place, id_of (2), ".lock");
  g_assert_cmpint (symlink (target, file), ==, 0);
  g_assert_cmpint (symlink (target, lock), ==, 0);
  g_assert_cmpint (cache_find (cache, id_of (1)), ==, -1);
  for (unsigned i = 1; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (cache_begin (cache, id_of (i), 0, &slot, &error), ==, CACHE_UNAVAILABLE);
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
    }
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *path;
    void (*run) (CachePlace *place, gconstpointer data);
  } tests[] = {
    { "/cache/published_file_is_found", test_published },
    { "/cache/dropped_file_never_was", test_dropped },
    { "/cache/one_makes_it_others_wait", test_turns },
    { "/cache/waiting_ends_when_it_is_published", test_wait_ends },
    { "/cache/only_the_damaged_file_is_discarded", test_discard },
    { "/cache/least_recently_used_goes_first", test_eviction_order },
    { "/cache/its_limit_is_that_of_every_program", test_limit_is_kept },
    { "/cache/larger_than_all_of_it_is_not_kept", test_larger_than_all },
    { "/cache/what_is_being_made_is_left_alone", test_in_the_making },
    { "/cache/clearing_frees_all_of_ours", test_clear },
    { "/cache/opening_removes_what_was_left_behind", test_reap },
    { "/cache/symbolic_links_in_it_are_not_followed", test_links },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, CachePlace, NULL, cache_place_set_up, tests[i].run, cache_place_tear_down);
  return g_test_run ();
}
