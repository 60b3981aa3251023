/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/loader.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "app/converter/conversion.h"
#include "app/opening/load_result.h"
#include "trace/cache/cached_open.h"
#include "trace/open/log_directory.h"
#include "trace/text/trace_error.h"

#define PROGRESS_INTERVAL_MS 50

/* Shared by the threads, which may outlive the answer, and the timer that shows how far they are. */
typedef struct
{
  atomic_bool cancelled, is_folder;
  atomic_uint stage, file;
  atomic_uint_fast64_t position_bytes, size_bytes, n_events;

  char *path;
  Library *library;
  GCancellable *cancellable;
  gulong cancel_handler;
  gint64 begin_us;
  LoaderProgressFunc on_progress;
  LoaderPartialFunc on_partial;
  gpointer callback_data;

  /* Of the main thread alone. */
  bool is_answered;
  int64_t covered_ns;
  uint64_t n_events_partial;
} Load;

static void
load_clear (gpointer data)
{
  Load *load = data;

  g_free (load->path);
  g_object_unref (load->cancellable);
}

static void
load_release (gpointer load)
{
  g_atomic_rc_box_release_full (load, load_clear);
}

/* ---- in the threads: profiles ---- */

/* Returns what a task of LoadResult has to. */
static void
return_profile (GTask *task, const Load *load, Trace *trace, const CachedOrigin *origin)
{
  GError *error = NULL;
  LoadResult *result = load_result_new (trace, load->path, origin, load->library, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) load_result_free);
  else
    g_task_return_error (task, error);
}

/* ---- in the threads: partial profiles ---- */

typedef struct
{
  Load *load;
  int fd;
  uint64_t n_events;
} Partial;

static void
partial_free (gpointer data)
{
  Partial *partial = data;

  close (partial->fd);
  load_release (partial->load);
  g_free (partial);
}

static void
load_partial_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Partial *partial = task_data;
  GError *error = NULL;
  (void) source_object;
  (void) cancellable;

  g_autoptr (Trace) trace = trace_map (partial->fd, partial->load->path, &error);
  if (trace == NULL)
    g_task_return_error (task, error);
  else
    return_profile (task, partial->load, trace, NULL);
}

/* In the main thread. One that cannot be shown is no loss: the next, or all of it, is on its way. */
static void
pass_partial (GObject *source, GAsyncResult *result, gpointer data)
{
  const Partial *partial = g_task_get_task_data (G_TASK (result));
  Load *load = partial->load;
  g_autoptr (LoadResult) loaded = g_task_propagate_pointer (G_TASK (result), NULL);
  (void) source;
  (void) data;

  if (loaded == NULL || load->is_answered || g_cancellable_is_cancelled (load->cancellable)
      || partial->n_events <= load->n_events_partial)
    return;
  load->n_events_partial = partial->n_events;
  load->covered_ns = loaded->profile->end_ns - loaded->profile->begin_ns;
  load->on_partial (loaded, load->callback_data);
}

/* While the reading goes on. */
static void
take_partial (int fd, const ConversionProgress *progress, void *user_data)
{
  g_autoptr (GTask) task = NULL;
  int own_fd = fcntl (fd, F_DUPFD_CLOEXEC, 0);

  if (own_fd < 0)
    return;
  Partial *partial = g_new (Partial, 1);
  *partial =
    (Partial){ .load = g_atomic_rc_box_acquire (user_data), .fd = own_fd, .n_events = progress->n_events };
  task = g_task_new (NULL, NULL, pass_partial, NULL);
  g_task_set_task_data (task, partial, partial_free);
  g_task_run_in_thread (task, load_partial_in_thread);
}

/* ---- in the threads: all of it ---- */

static void
take_progress (const ConversionProgress *progress, void *user_data)
{
  Load *load = user_data;
  bool is_folder = atomic_load_explicit (&load->is_folder, memory_order_relaxed);
  bool is_read = !is_folder && progress->size_bytes > 0 && progress->position_bytes >= progress->size_bytes;

  atomic_store_explicit (&load->file, progress->file, memory_order_relaxed);
  atomic_store_explicit (&load->n_events, progress->n_events, memory_order_relaxed);
  atomic_store_explicit (&load->size_bytes, progress->size_bytes, memory_order_relaxed);
  atomic_store_explicit (&load->position_bytes, progress->position_bytes, memory_order_relaxed);
  atomic_store_explicit (&load->stage, is_read ? LOAD_INDEXING : LOAD_READING, memory_order_relaxed);
}

