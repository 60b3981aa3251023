/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/bookmark_actions.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/open_dialog.h"
#include "app/desktop/toasts.h"
#include "app/library/bookmark_file.h"
#include "widgets/look/screen_style.h"

#define TOAST_SECONDS 8

/* ---- deleting ---- */

/* What an Undo needs. */
typedef struct
{
  BookmarkList *list;
  Bookmark *bookmark;
} Deleted;

static void
deleted_free (gpointer data, GClosure *closure)
{
  Deleted *deleted = data;
  (void) closure;

  g_object_unref (deleted->list);
  bookmark_free (deleted->bookmark);
  g_free (deleted);
}

static void
undo (AdwToast *toast, gpointer data)
{
  Deleted *deleted = data;
  (void) toast;

  bookmark_list_set_current (deleted->list,
                             bookmark_list_add (deleted->list, bookmark_copy (deleted->bookmark)));
}

static void
offer_undo (AdwToastOverlay *toasts, BookmarkItem *item, BookmarkList *list)
{
  const Bookmark *bookmark = bookmark_item_get (item);
  g_autofree char *text = bookmark->title[0] != '\0'
                            ? g_strdup_printf (_ ("Bookmark “%s” deleted"), bookmark->title)
                            : g_strdup (_ ("Bookmark deleted"));
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);
  Deleted *deleted = g_new (Deleted, 1);

  *deleted = (Deleted){ g_object_ref (list), bookmark_copy (bookmark) };
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo), deleted, deleted_free, 0);
  toasts_add_first (toasts, toast);
}

void
bookmark_actions_follow (AdwToastOverlay *toasts, LoadedProfile *loaded)
{
  g_signal_connect_object (view_state_bookmarks (loaded_profile_state (loaded)), "removed",
                           G_CALLBACK (offer_undo), toasts, G_CONNECT_SWAPPED);
}

/* ---- files ---- */

/* What a worker is given, and what it answers. */
typedef struct
{
  AdwToastOverlay *toasts; /* referenced; for the answer, in the main thread */
  LoadedProfile *loaded; /* likewise */
  GFile *file;
  uint8_t key[TRACE_KEY_BYTES];
  char *name; /* of the file, for people */
  GPtrArray *bookmarks;
  guint n_skipped; /* of them: there are newer ones */
  bool is_same;
} Transfer;

static void
transfer_free (gpointer data)
{
  Transfer *transfer = data;

  g_object_unref (transfer->file);
  g_clear_pointer (&transfer->bookmarks, g_ptr_array_unref);
  g_free (transfer->name);
  g_free (transfer);
}

/* What a dialog asks for: the profile that was shown when it came up, whatever is shown when a file is chosen. */
typedef struct
{
  AdwToastOverlay *toasts; /* borrowed: the dialog ends with the window that holds it */
  LoadedProfile *loaded;
} Asked;

static Asked *
asked_new (AdwToastOverlay *toasts, LoadedProfile *loaded)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked){ toasts, g_object_ref (loaded) };
  return asked;
}

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_object_unref (asked->loaded);
  g_free (asked);
}

static Transfer *
transfer_new (const Asked *asked, GFile *file)
{
  Transfer *transfer = g_new0 (Transfer, 1);
  g_autofree char *name = g_file_get_basename (file);

  transfer->toasts = g_object_ref (asked->toasts);
  transfer->loaded = g_object_ref (asked->loaded);
  transfer->file = g_object_ref (file);
  transfer->name = g_filename_display_name (name);
  memcpy (transfer->key, trace_profile_key (loaded_profile_profile (transfer->loaded)->trace),
          TRACE_KEY_BYTES);
  return transfer;
}

/* No widget may end in a worker's thread: the references go here, the rest with the task. */
static void
say_and_end (Transfer *transfer, const char *text)
{
  toasts_say (transfer->toasts, text);
  g_object_unref (transfer->toasts);
  g_object_unref (transfer->loaded);
}

static void
run (Transfer *transfer, GTaskThreadFunc work, GAsyncReadyCallback answer)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, answer, NULL);

  g_task_set_task_data (task, transfer, transfer_free);
  g_task_run_in_thread (task, work);
}

