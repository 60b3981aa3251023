/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/combine_task.h"

#include <stdatomic.h>

#include "app/opening/load_result.h"
#include "trace/combine/combine.h"

typedef struct
{
  GPtrArray *traces;
  char *path, *name;
  Library *library;
  GCancellable *cancellable;
  gulong cancel_handler;
  atomic_bool cancelled; /* the same, for the thread */
} Combine;

static void
combine_clear (gpointer data)
{
  Combine *combine = data;

  g_ptr_array_unref (combine->traces);
  g_object_unref (combine->cancellable);
  g_free (combine->path);
  g_free (combine->name);
}

static void
combine_release (gpointer combine)
{
  g_atomic_rc_box_release_full (combine, combine_clear);
}

static void
stop (GCancellable *cancellable, gpointer data)
{
  Combine *combine = data;
  (void) cancellable;

  atomic_store_explicit (&combine->cancelled, true, memory_order_relaxed);
}

char *
combine_task_path (LoadedProfile *const *parts, guint n)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (paths, (gpointer) (uintptr_t) loaded_profile_real_path (parts[i]));
  g_ptr_array_add (paths, NULL);
  return g_strjoinv (TRACE_COMBINE_SEPARATOR, (char **) paths->pdata);
}

static void
combine_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Combine *combine = task_data;
  GError *error = NULL;
  LoadResult *result = NULL;
  (void) source_object;
  (void) cancellable;

  g_autoptr (Trace) trace =
    trace_combine ((Trace *const *) combine->traces->pdata, combine->traces->len, combine->name, &combine->cancelled,
                   &error);
  if (trace != NULL)
    result = load_result_new_named (trace, combine->path, combine->name, combine->library, &error);
  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) load_result_free);
  else
    g_task_return_error (task, error);
}

void
combine_task_run (LoadedProfile *const *parts,
                  guint n,
                  Library *library,
                  GCancellable *cancellable,
                  GAsyncReadyCallback on_ready,
                  gpointer ready_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  Combine *combine = g_atomic_rc_box_new0 (Combine);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer) (uintptr_t) loaded_profile_profile (parts[i])->name);

  combine->traces = g_ptr_array_new_with_free_func ((GDestroyNotify) trace_unref);
  combine->path = combine_task_path (parts, n);
  combine->name = trace_combine_name ((const char *const *) names->pdata, names->len);
  combine->library = library;
  combine->cancellable = g_object_ref (cancellable);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (combine->traces,
                     trace_ref ((Trace *) (uintptr_t) loaded_profile_profile (parts[i])->trace));
  combine->cancel_handler =
    g_cancellable_connect (cancellable, G_CALLBACK (stop), g_atomic_rc_box_acquire (combine), combine_release);
  g_task_set_task_data (task, combine, combine_release);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, combine_in_thread);
}

LoadedProfile *
combine_task_finish (GAsyncResult *result, char **ret_notice, GError **error)
{
  Combine *combine = g_task_get_task_data (G_TASK (result));

  /* What waits for cancelling would keep what it waits for. */
  g_cancellable_disconnect (combine->cancellable, combine->cancel_handler);
  g_autoptr (LoadResult) combined = g_task_propagate_pointer (G_TASK (result), error);

  *ret_notice = NULL;
  if (combined == NULL)
    return NULL;
  LoadedProfile *loaded = load_result_loaded (combined);
  loaded_profile_set_combined (loaded);
  *ret_notice = g_strdup (combined->notice);
  return loaded;
}
