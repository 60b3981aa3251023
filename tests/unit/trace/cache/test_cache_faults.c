/* SPDX-License-Identifier: Apache-2.0
 *
 * Places that cannot be a cache, and what goes wrong in those that can. */

#include <errno.h>
#include <grp.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/unit/trace/cache/cache_place.h"
#include "tests/unit/trace/cache/failing_calls.h"
#include "trace/text/trace_error.h"

#define SIZE    65536
#define NOBODY  65534
#define SKIPPED 77

static char id_text[33];

static const char *
id_one (void)
{
  return cache_place_id (1, id_text);
}

/* ---- places ---- */

static void
assert_refused (const CachePlace *place, const char *why)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cache_new (place->base, CACHE_LIMIT_BYTES, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
  g_assert_nonnull (strstr (error->message, why));
}

static void
test_symbolic_link (CachePlace *place, gconstpointer data)
{
  g_autofree char *outer = g_path_get_dirname (place->directory);
  g_autofree char *elsewhere = g_build_filename (place->base, "elsewhere", NULL);
  (void) data;

  g_assert_cmpint (g_mkdir (elsewhere, 0700), ==, 0);
  g_assert_cmpint (symlink (elsewhere, outer), ==, 0);
  assert_refused (place, "symbolic link");

  g_assert_cmpint (unlink (outer), ==, 0);
  g_assert_cmpint (g_mkdir (outer, 0700), ==, 0);
  g_assert_cmpint (symlink (elsewhere, place->directory), ==, 0);
  assert_refused (place, "symbolic link");

  g_assert_cmpint (unlink (place->directory), ==, 0);
  g_assert_true (g_file_set_contents (place->directory, "", 0, NULL));
  assert_refused (place, "not a directory");
}

static void
test_link_to_base (CachePlace *place, gconstpointer data)
{
  g_autofree char *link = g_build_filename (place->base, "link", NULL);
  (void) data;

  g_assert_cmpint (symlink (place->base, link), ==, 0);
  g_autoptr (Cache) cache = cache_new (link, CACHE_LIMIT_BYTES, NULL);
  g_assert_nonnull (cache);
  cache_place_put (cache, id_one (), SIZE);
  g_assert_cmpuint (cache_place_count (place, ".stepscope"), ==, 1);
}

static void
test_writable_by_others (CachePlace *place, gconstpointer data)
{
  g_autofree char *outer = g_path_get_dirname (place->directory);
  const char *const paths[] = { outer, place->directory };
  (void) data;

  cache_free (cache_place_cache (place, CACHE_LIMIT_BYTES));
  for (size_t i = 0; i < G_N_ELEMENTS (paths); i++)
    for (mode_t mode = 0720; mode >= 0702; mode -= 016)
      {
        g_assert_cmpint (chmod (paths[i], mode), ==, 0);
        assert_refused (place, "other users may write");
        g_assert_cmpint (chmod (paths[i], 0755), ==, 0);
        cache_free (cache_place_cache (place, CACHE_LIMIT_BYTES));
      }
}

static void
test_of_another_user (CachePlace *place, gconstpointer data)
{
  (void) data;
  cache_free (cache_place_cache (place, CACHE_LIMIT_BYTES));
  if (chown (place->directory, NOBODY, NOBODY) != 0)
    {
      g_test_skip ("only root can give files away");
      return;
    }
  assert_refused (place, "another user");
}

