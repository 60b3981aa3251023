/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include <glib/gi18n-lib.h>

#include "app/opening/combine_task.h"
#include "app/window/window_actions.h"
#include "trace/combine/same_run.h"

/* The paths, as of combine_task_path (), of what the user does not want to see offered again. Of all windows. */
static GHashTable *dismissed;

/* ---- which profiles ---- */

static char *
path_of (const GPtrArray *parts)
{
  return combine_task_path ((LoadedProfile *const *) parts->pdata, parts->len);
}

/* Those that have been read to their end, in the order of the list. */
static GPtrArray *
whole_profiles (ProfileList *list)
{
  GPtrArray *whole = g_ptr_array_new ();

  for (guint i = 0; i < profile_list_count (list); i++)
    {
      LoadedProfile *loaded = profile_list_get (list, i);

      if (!loaded_profile_is_partial (loaded) && !loaded_profile_is_combined (loaded))
        g_ptr_array_add (whole, loaded);
    }
  return whole;
}

/* Returns those of the run of the shown one, or NULL. */
static GPtrArray *
find_parts (ProfileList *list)
{
  g_autoptr (GPtrArray) whole = whole_profiles (list), traces = g_ptr_array_new ();
  g_autofree bool *is_in = g_new0 (bool, whole->len + 1);
  guint shown;

  if (whole->len < 2 || !g_ptr_array_find (whole, profile_list_shown (list), &shown))
    return NULL;
  for (guint i = 0; i < whole->len; i++)
    g_ptr_array_add (traces, (gpointer) (uintptr_t) loaded_profile_profile (whole->pdata[i])->trace);
  if (same_run_find ((Trace *const *) traces->pdata, traces->len, shown, is_in) < 2)
    return NULL;

  GPtrArray *parts = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < whole->len; i++)
    if (is_in[i])
      g_ptr_array_add (parts, g_object_ref (whole->pdata[i]));
  return parts;
}

/* ---- the offer ---- */

static char *
offer_sentence (const GPtrArray *parts)
{
  const char *first = loaded_profile_profile (parts->pdata[0])->name;

  if (parts->len == 2)
    /* Translators: the names of two files. */
    return g_strdup_printf (_ ("%s and %s were recorded at the same time."), first,
                            loaded_profile_profile (parts->pdata[1])->name);
  return g_strdup_printf (ngettext ("%s and %u other loaded profile were recorded at the same time.",
                                    "%s and %u other loaded profiles were recorded at the same time.",
                                    parts->len - 1),
                          first, parts->len - 1);
}

static void
update_offer (AppWindow *window, ProfilePage *page)
{
  g_autofree char *path = window->together != NULL ? path_of (window->together) : NULL;
  g_autofree char *sentence = NULL;
  bool is_busy = window->combining != NULL;

  if (path != NULL && profile_list_find_by_name (window->list, path) != NULL)
    g_clear_pointer (&window->together, g_ptr_array_unref);
  if (window->together != NULL && is_busy)
    sentence = g_strdup (_ ("One profile is being made of what was recorded at the same time."));
  else if (window->together != NULL && (dismissed == NULL || !g_hash_table_contains (dismissed, path)))
    sentence = offer_sentence (window->together);
  if (page != NULL)
    profile_page_set_offer (page, sentence, !is_busy);
}

void
window_offer_together (AppWindow *window, ProfilePage *page)
{
  g_clear_pointer (&window->together, g_ptr_array_unref);
  window->together = find_parts (window->list);
  update_offer (window, page);
  window_actions_update (window);
}

void
window_dismiss_together (AppWindow *window)
{
  if (window->together == NULL)
    return;
  if (dismissed == NULL)
    dismissed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (dismissed, path_of (window->together));
}

bool
app_window_can_show_together (AppWindow *window)
{
  return window->together != NULL && window->combining == NULL;
}

/* ---- the one profile ---- */

static void
take_combined (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppWindow) window = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *notice = NULL;
  g_autoptr (LoadedProfile) loaded = combine_task_finish (result, &notice, &error);
  (void) source;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&window->combining);
  if (loaded != NULL)
    profile_list_insert (window->list, G_MAXUINT, loaded);
  else
    {
      window_follow_list (window);
      app_window_say (window, error->message);
    }
  if (notice != NULL)
    app_window_say (window, notice);
}

void
app_window_show_together (AppWindow *window)
{
  if (!app_window_can_show_together (window))
    return;
  window->combining = g_cancellable_new ();
  combine_task_run ((LoadedProfile *const *) window->together->pdata, window->together->len, window->library,
                    window->combining, take_combined, g_object_ref (window));
  window_follow_list (window);
}

void
window_end_together (AppWindow *window)
{
  if (window->combining != NULL)
    g_cancellable_cancel (window->combining);
  g_clear_object (&window->combining);
  g_clear_pointer (&window->together, g_ptr_array_unref);
}
