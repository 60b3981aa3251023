/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/loader.h"

#include <glib/gi18n-lib.h>

#include "trace/open.h"
#include "trace/trace_error.h"

#define PROGRESS_INTERVAL_MS 50

/* Shared by the thread, which may outlive the answer, and the timer that shows how far it is. */
typedef struct
{
  atomic_bool cancelled, is_folder;
  atomic_uint stage, file;
  atomic_uint_fast64_t position_bytes, size_bytes, n_events;

  char *path;
  Library *library;
  gint64 begin_us;
  LoaderProgressFunc on_progress;
  gpointer progress_data;
} Load;

static void
load_clear (gpointer data)
{
  Load *load = data;

  g_free (load->path);
}

static void
load_release (gpointer load)
{
  g_atomic_rc_box_release_full (load, load_clear);
}

void
load_result_free (LoadResult *result)
{
  profile_unref (result->profile);
  g_free (result->notice);
  g_free (result);
}

/* ---- in the thread ---- */

static void
take_progress (const ImportProgress *progress, void *user_data)
{
  Load *load = user_data;
  uint64_t position_bytes = progress->position_bytes, size_bytes = progress->size_bytes;
  uint64_t before = atomic_load_explicit (&load->position_bytes, memory_order_relaxed);

  /* The next file of a folder begins at its begin. */
  if (position_bytes < before || atomic_load_explicit (&load->file, memory_order_relaxed) == 0)
    atomic_fetch_add_explicit (&load->file, 1, memory_order_relaxed);
  atomic_store_explicit (&load->n_events, progress->n_events, memory_order_relaxed);
  atomic_store_explicit (&load->size_bytes, size_bytes, memory_order_relaxed);
  atomic_store_explicit (&load->position_bytes, position_bytes, memory_order_relaxed);
  if (!atomic_load_explicit (&load->is_folder, memory_order_relaxed) && size_bytes > 0)
    atomic_store_explicit (&load->stage, position_bytes < size_bytes ? LOAD_READING : LOAD_INDEXING,
                           memory_order_relaxed);
}

/* A remembered pattern is no reason not to open the profile. */
static const Profile *
make_profile (const Load *load, Trace *trace, char **ret_notice, GError **error)
{
  g_autofree char *pattern = library_steps_pattern (load->library, trace_profile_key (trace));
  g_autoptr (GError) pattern_error = NULL;
  const Profile *profile = profile_new (trace, load->path, pattern, &pattern_error);

  if (profile == NULL && pattern != NULL && g_error_matches (pattern_error, TRACE_ERROR, TRACE_ERROR_NO_SUCH))
    {
      *ret_notice =
        g_strdup_printf (_ ("The remembered pattern for steps is not used: %s"), pattern_error->message);
      return profile_new (trace, load->path, NULL, error);
    }
  if (profile == NULL)
    g_propagate_error (error, g_steal_pointer (&pattern_error));
  return profile;
}

static void
load_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  Load *load = task_data;
  ImportControl control = { .cancelled = &load->cancelled, .progress = take_progress, .user_data = load };
  g_autoptr (GError) error = NULL;
  g_autofree char *notice = NULL;
  (void) source_object;
  (void) cancellable;

  atomic_store_explicit (&load->is_folder, g_file_test (load->path, G_FILE_TEST_IS_DIR),
                         memory_order_relaxed);
  g_autoptr (Trace) trace = trace_open (load->path, &control, &error);
  atomic_store_explicit (&load->stage, LOAD_INDEXING, memory_order_relaxed);
  const Profile *profile = trace != NULL ? make_profile (load, trace, &notice, &error) : NULL;
  if (profile == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  LoadResult *result = g_new (LoadResult, 1);
  *result = (LoadResult){ .profile = profile,
                          .facts = profile_facts_of (profile),
                          .notice = g_steal_pointer (&notice) };
  g_task_return_pointer (task, result, (GDestroyNotify) load_result_free);
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
  };

  load->on_progress (&progress, load->progress_data);
  return G_SOURCE_CONTINUE;
}

static void
stop_reading (GCancellable *cancellable, gpointer data)
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
             gpointer progress_data,
             GCancellable *cancellable,
             GAsyncReadyCallback on_ready,
             gpointer ready_data)
{
  Load *load = g_atomic_rc_box_new0 (Load);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);

  load->path = g_strdup (path);
  load->library = library;
  load->begin_us = g_get_monotonic_time ();
  load->on_progress = on_progress;
  load->progress_data = progress_data;
  if (on_progress != NULL)
    {
      guint timer = g_timeout_add_full (G_PRIORITY_DEFAULT, PROGRESS_INTERVAL_MS, show_progress,
                                        g_atomic_rc_box_acquire (load), load_release);
      g_object_set_data_full (G_OBJECT (task), "progress-timer", GUINT_TO_POINTER (timer), remove_timer);
    }
  g_cancellable_connect (cancellable, G_CALLBACK (stop_reading), g_atomic_rc_box_acquire (load),
                         load_release);
  g_task_set_task_data (task, load, load_release);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_in_thread);
}

LoadResult *
loader_open_finish (GAsyncResult *result, GError **error)
{
  /* The task itself may live on in its thread; the timer ends with the answer. */
  g_object_set_data (G_OBJECT (result), "progress-timer", NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
