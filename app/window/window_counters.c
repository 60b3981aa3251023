/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include <glib/gi18n-lib.h>

#include "app/counters/add_counters.h"
#include "app/desktop/open_dialog.h"

/* What a file is chosen for: the profile that was shown then, whatever is shown when it has been read. */
typedef struct
{
  AppWindow *window; /* referenced */
  LoadedProfile *loaded;
} Asked;

static Asked *
asked_new (AppWindow *window, LoadedProfile *loaded)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked){ g_object_ref (window), g_object_ref (loaded) };
  return asked;
}

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_object_unref (asked->loaded);
  g_object_unref (asked->window);
  g_free (asked);
}

static void
take_added (LoadedProfile *loaded, const char *notice, gpointer data)
{
  AppWindow *window = data;

  profile_list_insert (window->list, G_MAXUINT, loaded);
  if (notice != NULL)
    app_window_say (window, notice);
}

static void
take_counters (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;
  g_autoptr (GError) error = NULL;
  ReadCounters *counters = attach_task_read_finish (result, &error);
  (void) source;

  /* A window that was closed meanwhile shows nothing any more. */
  if (g_cancellable_is_cancelled (asked->window->closing))
    g_clear_pointer (&counters, read_counters_free);
  else if (counters == NULL)
    app_window_say (asked->window, error->message);
  else
    add_counters_show (GTK_WINDOW (asked->window), asked->loaded, counters, asked->window->library,
                       take_added, asked->window);
  asked_free (asked);
}

static void
read_chosen (GFile *file, gpointer data)
{
  const Asked *asked = data;
  g_autofree char *path = g_file_get_path (file);

  if (path == NULL)
    app_window_say (asked->window, _ ("Only files of this computer can be read"));
  else
    attach_task_read (asked->loaded, path, asked->window->library, asked->window->closing, take_counters,
                      asked_new (asked->window, asked->loaded));
}

bool
app_window_can_add_counters (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);

  return shown != NULL && !loaded_profile_is_partial (shown);
}

void
app_window_add_counters (AppWindow *window)
{
  if (app_window_can_add_counters (window))
    open_dialog_show_one (GTK_WINDOW (window), _ ("Add Counters"), _ ("Counters"), "*", read_chosen,
                          asked_new (window, app_window_shown (window)), asked_free);
}
