/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/recents.h"

#include <stdlib.h>
#include <unistd.h>

static void
recent_free (gpointer data)
{
  RecentProfile *recent = data;

  g_free (recent->path);
  g_free (recent->name);
  g_free (recent->folder);
  g_free (recent);
}

static char *
folder_text (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *home = g_get_home_dir ();

  /* Not home itself: of a text as short as "~" GTK 4.8 reckons that an ellipsis were wider, and complains. */
  if (*home != '\0' && g_str_has_prefix (folder, home) && folder[strlen (home)] == '/')
    {
      g_autofree char *shortened = g_strconcat ("~", folder + strlen (home), NULL);
      return g_filename_display_name (shortened);
    }
  return g_filename_display_name (folder);
}

static int
compare_newer_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) (uintptr_t) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) (uintptr_t) a));
}

GPtrArray *
recents_list (guint n_max)
{
  GPtrArray *recents = g_ptr_array_new_with_free_func (recent_free);
  GList *items =
    g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()), compare_newer_first);

  for (GList *item = items; item != NULL && recents->len < n_max; item = item->next)
    {
      g_autofree char *path = NULL;

      if (!gtk_recent_info_has_application (item->data, g_get_application_name ())
          || !gtk_recent_info_is_local (item->data))
        continue;
      path = g_filename_from_uri (gtk_recent_info_get_uri (item->data), NULL, NULL);
      if (path == NULL)
        continue;
      RecentProfile *recent = g_new (RecentProfile, 1);
      *recent = (RecentProfile){ .name = g_filename_display_basename (path), .folder = folder_text (path) };
      recent->path = g_steal_pointer (&path);
      recent->opened_s = g_date_time_to_unix (gtk_recent_info_get_modified (item->data));
      g_ptr_array_add (recents, recent);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return recents;
}

void
recents_add (const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (whole, NULL, NULL);
  g_autofree char *command = g_strconcat (g_get_prgname (), " %u", NULL);

  /* GTK complains loudly about a list that it cannot write. */
  if (uri == NULL || access (g_get_user_data_dir (), W_OK) != 0)
    return;
  gtk_recent_manager_add_full (
    gtk_recent_manager_get_default (), uri,
    &(GtkRecentData){
      .mime_type = (char *) (g_file_test (path, G_FILE_TEST_IS_DIR) ? "inode/directory" : "application/json"),
      .app_name = (char *) (uintptr_t) g_get_application_name (),
      .app_exec = command,
      .is_private = TRUE,
    });
}
