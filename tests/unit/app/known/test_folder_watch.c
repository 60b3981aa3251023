/* SPDX-License-Identifier: Apache-2.0
 *
 * Which changes in watched folders are told. */

#include <glib/gstdio.h>
#include <unistd.h>

#include "app/known/folder_watch.h"
#include "tests/unit/fixtures/scratch_folder.h"

/* Changes are told of after a moment. */
#define MOMENT_US (G_USEC_PER_SEC * 3 / 2)

/* They take longer than that only on a machine that is busy with other things. */
#define PATIENCE_US (30 * G_USEC_PER_SEC)

typedef struct
{
  char *folder;
  FolderWatch *watch;
  guint n_told;
} Place;

static void
count (Place *place)
{
  place->n_told++;
}

static void
set_up (Place *place, gconstpointer data)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  (void) data;

  place->folder = scratch_folder_new ();
  place->watch = folder_watch_new ();
  g_signal_connect_swapped (place->watch, "changed", G_CALLBACK (count), place);
  g_ptr_array_add (folders, place->folder);
  folder_watch_set (place->watch, folders);
}

static void
tear_down (Place *place, gconstpointer data)
{
  (void) data;
  g_signal_handlers_disconnect_by_data (place->watch, place);
  g_object_unref (place->watch);
  scratch_folder_remove (place->folder);
}

static gboolean
wake (gpointer data)
{
  (void) data;
  return G_SOURCE_CONTINUE;
}

/* Returns how often changes were told. */
static guint
told (Place *place, gint64 within_us, guint enough)
{
  gint64 begin_us = g_get_monotonic_time ();
  guint timer = g_timeout_add (10, wake, NULL);

  while (place->n_told < enough && g_get_monotonic_time () - begin_us < within_us)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  guint n = place->n_told;
  place->n_told = 0;
  return n;
}

static void
write_file (Place *place, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (place->folder, name, NULL);

  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

static void
move (Place *place, const char *from, const char *to)
{
  g_autofree char *from_path = g_build_filename (place->folder, from, NULL);
  g_autofree char *to_path = g_build_filename (place->folder, to, NULL);

  g_assert_cmpint (g_rename (from_path, to_path), ==, 0);
}

static void
remove_file (Place *place, const char *name)
{
  g_autofree char *path = g_build_filename (place->folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
test_files_that_cannot_be_profiles_are_not_told (Place *place, gconstpointer data)
{
  (void) data;
  told (place, MOMENT_US, 100);
  for (int i = 0; i < 20; i++)
    write_file (place, "train.log", "a line\n");
  write_file (place, "weights.bin", "1");
  write_file (place, ".hidden.json", "{}");
  move (place, "weights.bin", "weights.old");
  remove_file (place, "weights.old");
  g_assert_cmpuint (told (place, MOMENT_US, 100), ==, 0);
}

static void
test_profiles_and_folders_are_told (Place *place, gconstpointer data)
{
  g_autofree char *below = g_build_filename (place->folder, "below", NULL);
  (void) data;

  told (place, MOMENT_US, 100);
  write_file (place, "a.json", "{}");
  g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
  move (place, "a.json", "b.txt");
  g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
  move (place, "b.txt", "run.stepscope");
  g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
  remove_file (place, "run.stepscope");
  g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
  g_mkdir (below, 0700);
  g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
}

static void
test_many_folders_are_watched_in_the_end (Place *place, gconstpointer data)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  (void) data;

  for (int i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("below%d", i);

      g_ptr_array_add (folders, g_build_filename (place->folder, name, NULL));
      g_mkdir (folders->pdata[i], 0700);
    }
  g_ptr_array_add (folders, g_build_filename (place->folder, "missing", NULL));
  told (place, MOMENT_US, 100);
  folder_watch_set (place->watch, folders);
  g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
  told (place, MOMENT_US, 100);
  for (int i = 0; i < 40; i += 39)
    {
      g_autofree char *name = g_strdup_printf ("below%d/a.json", i);

      write_file (place, name, "{}");
      g_assert_cmpuint (told (place, PATIENCE_US, 1), ==, 1);
      told (place, MOMENT_US, 100);
    }
  /* Nothing is told of where nothing is new, nor of folders that are no longer watched. */
  folder_watch_set (place->watch, folders);
  g_assert_cmpuint (told (place, MOMENT_US, 100), ==, 0);
  folder_watch_set (place->watch, none);
  write_file (place, "below0/b.json", "{}");
  g_assert_cmpuint (told (place, MOMENT_US, 100), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/folder_watch/files_that_cannot_be_profiles_are_not_told", Place, NULL, set_up,
              test_files_that_cannot_be_profiles_are_not_told, tear_down);
  g_test_add ("/folder_watch/profiles_and_folders_are_told", Place, NULL, set_up,
              test_profiles_and_folders_are_told, tear_down);
  g_test_add ("/folder_watch/many_folders_are_watched_in_the_end", Place, NULL, set_up,
              test_many_folders_are_watched_in_the_end, tear_down);
  return g_test_run ();
}
