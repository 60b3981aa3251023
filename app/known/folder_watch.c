/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/folder_watch.h"

#define QUIET_MS 300

struct _FolderWatch
{
  GObject parent_instance;

  GHashTable *monitors; /* path -> GFileMonitor */
  guint timer;          /* 0: nothing has changed */
};

G_DEFINE_FINAL_TYPE (FolderWatch, folder_watch, G_TYPE_OBJECT)

static guint changed_signal;

static gboolean
tell (gpointer data)
{
  FolderWatch *watch = data;

  watch->timer = 0;
  g_signal_emit (watch, changed_signal, 0);
  return G_SOURCE_REMOVE;
}

/* The first change waits for those that come with it; nothing makes it wait longer. */
static void
note_change (FolderWatch *watch)
{
  if (watch->timer == 0)
    watch->timer = g_timeout_add (QUIET_MS, tell, watch);
}

static void
end_monitor (gpointer monitor)
{
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

static void
folder_watch_dispose (GObject *object)
{
  FolderWatch *watch = FOLDER_WATCH (object);

  g_clear_handle_id (&watch->timer, g_source_remove);
  g_clear_pointer (&watch->monitors, g_hash_table_unref);
  G_OBJECT_CLASS (folder_watch_parent_class)->dispose (object);
}

static void
folder_watch_class_init (FolderWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = folder_watch_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
folder_watch_init (FolderWatch *watch)
{
  watch->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, end_monitor);
}

FolderWatch *
folder_watch_new (void)
{
  return g_object_new (FOLDER_TYPE_WATCH, NULL);
}

static GFileMonitor *
monitor_new (FolderWatch *watch, const char *path)
{
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor == NULL)
    return NULL;
  g_file_monitor_set_rate_limit (monitor, QUIET_MS);
  g_signal_connect_object (monitor, "changed", G_CALLBACK (note_change), watch, G_CONNECT_SWAPPED);
  return monitor;
}

void
folder_watch_set (FolderWatch *watch, const GPtrArray *folders)
{
  GHashTable *before = watch->monitors;

  watch->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, end_monitor);
  for (guint i = 0; i < folders->len; i++)
    {
      const char *path = folders->pdata[i];
      gpointer key, monitor;

      if (g_hash_table_contains (watch->monitors, path))
        continue;
      if (g_hash_table_steal_extended (before, path, &key, &monitor))
        {
          g_hash_table_insert (watch->monitors, key, monitor);
          continue;
        }
      monitor = monitor_new (watch, path);
      if (monitor != NULL)
        g_hash_table_insert (watch->monitors, g_strdup (path), monitor);
    }
  g_hash_table_unref (before);
}
