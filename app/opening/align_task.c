/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/align_task.h"

#include <glib/gi18n-lib.h>

#include "app/opening/load_result.h"
#include "trace/align/aligned_clock.h"
#include "trace/align/aligned_trace.h"

typedef struct
{
  LoadedProfile *loaded; /* referenced; the thread reads only what is below */
  Trace *trace;
  char *path, *name;
  Library *library;
} Align;

static void
align_free (gpointer data)
{
  Align *align = data;

  g_object_unref (align->loaded);
  trace_unref (align->trace);
  g_free (align->path);
  g_free (align->name);
  g_free (align);
}

static void
align_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Align *align = task_data;
  GError *error = NULL;
  LoadResult *result = NULL;
  (void) source_object;
  (void) cancellable;

  g_autoptr (Trace) trace = aligned_trace_new (align->trace, align->name, &error);
  if (trace != NULL)
    result = load_result_new_named (trace, align->path, align->name, align->library, &error);
  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) load_result_free);
  else
    g_task_return_error (task, error);
}

void
align_task_run (LoadedProfile *loaded,
                Library *library,
                GCancellable *cancellable,
                GAsyncReadyCallback on_ready,
                gpointer ready_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);
  const Profile *profile = loaded_profile_profile (loaded);
  Align *align = g_new (Align, 1);

  *align = (Align){
    .loaded = g_object_ref (loaded),
    .trace = trace_ref ((Trace *) (uintptr_t) profile->trace),
    .path = g_strconcat (loaded_profile_real_path (loaded), " (aligned)", NULL),
    .name = g_strdup (profile->name),
    .library = library,
  };
  g_task_set_task_data (task, align, align_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, align_in_thread);
}

/* "8 ranks are on one clock: their collectives end within 5.2 µs of each other in 95 % of cases." */
static char *
notice_of (const Trace *trace)
{
  g_autoptr (GArray) clocks = aligned_clocks (trace);
  guint n_known = 0, n_certain = 0;

  for (guint i = 0; i < clocks->len; i++)
    {
      const AlignedClock *clock = &g_array_index (clocks, AlignedClock, i);

      n_known += clock->n_collectives > 0;
      n_certain += clock->is_certain;
    }
  if (n_certain == clocks->len)
    return g_strdup_printf (ngettext ("%u rank is on one clock", "%u ranks are on one clock", clocks->len),
                            clocks->len);
  /* Translators: ranks on one clock, of all ranks, then those whose clocks fit badly. */
  return g_strdup_printf (_ ("%u of %u ranks are on one clock, %u of them uncertainly; Information tells which"),
                          n_known, clocks->len, n_known - n_certain);
}

LoadedProfile *
align_task_finish (GAsyncResult *result, char **ret_notice, GError **error)
{
  const Align *align = g_task_get_task_data (G_TASK (result));
  g_autoptr (LoadResult) aligned = g_task_propagate_pointer (G_TASK (result), error);

  *ret_notice = NULL;
  if (aligned == NULL)
    return NULL;
  LoadedProfile *loaded = load_result_loaded (aligned);
  loaded_profile_set_combined (loaded);
  loaded_profile_set_unaligned (loaded, align->loaded);
  *ret_notice = aligned->notice != NULL ? g_strdup (aligned->notice)
                                        : notice_of (loaded_profile_profile (loaded)->trace);
  return loaded;
}