static char *
count_text (AdwToastOverlay *toasts, guint n)
{
  char count[NUMBER_TEXT_MAX];

  return g_strdup (number_text_count (screen_style_get (GTK_WIDGET (toasts))->numbers, n, count));
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Transfer *transfer = data;
  g_autoptr (GString) text = NULL;
  GError *error = NULL;
  (void) source;

  text =
    bookmark_file_write (transfer->bookmarks, transfer->key, loaded_profile_profile (transfer->loaded)->name);
  if (g_file_replace_contents (transfer->file, text->str, text->len, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                               cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
tell_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  Transfer *transfer = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  bool ok = g_task_propagate_boolean (G_TASK (result), &error);
  g_autofree char *count = count_text (transfer->toasts, transfer->bookmarks->len);
  (void) source;
  (void) data;

  g_autofree char *text =
    ok ? g_strdup_printf (
      ngettext ("%s bookmark exported to %s", "%s bookmarks exported to %s", transfer->bookmarks->len), count,
      transfer->name)
       : g_strdup_printf (_ ("Cannot write %s: %s"), transfer->name, error->message);
  say_and_end (transfer, text);
}

static void
export_to (GFile *file, gpointer asked)
{
  Transfer *transfer = transfer_new (asked, file);
  BookmarkList *list = view_state_bookmarks (loaded_profile_state (transfer->loaded));

  transfer->bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  for (guint i = 0; i < bookmark_list_count (list); i++)
    g_ptr_array_add (transfer->bookmarks, bookmark_copy (bookmark_item_get (bookmark_list_at (list, i))));
  run (transfer, write_in_thread, tell_exported);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Transfer *transfer = data;
  g_autoptr (GFileInfo) info = NULL;
  g_autofree char *text = NULL;
  gsize length;
  GError *error = NULL;
  (void) source;

  info = g_file_query_info (transfer->file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                            G_FILE_QUERY_INFO_NONE, cancellable, &error);
  if (info != NULL
      && (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR
          || g_file_info_get_size (info) > BOOKMARK_FILE_BYTES_MAX))
    error =
      g_error_new (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("%s is not a bookmark file"), transfer->name);
  if (error == NULL && g_file_load_contents (transfer->file, cancellable, &text, &length, NULL, &error))
    transfer->bookmarks =
      bookmark_file_read (text, length, transfer->name, transfer->key, &transfer->is_same, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static char *
imported_text (Transfer *transfer)
{
  guint n = transfer->bookmarks->len - transfer->n_skipped;
  g_autofree char *count = count_text (transfer->toasts, n);
  g_autofree char *imported = NULL;

  if (transfer->is_same)
    imported = g_strdup_printf (ngettext ("%s bookmark imported", "%s bookmarks imported", n), count);
  else
    imported = g_strdup_printf (ngettext ("%s bookmark imported from another profile",
                                          "%s bookmarks imported from another profile", n),
                                count);
  if (transfer->n_skipped == 0)
    return g_steal_pointer (&imported);

  g_autofree char *n_skipped = count_text (transfer->toasts, transfer->n_skipped);
  g_autofree char *skipped =
    g_strdup_printf (ngettext ("%s skipped because it is not newer",
                               "%s skipped because they are not newer", transfer->n_skipped),
                     n_skipped);
  return g_strdup_printf ("%s; %s", imported, skipped);
}

static void
take_imported (GObject *source, GAsyncResult *result, gpointer data)
{
  Transfer *transfer = g_task_get_task_data (G_TASK (result));
  BookmarkList *list = view_state_bookmarks (loaded_profile_state (transfer->loaded));
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  (void) source;
  (void) data;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      transfer->n_skipped = bookmark_list_merge (list, transfer->bookmarks);
      text = imported_text (transfer);
    }
  else
    text = g_strdup_printf (_ ("Cannot import bookmarks: %s"), error->message);
  say_and_end (transfer, text);
}

static void
import_from (GFile *file, gpointer asked)
{
  run (transfer_new (asked, file), read_in_thread, take_imported);
}

void
bookmark_actions_export (GtkWindow *window, AdwToastOverlay *toasts, LoadedProfile *loaded)
{
  g_autofree char *name = g_strconcat (loaded_profile_title (loaded), ".bookmarks.json", NULL);

  save_dialog_show (window, _ ("Export Bookmarks"), name, export_to, asked_new (toasts, loaded), asked_free);
}

void
bookmark_actions_import (GtkWindow *window, AdwToastOverlay *toasts, LoadedProfile *loaded)
{
  open_dialog_show_one (window, _ ("Import Bookmarks"), _ ("Bookmarks"), "*.json", import_from,
                        asked_new (toasts, loaded), asked_free);
}
