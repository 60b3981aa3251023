/* SPDX-License-Identifier: Apache-2.0 */

#include "app/profiles/source_watch.h"

#include <glib/gi18n-lib.h>

#define BEGIN_MS 1000

struct _SourceWatch
{
  GObject parent_instance;

  char *path; /* NULL: ended */
  SourceIdentity source;
  bool has_source;
  SourceChange change;

  GFileMonitor *monitor;        /* NULL: not begun, or there is none to be had */
  gint64 first_us, last_us;     /* of what was told and not looked at; 0: nothing was */
  guint timer;                  /* to begin, or to look */
  bool is_looking, looks_again; /* again: as soon as that is done */
};

G_DEFINE_FINAL_TYPE (SourceWatch, source_watch, G_TYPE_OBJECT)

static guint changed_signal;

/* ---- in a worker ---- */

typedef struct
{
  char *path;
  SourceIdentity source;
  bool has_source; /* false: source is to be taken */
  SourceChange change;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_free (look->path);
  g_free (look);
}

static void
look_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  Look *look = task_data;
  (void) source_object;
  (void) cancellable;

  if (look->has_source)
    look->change = source_identity_compare (&look->source, look->path);
  else
    look->has_source = source_identity_take (look->path, &look->source);
  g_task_return_boolean (task, TRUE);
}

/* ---- looking ---- */

static void
take_look (GObject *source_object, GAsyncResult *result, gpointer data)
{
  g_autoptr (SourceWatch) watch = data;
  const Look *look = g_task_get_task_data (G_TASK (result));
  (void) source_object;

  watch->is_looking = false;
  if (watch->path == NULL)
    return;
  watch->has_source = look->has_source;
  watch->source = look->source;
  if (look->change != watch->change)
    {
      watch->change = look->change;
      g_signal_emit (watch, changed_signal, 0);
    }
  if (watch->looks_again)
    source_watch_look (watch);
}

void
source_watch_look (SourceWatch *watch)
{
  watch->looks_again = watch->is_looking;
  if (watch->is_looking || watch->path == NULL)
    return;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, take_look, g_object_ref (watch));
  Look *look = g_new (Look, 1);

  *look = (Look){ .path = g_strdup (watch->path),
                  .source = watch->source,
                  .has_source = watch->has_source,
                  .change = SOURCE_UNCHANGED };
  watch->is_looking = true;
  watch->first_us = 0;
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, look_in_thread);
}

gint64
source_watch_due_us (gint64 first_us, gint64 last_us)
{
  return MIN (first_us + SOURCE_WATCH_BUSY_US, last_us + SOURCE_WATCH_QUIET_US);
}

static gboolean
look_when_due (gpointer data)
{
  SourceWatch *watch = data;
  gint64 now_us = g_get_monotonic_time ();
  gint64 due_us = source_watch_due_us (watch->first_us, watch->last_us);

  watch->timer = 0;
  if (watch->first_us == 0) /* looked meanwhile */
    return G_SOURCE_REMOVE;
  if (now_us >= due_us)
    source_watch_look (watch);
  else
    watch->timer = g_timeout_add ((guint) ((due_us - now_us) / 1000) + 1, look_when_due, watch);
  return G_SOURCE_REMOVE;
}

static void
note_event (SourceWatch *watch)
{
  watch->last_us = g_get_monotonic_time ();
  if (watch->first_us == 0)
    watch->first_us = watch->last_us;
  if (watch->timer == 0)
    watch->timer = g_timeout_add (SOURCE_WATCH_QUIET_US / 1000, look_when_due, watch);
}

static gboolean
begin (gpointer data)
{
  SourceWatch *watch = data;
  g_autoptr (GFile) file = g_file_new_for_path (watch->path);

  watch->timer = 0;
  /* Of a folder this is its monitor. */
  watch->monitor = g_file_monitor (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (watch->monitor != NULL)
    g_signal_connect_swapped (watch->monitor, "changed", G_CALLBACK (note_event), watch);
  source_watch_look (watch);
  return G_SOURCE_REMOVE;
}

/* ---- the watch ---- */

void
source_watch_end (SourceWatch *watch)
{
  g_clear_handle_id (&watch->timer, g_source_remove);
  if (watch->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (watch->monitor, watch);
      g_file_monitor_cancel (watch->monitor);
    }
  g_clear_object (&watch->monitor);
  g_clear_pointer (&watch->path, g_free);
}

static void
source_watch_dispose (GObject *object)
{
  source_watch_end (SOURCE_WATCH (object));
  G_OBJECT_CLASS (source_watch_parent_class)->dispose (object);
}

static void
source_watch_class_init (SourceWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = source_watch_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
source_watch_init (SourceWatch *watch)
{
  watch->change = SOURCE_UNCHANGED;
}

SourceWatch *
source_watch_new (const char *path, const SourceIdentity *source)
{
  SourceWatch *watch = g_object_new (SOURCE_TYPE_WATCH, NULL);

  watch->path = g_strdup (path);
  watch->has_source = source != NULL;
  if (source != NULL)
    watch->source = *source;
  watch->timer = g_timeout_add_full (G_PRIORITY_LOW, BEGIN_MS, begin, watch, NULL);
  return watch;
}

SourceChange
source_watch_change (SourceWatch *watch)
{
  return watch->change;
}

char *
source_change_sentence (SourceChange change, const char *name)
{
  switch (change)
    {
    case SOURCE_CHANGED:
      return g_strdup_printf (_ ("%s changed on disk."), name);
    case SOURCE_GONE:
      return g_strdup_printf (_ ("%s no longer exists. The profile stays loaded."), name);
    default:
      return NULL;
    }
}
