/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include <glib/gi18n-lib.h>

#include "app/opening/align_task.h"
#include "app/window/window_actions.h"
#include "trace/align/aligned_clock.h"

/* What is being aligned. */
typedef struct
{
  AppWindow *window; /* referenced */
  LoadedProfile *loaded;
} Asked;

static void
take_aligned (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;
  AppWindow *window = asked->window;
  g_autoptr (GError) error = NULL;
  g_autofree char *notice = NULL;
  g_autoptr (LoadedProfile) aligned = align_task_finish (result, &notice, &error);
  (void) source;

  g_clear_object (&window->aligning);
  /* The profile may be unloaded, or the window closed. */
  if (aligned != NULL && profile_list_replace (window->list, asked->loaded, aligned))
    app_window_say (window, notice);
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    app_window_say (window, error->message);
  window_actions_update (window);
  g_object_unref (asked->loaded);
  g_object_unref (asked->window);
  g_free (asked);
}

bool
app_window_can_align (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);

  if (shown == NULL || loaded_profile_is_partial (shown) || window->aligning != NULL)
    return false;
  if (loaded_profile_unaligned (shown) != NULL)
    return true;
  const Trace *trace = loaded_profile_profile (shown)->trace;
  return trace_n_ranks (trace) > 1 && !aligned_clocks_any (trace);
}

bool
app_window_is_aligned (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);

  return shown != NULL && aligned_clocks_any (loaded_profile_profile (shown)->trace);
}

void
app_window_align (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);

  if (!app_window_can_align (window))
    return;
  if (loaded_profile_unaligned (shown) != NULL)
    {
      g_autoptr (LoadedProfile) unaligned = g_object_ref (loaded_profile_unaligned (shown));

      profile_list_replace (window->list, shown, unaligned);
      app_window_say (window, _ ("The times of all ranks are as recorded"));
      return;
    }
  Asked *asked = g_new (Asked, 1);
  *asked = (Asked){ g_object_ref (window), g_object_ref (shown) };
  window->aligning = g_cancellable_new ();
  align_task_run (shown, window->library, window->aligning, take_aligned, asked);
  window_actions_update (window);
}