static void
test_default_place (CachePlace *place, gconstpointer data)
{
  g_autofree char *home_cache = g_build_filename (place->base, ".cache", "stepscope", "profiles", NULL);
  g_autoptr (GError) error = NULL;
  (void) data;

  g_assert_null (cache_new_existing (place->base, CACHE_LIMIT_BYTES, NULL));
  g_setenv ("HOME", place->base, TRUE);
  g_setenv ("XDG_CACHE_HOME", place->base, TRUE);
  g_autoptr (Cache) of_variable = cache_new (NULL, CACHE_LIMIT_BYTES, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (cache_path (of_variable), ==, place->directory);

  g_setenv ("XDG_CACHE_HOME", "relative", TRUE);
  g_autoptr (Cache) of_home = cache_new (NULL, CACHE_LIMIT_BYTES, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (cache_path (of_home), ==, home_cache);
  cache_free (cache_new_existing (NULL, CACHE_LIMIT_BYTES, &error));
  g_assert_no_error (error);

  g_unsetenv ("XDG_CACHE_HOME");
  g_setenv ("HOME", "relative", TRUE);
  g_assert_null (cache_new (NULL, CACHE_LIMIT_BYTES, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
}

/* ---- faults ---- */

static void
assert_empty (const CachePlace *place)
{
  g_assert_cmpuint (cache_place_count (place, ""), ==, 0);
}

static void
assert_cannot_begin (const CachePlace *place, const Cache *cache, uint64_t source_bytes, int code)
{
  g_autoptr (GError) error = NULL;
  CacheSlot *slot;

  g_assert_cmpint (cache_begin (cache, id_one (), source_bytes, &slot, &error), ==, CACHE_UNAVAILABLE);
  g_assert_error (error, TRACE_ERROR, code);
  g_assert_nonnull (strstr (error->message, cache_path (cache)));
  assert_empty (place);
}

static void
test_no_locks (CachePlace *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  (void) data;

  failing_calls.flock = ENOLCK;
  assert_cannot_begin (place, cache, 0, TRACE_ERROR_UNWRITABLE);
  failing_calls.flock = 0;
}

static void
test_no_tmpfile (CachePlace *place, gconstpointer data)
{
  const int codes[] = { EOPNOTSUPP, EISDIR, ENOENT, EINVAL };
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  CacheSlot *slot;
  (void) data;

  for (size_t i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      failing_calls.tmpfile = codes[i];
      cache_place_put (cache, id_one (), SIZE);
      g_assert_true (cache_place_has (cache, id_one (), SIZE));
      g_assert_cmpuint (cache_place_count (place, ""), ==, 1);
      cache_clear (cache);

      g_assert_cmpint (cache_begin (cache, id_one (), 0, &slot, NULL), ==, CACHE_MINE);
      g_assert_cmpuint (cache_place_count (place, ".tmp"), ==, 1);
      cache_free (cache_place_cache (place, CACHE_LIMIT_BYTES));
      g_assert_cmpuint (cache_place_count (place, ".tmp"), ==, 1);
      cache_drop (slot);
      assert_empty (place);
    }
  failing_calls.tmpfile = EMFILE;
  assert_cannot_begin (place, cache, 0, TRACE_ERROR_UNWRITABLE);
  failing_calls.tmpfile = 0;
}

static void
test_cannot_publish (CachePlace *place, gconstpointer data)
{
  const struct
  {
    FailingCalls calls;
    int code;
  } cases[] = {
    { { .fsync = EIO }, TRACE_ERROR_UNWRITABLE },
    { { .fsync = ENOSPC }, TRACE_ERROR_NO_SPACE },
    { { .fsync = EDQUOT, .tmpfile = EOPNOTSUPP }, TRACE_ERROR_NO_SPACE },
    { { .linkat = EPERM }, TRACE_ERROR_UNWRITABLE },
    { { .linkat = ENOENT }, TRACE_ERROR_UNWRITABLE }, /* without /proc */
  };
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  (void) data;

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      CacheSlot *slot;

      failing_calls = cases[i].calls;
      g_assert_cmpint (cache_begin (cache, id_one (), 0, &slot, NULL), ==, CACHE_MINE);
      g_assert_true (cache_place_fill (cache_slot_fd (slot), id_one (), SIZE));
      g_assert_false (cache_publish (slot, &error));
      g_assert_error (error, TRACE_ERROR, cases[i].code);
      assert_empty (place);
    }
  failing_calls = (FailingCalls){ 0 };
}

/* ---- in a process of another user, or with another file system ---- */

static void
run_apart (CachePlace *place,
           bool (*prepare) (const CachePlace *place),
           void (*work) (const CachePlace *place))
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      if (!prepare (place))
        _exit (SKIPPED);
      work (place);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("not permitted here");
  else
    g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* The cache, with one file, becomes one that its owner may only read; root may always write. */
static bool
make_read_only (const CachePlace *place)
{
  g_autofree char *outer = g_path_get_dirname (place->directory);
  g_autofree char *file = g_strconcat (place->directory, "/", id_one (), ".stepscope", NULL);
  const char *const paths[] = { place->base, outer, place->directory, file };

  {
    g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
    cache_place_put (cache, id_one (), SIZE);
  }
  for (size_t i = 0; geteuid () == 0 && i < G_N_ELEMENTS (paths); i++)
    if (chown (paths[i], NOBODY, NOBODY) != 0)
      return false;
  if (geteuid () == 0 && (setgroups (0, NULL) != 0 || setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
    return false;
  return chmod (outer, 0500) == 0 && chmod (place->directory, 0500) == 0;
}

static void
use_read_only (const CachePlace *place)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  g_autoptr (GError) error = NULL;
  char other[33];
  CacheSlot *slot;

  g_assert_true (cache_place_has (cache, id_one (), SIZE));
  g_assert_cmpint (cache_begin (cache, cache_place_id (2, other), 0, &slot, &error), ==, CACHE_UNAVAILABLE);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
  g_assert_cmpuint (cache_clear (cache), ==, 0);
  g_assert_cmpuint (cache_place_count (place, ""), ==, 1);

  /* And none can be made in there. */
  CachePlace inside = { .base = place->directory };
  assert_refused (&inside, "Permission denied");

  chmod (place->directory, 0700);
  g_autofree char *outer = g_path_get_dirname (place->directory);
  chmod (outer, 0700);
}

static void
test_read_only (CachePlace *place, gconstpointer data)
{
  (void) data;
  run_apart (place, make_read_only, use_read_only);
}

static bool
mount_small (const CachePlace *place)
{
  return unshare (CLONE_NEWNS) == 0 && mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0
         && mount ("none", place->base, "tmpfs", 0, "size=1m") == 0;
}

static void
fill_up (const CachePlace *place)
{
  g_autoptr (Cache) cache = cache_place_cache (place, CACHE_LIMIT_BYTES);
  CacheSlot *slot;

  assert_cannot_begin (place, cache, 4 << 20, TRACE_ERROR_NO_SPACE);
  for (int named = 0; named < 2; named++)
    {
      failing_calls.tmpfile = named ? EOPNOTSUPP : 0;
      g_assert_cmpint (cache_begin (cache, id_one (), 1 << 20, &slot, NULL), ==, CACHE_MINE);
      g_assert_false (cache_place_fill (cache_slot_fd (slot), id_one (), 2 << 20));
      g_assert_cmpint (errno, ==, ENOSPC);
      cache_drop (slot);
      assert_empty (place);
    }
  cache_place_put (cache, id_one (), SIZE);
  g_assert_true (cache_place_has (cache, id_one (), SIZE));
}

static void
test_disk_full (CachePlace *place, gconstpointer data)
{
  (void) data;
  run_apart (place, mount_small, fill_up);
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *path;
    void (*run) (CachePlace *place, gconstpointer data);
  } tests[] = {
    { "/cache_faults/symbolic_links_on_the_way_are_refused", test_symbolic_link },
    { "/cache_faults/base_may_be_a_link", test_link_to_base },
    { "/cache_faults/directory_that_others_may_write_to_is_refused", test_writable_by_others },
    { "/cache_faults/directory_of_another_user_is_refused", test_of_another_user },
    { "/cache_faults/relative_variables_are_ignored", test_default_place },
    { "/cache_faults/without_locks_there_is_no_cache", test_no_locks },
    { "/cache_faults/without_unnamed_files_named_ones_do", test_no_tmpfile },
    { "/cache_faults/what_cannot_reach_the_disk_is_not_published", test_cannot_publish },
    { "/cache_faults/read_only_directory_can_be_read", test_read_only },
    { "/cache_faults/full_disk_leaves_nothing_behind", test_disk_full },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, CachePlace, NULL, cache_place_set_up, tests[i].run, cache_place_tear_down);
  return g_test_run ();
}
