/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include <glib/gi18n-lib.h>

#include "app/compare/compare_page.h"
#include "app/desktop/toasts.h"
#include "app/memory/profile_memory.h"
#include "app/opening/early_open.h"
#include "app/opening/failure_page.h"
#include "app/opening/opening_bar.h"
#include "app/opening/recents.h"
#include "app/scope/scope_carry.h"
#include "app/start/known_list.h"

#define TOAST_SECONDS 8

_Static_assert(KNOWN_COMPARED_MAX == COMPARED_SIDES_MAX, "as many as are offered can be compared");

/* ---- partial profiles ---- */

static void
take_partial (AppWindow *window, LoadedProfile *partial)
{
  /* What is reloaded stays as it was until all of the new one is there. */
  if (window->partial == NULL
      && profile_list_find (window->list, loaded_profile_profile (partial)->path) != NULL)
    return;
  if (window->partial == NULL)
    profile_list_insert (window->list, G_MAXUINT, partial);
  else
    {
      scope_carry (loaded_profile_state (window->partial), loaded_profile_state (partial));
      profile_memory_carry (loaded_profile_state (window->partial), loaded_profile_state (partial));
      profile_list_replace (window->list, window->partial, partial);
    }
  g_set_object (&window->partial, partial);
}

/* What stood for a profile that will not come goes. */
static void
drop_partial (AppWindow *window)
{
  g_autoptr (LoadedProfile) partial = g_steal_pointer (&window->partial);

  if (partial != NULL && profile_list_has (window->list, partial))
    profile_list_remove (window->list, partial);
}

/* The Compare page waits for a wanted profile no longer than it is being read or waits for that. */
static void
end_wait (AppWindow *window, const char *failed_path)
{
  SideList *sides = compare_page_sides (COMPARE_PAGE (window->compare));

  if (failed_path != NULL)
    side_list_unwant (sides, failed_path);
  if (!profile_opener_is_busy (window->opener) && !profile_opener_has_more (window->opener))
    side_list_unwant (sides, NULL);
}

/* ---- unloading ---- */

/* What an Undo needs: the profile and its place. */
typedef struct
{
  AppWindow *window; /* borrowed: the toast lives in it */
  LoadedProfile *loaded;
  guint place;
} Unloaded;

static void
unloaded_free (gpointer data, GClosure *closure)
{
  Unloaded *unloaded = data;
  (void) closure;

  g_object_unref (unloaded->loaded);
  g_free (unloaded);
}

static void
undo_unload (AdwToast *toast, gpointer data)
{
  Unloaded *unloaded = data;
  (void) toast;

  profile_list_insert (unloaded->window->list, unloaded->place, unloaded->loaded);
}

void
app_window_unload (AppWindow *window, LoadedProfile *loaded)
{
  if (loaded == window->partial)
    {
      app_window_cancel_opening (window);
      return;
    }

  g_autofree char *text = g_strdup_printf (_ ("%s unloaded"), loaded_profile_title (loaded));
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);
  Unloaded *unloaded = g_new (Unloaded, 1);

  bool stays = window->face == FACE_PROFILES;

  profile_memory_save (loaded_profile_state (loaded));
  *unloaded = (Unloaded){ .window = window, .loaded = g_object_ref (loaded) };
  unloaded->place = profile_list_remove (window->list, loaded);
  if (stays && profile_list_shown (window->list) != NULL)
    window_show_face (window, FACE_PROFILES);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  /* What can be undone does not wait behind what stays until it is dismissed. */
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_unload), unloaded, unloaded_free, 0);
  toasts_add_first (ADW_TOAST_OVERLAY (window->toasts), toast);
}

/* ---- opening ---- */

void
app_window_reload (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  if (shown != NULL && shown != window->partial && !loaded_profile_is_combined (shown))
    profile_opener_add (window->opener, loaded_profile_profile (shown)->path);
}

void
app_window_open_file (AppWindow *window, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_file_get_parse_name (file);

  if (path != NULL)
    {
      app_window_open (window, path);
      return;
    }
  g_autofree char *text = g_strdup_printf (_ ("Cannot open %s: it is not on this computer"), name);
  app_window_say (window, text);
}

static void
tell_waiting (AppWindow *window)
{
  g_auto (GStrv) waiting = profile_opener_waiting (window->opener);

  opening_bar_set_waiting (window->opening, g_strv_length (waiting));
}

void
app_window_cancel_opening (AppWindow *window)
{
  g_strfreev (window->retry_more);
  window->retry_more = profile_opener_waiting (window->opener);
  profile_opener_cancel (window->opener);
  tell_waiting (window);
}

void
app_window_retry_opening (AppWindow *window)
{
  g_autofree char *path = g_steal_pointer (&window->retry_path);
  g_auto (GStrv) more = g_steal_pointer (&window->retry_more);

  if (path != NULL)
    app_window_open (window, path);
  for (char **other = more; other != NULL && *other != NULL; other++)
    app_window_open (window, *other);
}

static void
show_opening (AppWindow *window, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  opening_bar_set_name (window->opening, name);
  tell_waiting (window);
  if (profile_list_shown (window->list) == NULL)
    window_show_face (window, FACE_OPENING);
  else
    window_show_face (window, window->face == FACE_FAILURE ? FACE_HOME : window->face);
}

static void
show_progress (AppWindow *window, const LoadProgress *progress)
{
  opening_bar_set_progress (window->opening, progress);
}

/* A report of Nsight Systems beside PyTorch traces may be of the same run: once it is loaded, window_offer_together () offers
 * one profile. */