static void
take_waiting (void *user_data)
{
  Load *load = user_data;

  atomic_store_explicit (&load->stage, LOAD_WAITING, memory_order_relaxed);
}

/* trace_import () by another process. */
static bool
import_outside (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  Load *load = control->user_data;
  ConversionControl conversion = {
    .progress = take_progress,
    .partial = load->on_partial != NULL ? take_partial : NULL,
    .user_data = load,
  };

  atomic_store_explicit (&load->stage, LOAD_READING, memory_order_relaxed);
  bool is_done = conversion_run (source, fd, &conversion, load->cancellable, error);

  atomic_store_explicit (&load->stage, LOAD_INDEXING, memory_order_relaxed);
  return is_done;
}

static void
load_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  Load *load = task_data;
  ImportControl control = { .cancelled = &load->cancelled, .waits = take_waiting, .user_data = load };
  g_auto (CachedOrigin) origin = { 0 };
  GError *error = NULL;
  (void) source_object;
  (void) cancellable;

  char *found = log_directory_resolve (load->path, &error);
  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  /* Nobody else has seen it yet: it is the path of the profile from here on. */
  g_free (load->path);
  load->path = found;
  atomic_store_explicit (&load->is_folder, g_file_test (load->path, G_FILE_TEST_IS_DIR),
                         memory_order_relaxed);
  g_autoptr (Trace) trace =
    cached_open_with (load->path, CACHE_READ | CACHE_WRITE, import_outside, &control, &origin, &error);
  if (trace == NULL)
    g_task_return_error (task, error);
  else
    return_profile (task, load, trace, &origin);
}

/* ---- in the main thread ---- */

static gboolean
show_progress (gpointer data)
{
  Load *load = data;
  LoadProgress progress = {
    .stage = (LoadStage) atomic_load_explicit (&load->stage, memory_order_relaxed),
    .is_folder = atomic_load_explicit (&load->is_folder, memory_order_relaxed),
    .file = atomic_load_explicit (&load->file, memory_order_relaxed),
    .position_bytes = atomic_load_explicit (&load->position_bytes, memory_order_relaxed),
    .size_bytes = atomic_load_explicit (&load->size_bytes, memory_order_relaxed),
    .n_events = atomic_load_explicit (&load->n_events, memory_order_relaxed),
    .elapsed_s = (double) (g_get_monotonic_time () - load->begin_us) / 1e6,
    .covered_ns = load->covered_ns,
  };

  load->on_progress (&progress, load->callback_data);
  return G_SOURCE_CONTINUE;
}

static void
stop_waiting (GCancellable *cancellable, gpointer data)
{
  Load *load = data;
  (void) cancellable;

  atomic_store_explicit (&load->cancelled, true, memory_order_relaxed);
}

static void
remove_timer (gpointer timer)
{
  g_source_remove (GPOINTER_TO_UINT (timer));
}

void
loader_open (const char *path,
             Library *library,
             LoaderProgressFunc on_progress,
             LoaderPartialFunc on_partial,
             gpointer callback_data,
             GCancellable *cancellable,
             GAsyncReadyCallback on_ready,
             gpointer ready_data)
{
  Load *load = g_atomic_rc_box_new0 (Load);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);

  load->path = g_strdup (path);
  load->library = library;
  load->begin_us = g_get_monotonic_time ();
  load->cancellable = g_object_ref (cancellable);
  load->on_progress = on_progress;
  load->on_partial = on_partial;
  load->callback_data = callback_data;
  if (on_progress != NULL)
    {
      guint timer = g_timeout_add_full (G_PRIORITY_DEFAULT, PROGRESS_INTERVAL_MS, show_progress,
                                        g_atomic_rc_box_acquire (load), load_release);
      g_object_set_data_full (G_OBJECT (task), "progress-timer", GUINT_TO_POINTER (timer), remove_timer);
    }
  load->cancel_handler = g_cancellable_connect (cancellable, G_CALLBACK (stop_waiting),
                                                g_atomic_rc_box_acquire (load), load_release);
  g_task_set_task_data (task, load, load_release);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_in_thread);
}

LoadResult *
loader_open_finish (GAsyncResult *result, GError **error)
{
  Load *load = g_task_get_task_data (G_TASK (result));

  /* The task itself may live on in its thread; the timer ends with the answer, and so does what waits for cancelling,
   * which would keep what waits for it. */
  load->is_answered = true;
  g_cancellable_disconnect (load->cancellable, load->cancel_handler);
  g_object_set_data (G_OBJECT (result), "progress-timer", NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
