/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/folder_watch.h"

#include <sys/stat.h>

#include "trace/open/first_look.h"

#define QUIET_MS 300

/* Of one moment. More are not looked at one by one. */
#define CREATED_MAX 1000

/* Each asks the system about a folder, which may lie far away. */
#define ADDED_AT_ONCE 4

struct _FolderWatch
{
  GObject parent_instance;

  GHashTable *monitors; /* path -> GFileMonitor */
  GQueue wanted;        /* char *: paths of monitors to come */
  guint adding;         /* idle; 0: none are to come */
  bool has_added;
  guint timer;          /* 0: nothing has changed */
  GHashTable *created;  /* set of paths that may be folders */
  guint asking;         /* 0: there are none */
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

/* ---- what was created ---- */

static void
find_folders (GTask *task, gpointer source, gpointer paths, GCancellable *cancellable)
{
  GHashTableIter iter;
  gpointer path;
  bool is_any = false;
  struct stat info;
  (void) source;
  (void) cancellable;

  g_hash_table_iter_init (&iter, paths);
  while (!is_any && g_hash_table_iter_next (&iter, &path, NULL))
    is_any = lstat (path, &info) == 0 && S_ISDIR (info.st_mode);
  g_task_return_boolean (task, is_any);
}

static void
take_folders (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (FolderWatch) watch = data;
  (void) object;

  if (g_task_propagate_boolean (G_TASK (result), NULL) && watch->monitors != NULL)
    note_change (watch);
}

static gboolean
ask_for_folders (gpointer data)
{
  FolderWatch *watch = data;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, take_folders, g_object_ref (watch));

  watch->asking = 0;
  g_task_set_task_data (task, g_steal_pointer (&watch->created), (GDestroyNotify) g_hash_table_unref);
  watch->created = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_task_run_in_thread (task, find_folders);
  return G_SOURCE_REMOVE;
}

static bool
is_hidden (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name == NULL || name[0] == '.';
}

/* The system does not say whether it is a folder. */
static void
note_created (FolderWatch *watch, GFile *file)
{
  if (is_hidden (file) || g_file_peek_path (file) == NULL)
    return;
  if (g_hash_table_size (watch->created) < CREATED_MAX)
    g_hash_table_add (watch->created, g_strdup (g_file_peek_path (file)));
  if (watch->asking == 0)
    watch->asking = g_timeout_add (QUIET_MS, ask_for_folders, watch);
}

/* ---- what the system tells ---- */

static bool
is_profile (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && name[0] != '.' && first_look_is_name (name);
}

static bool
is_watched (FolderWatch *watch, GFile *file)
{
  const char *path = g_file_peek_path (file);

  return path != NULL && g_hash_table_contains (watch->monitors, path);
}

static void
follow (FolderWatch *watch, GFile *file, GFile *other, GFileMonitorEvent event)
{
  bool is_change = is_profile (file);

  switch (event)
    {
    case G_FILE_MONITOR_EVENT_CHANGED:
    case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT:
    case G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED:
      break;
    case G_FILE_MONITOR_EVENT_CREATED:
    case G_FILE_MONITOR_EVENT_MOVED_IN:
      if (!is_change)
        note_created (watch, file);
      break;
    case G_FILE_MONITOR_EVENT_RENAMED:
      is_change = is_change || is_watched (watch, file) || (other != NULL && is_profile (other));
      if (!is_change && other != NULL)
        note_created (watch, other);
      break;
    case G_FILE_MONITOR_EVENT_DELETED:
    case G_FILE_MONITOR_EVENT_MOVED_OUT:
      is_change = is_change || is_watched (watch, file);
      break;
    default: /* the file system comes or goes */
      is_change = true;
    }
  if (is_change)
    note_change (watch);
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
  g_clear_handle_id (&watch->asking, g_source_remove);
  g_clear_handle_id (&watch->adding, g_source_remove);
  g_queue_clear_full (&watch->wanted, g_free);
  g_clear_pointer (&watch->created, g_hash_table_unref);
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
  watch->created = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
  g_signal_connect_object (monitor, "changed", G_CALLBACK (follow), watch, G_CONNECT_SWAPPED);
  return monitor;
}

static gboolean
add_some (gpointer data)
{
  FolderWatch *watch = data;
  char *path;

  for (int n = 0; n < ADDED_AT_ONCE && (path = g_queue_pop_head (&watch->wanted)) != NULL; n++)
    {
      GFileMonitor *monitor = monitor_new (watch, path);

      if (monitor != NULL)
        g_hash_table_insert (watch->monitors, path, monitor);
      else
        g_free (path);
      watch->has_added |= monitor != NULL;
    }
  if (!g_queue_is_empty (&watch->wanted))
    return G_SOURCE_CONTINUE;
  watch->adding = 0;
  if (watch->has_added)
    note_change (watch);
  watch->has_added = false;
  return G_SOURCE_REMOVE;
}

void
folder_watch_set (FolderWatch *watch, const GPtrArray *folders)
{
  GHashTable *before = watch->monitors;

  watch->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, end_monitor);
  g_queue_clear_full (&watch->wanted, g_free);
  for (guint i = 0; i < folders->len; i++)
    {
      const char *path = folders->pdata[i];
      gpointer key, monitor;

      if (g_hash_table_steal_extended (before, path, &key, &monitor))
        g_hash_table_insert (watch->monitors, key, monitor);
      else if (!g_hash_table_contains (watch->monitors, path))
        g_queue_push_tail (&watch->wanted, g_strdup (path));
    }
  g_hash_table_unref (before);
  if (!g_queue_is_empty (&watch->wanted) && watch->adding == 0)
    watch->adding = g_idle_add (add_some, watch);
}
