/* SPDX-License-Identifier: Apache-2.0
 *
 * What is opened while the program starts: native files and what is in the cache, with their figures; nothing else. */

#include <unistd.h>

#include "app/opening/early_open.h"
#include "tests/unit/fixtures/native_profile.h"
#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/cache/cache.h"

typedef struct
{
  char *folder;
} Desk;

/* Never freed: a thread may still ask it. */
static Library *library;

static void
set_up (Desk *desk, gconstpointer data)
{
  (void) data;
  desk->folder = scratch_folder_new ();
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  (void) data;
  scratch_folder_remove (desk->folder);
}

static LoadedProfile *
open_early (const char *path)
{
  g_autofree char *notice = NULL;

  early_open_begin (path, library);
  LoadedProfile *loaded = early_open_take (path, &notice);
  g_assert_null (notice);
  return loaded;
}

/* They come with it, or a moment later. */
static void
assert_figures (LoadedProfile *loaded)
{
  while (loaded_profile_awaits_figures (loaded))
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (DashboardData) figures = loaded_profile_take_figures (loaded);

  g_assert_nonnull (figures);
  g_assert_true (figures->profile == loaded_profile_profile (loaded));
  g_assert_null (loaded_profile_take_figures (loaded));
}

static void
test_native_file_is_opened_with_its_figures (Desk *desk, gconstpointer data)
{
  g_autofree char *json = native_profile_json (1);
  g_autofree char *path = native_profile_write (desk->folder, "run.stepscope", json);
  g_autoptr (LoadedProfile) loaded = open_early (path);
  (void) data;

  g_assert_nonnull (loaded);
  g_assert_cmpstr (loaded_profile_title (loaded), ==, "run");
  g_assert_nonnull (loaded_profile_source (loaded));
  g_assert_false (loaded_profile_was_cached (loaded));
  assert_figures (loaded);
}

static void
test_source_in_the_cache_is_opened_from_there (Desk *desk, gconstpointer data)
{
  g_autofree char *json = native_profile_json (1);
  g_autofree char *path = opened_file (desk->folder, "run.json", json);
  g_autoptr (GError) error = NULL;
  g_autoptr (Cache) cache = cache_new (NULL, CACHE_LIMIT_BYTES, &error);
  SourceIdentity identity;
  CacheSlot *slot;
  (void) data;

  g_assert_no_error (error);
  g_assert_true (source_identity_take (path, &identity));
  g_assert_cmpint (cache_begin (cache, identity.id, 0, &slot, &error), ==, CACHE_MINE);
  native_profile_import (path, cache_slot_fd (slot));
  g_assert_true (cache_publish (slot, &error));

  g_autoptr (LoadedProfile) loaded = open_early (path);
  g_assert_nonnull (loaded);
  g_assert_true (loaded_profile_was_cached (loaded));
  g_assert_cmpstr (loaded_profile_source (loaded)->id, ==, identity.id);
  g_assert_cmpstr (loaded_profile_title (loaded), ==, "run");
  assert_figures (loaded);
}

static void
test_what_has_to_be_read_is_left_to_others (Desk *desk, gconstpointer data)
{
  g_autofree char *json = native_profile_json (1);
  g_autofree char *foreign = opened_file (desk->folder, "run.json", json);
  g_autofree char *missing = g_build_filename (desk->folder, "missing.json", NULL);
  (void) data;

  g_assert_null (open_early (foreign));
  g_assert_null (open_early (missing));
  g_assert_null (open_early (desk->folder));
}

static void
test_damaged_native_file_is_left_to_who_tells (Desk *desk, gconstpointer data)
{
  g_autofree char *json = native_profile_json (1);
  g_autofree char *path = native_profile_write (desk->folder, "run.stepscope", json);
  (void) data;

  g_assert_cmpint (truncate (path, 200), ==, 0);
  g_assert_null (open_early (path));
}

static void
test_only_its_own_path_takes_it_and_once (Desk *desk, gconstpointer data)
{
  g_autofree char *json = native_profile_json (1);
  g_autofree char *path = native_profile_write (desk->folder, "run.stepscope", json);
  g_autofree char *notice = NULL;
  (void) data;

  g_assert_null (early_open_take (path, &notice));
  early_open_begin (path, library);
  g_assert_null (early_open_take ("/somewhere/else", &notice));
  g_autoptr (LoadedProfile) loaded = early_open_take (path, &notice);
  g_assert_nonnull (loaded);
  g_assert_null (early_open_take (path, &notice));
  assert_figures (loaded);
}

#define TEST(path, function) g_test_add ("/early_open" path, Desk, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  char *cache = scratch_folder_new ();

  g_test_init (&argc, &argv, NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  library = library_new ("/dev/null/none");
  TEST ("/native_file_is_opened_with_its_figures", test_native_file_is_opened_with_its_figures);
  TEST ("/source_in_the_cache_is_opened_from_there", test_source_in_the_cache_is_opened_from_there);
  TEST ("/what_has_to_be_read_is_left_to_others", test_what_has_to_be_read_is_left_to_others);
  TEST ("/damaged_native_file_is_left_to_who_tells", test_damaged_native_file_is_left_to_who_tells);
  TEST ("/only_its_own_path_takes_it_and_once", test_only_its_own_path_takes_it_and_once);
  int status = g_test_run ();
  scratch_folder_remove (cache);
  return status;
}