static void
open_neighbours (AppWindow *window, LoadedProfile *loaded)
{
  const GPtrArray *paths = loaded_profile_neighbours (loaded);

  for (guint i = 0; paths != NULL && i < paths->len; i++)
    if (profile_list_find_by_name (window->list, paths->pdata[i]) == NULL)
      profile_opener_add (window->opener, paths->pdata[i]);
  tell_waiting (window);
}

static void
show_opened (AppWindow *window, LoadedProfile *loaded, const char *notice)
{
  const char *path = loaded_profile_profile (loaded)->path;
  LoadedProfile *before = profile_list_find (window->list, path); /* a part of it, or what is reloaded */
  bool is_reloaded = before != NULL && before != window->partial;
  bool is_by_another_name =
    before != NULL && !g_str_equal (loaded_profile_profile (before)->path, path); /* a link to it */

  recents_add (path);
  known_profiles_note_opened (window->known, loaded_profile_profile (loaded));
  if (before != NULL)
    {
      scope_carry (loaded_profile_state (before), loaded_profile_state (loaded));
      profile_memory_carry (loaded_profile_state (before), loaded_profile_state (loaded));
      profile_list_replace (window->list, before, loaded);
      if (is_by_another_name)
        profile_list_show (window->list, loaded);
    }
  else
    profile_list_insert (window->list, G_MAXUINT, loaded);
  g_clear_object (&window->partial);
  /* What the user has unloaded since stays so. */
  if (!is_reloaded)
    open_neighbours (window, loaded);
  window_rank_opened (window, loaded);
  end_wait (window, NULL);
  if (notice != NULL)
    app_window_say (window, notice);
}

void
app_window_open (AppWindow *window, const char *path)
{
  LoadedProfile *loaded = profile_list_find_by_name (window->list, path);
  g_autofree char *notice = NULL;

  if (loaded != NULL)
    {
      profile_list_show (window->list, loaded);
      window_show_face (window, FACE_HOME);
      return;
    }
  g_autoptr (LoadedProfile) early = early_open_take (path, &notice);
  if (early != NULL)
    show_opened (window, early, notice);
  else
    {
      profile_opener_add (window->opener, path);
      tell_waiting (window);
    }
}

void
app_window_compare (AppWindow *window, const char *const *paths)
{
  window->page = VIEW_PAGE_COMPARE; /* of profiles that are yet to come */
  for (const char *const *path = paths; *path != NULL; path++)
    if (profile_list_find_by_name (window->list, *path) == NULL)
      app_window_open (window, *path);
  side_list_want (compare_page_sides (COMPARE_PAGE (window->compare)), paths);
  app_window_set_page (window, VIEW_PAGE_COMPARE);
}

static void
remember_path (AppWindow *window, const char *path)
{
  g_free (window->retry_path);
  window->retry_path = g_strdup (path);
}

static void
show_failure (AppWindow *window, const char *path, const GError *error)
{
  remember_path (window, path);
  g_clear_pointer (&window->retry_more, g_strfreev);
  failure_page_set (window->failure, path, error);
  window_show_face (window, FACE_FAILURE);
}

/* What the details of a failure need. */
typedef struct
{
  AppWindow *window; /* borrowed: the toast lives in it */
  char *path;
  GError *error;
} Failure;

static void
failure_free (gpointer data, GClosure *closure)
{
  Failure *failure = data;
  (void) closure;

  g_free (failure->path);
  g_error_free (failure->error);
  g_free (failure);
}

static void
show_details (AdwToast *toast, gpointer data)
{
  const Failure *failure = data;
  (void) toast;

  show_failure (failure->window, failure->path, failure->error);
}

/* Where others are still to be opened, what failed does not stand in their way. */
static void
show_failed (AppWindow *window, const char *path, const GError *error)
{
  g_autofree char *command = NULL;
  g_autofree char *reason = failure_text (path, error->message, &command);

  g_clear_pointer (&window->rank_wanted, rank_wanted_free);
  drop_partial (window);
  end_wait (window, path);
  known_profiles_note_failed (window->known, path, reason);
  if (!profile_opener_has_more (window->opener))
    {
      show_failure (window, path, error);
      return;
    }
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Cannot open %s"), name);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);
  Failure *failure = g_new (Failure, 1);

  *failure = (Failure){ .window = window, .path = g_strdup (path), .error = g_error_copy (error) };
  adw_toast_set_button_label (toast, _ ("Show _Details"));
  adw_toast_set_timeout (toast, 0);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (show_details), failure, failure_free, 0);
  toasts_add (ADW_TOAST_OVERLAY (window->toasts), toast);
}

static void
show_cancelled (AppWindow *window, const char *path)
{
  AdwToast *toast = adw_toast_new (_ ("Opening cancelled"));

  g_clear_pointer (&window->rank_wanted, rank_wanted_free);
  drop_partial (window);
  end_wait (window, path);
  remember_path (window, path);
  adw_toast_set_button_label (toast, _ ("_Resume"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (app_window_retry_opening), window,
                           G_CONNECT_SWAPPED);
  toasts_add_first (ADW_TOAST_OVERLAY (window->toasts), toast);
  window_show_face (window, window->face == FACE_OPENING ? FACE_HOME : window->face);
}

void
window_follow_opener (AppWindow *window)
{
  g_signal_connect_swapped (window->opener, "began", G_CALLBACK (show_opening), window);
  g_signal_connect_swapped (window->opener, "progress", G_CALLBACK (show_progress), window);
  g_signal_connect_swapped (window->opener, "partial", G_CALLBACK (take_partial), window);
  g_signal_connect_swapped (window->opener, "opened", G_CALLBACK (show_opened), window);
  g_signal_connect_swapped (window->opener, "failed", G_CALLBACK (show_failed), window);
  g_signal_connect_swapped (window->opener, "cancelled", G_CALLBACK (show_cancelled), window);
}
