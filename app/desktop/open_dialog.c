/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/open_dialog.h"

#include <glib/gi18n-lib.h>

#include "trace/model/profile_format.h"

typedef struct
{
  void (*chosen) (GFile *file, gpointer data);
  gpointer data;
  GDestroyNotify free_data; /* or NULL */
} Request;

static gboolean
let_go_now (GtkNativeDialog *dialog)
{
  g_object_unref (dialog);
  return G_SOURCE_REMOVE;
}

/* GTK 4.8 opens the menu of its list of files when idle, and holds neither (click_cb () of gtkfilechooserwidget.c): who
 * clicks there and closes at once leaves it with freed memory. */
static void
let_go (GtkNativeDialog *dialog)
{
  g_idle_add_full (G_PRIORITY_LOW, G_SOURCE_FUNC (let_go_now), dialog, NULL);
}

static void
finish (GtkNativeDialog *dialog, int response, gpointer data)
{
  Request *request = data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);
          request->chosen (file, request->data);
        }
    }
  let_go (dialog);
}

static void
free_request (gpointer data, GClosure *closure)
{
  Request *request = data;
  (void) closure;

  if (request->free_data != NULL)
    request->free_data (request->data);
  g_free (request);
}

/* Its answer would reach a window that is no more. One that was answered is let go already. */
static void
end_with_parent (GtkNativeDialog *dialog)
{
  if (!gtk_native_dialog_get_visible (dialog))
    return;
  gtk_native_dialog_hide (dialog);
  let_go (dialog);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (size_t i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
add_suffixes (GtkFileFilter *filter, const char *const *suffixes)
{
  for (size_t i = 0; suffixes[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, suffixes[i] + 1); /* which has no dot */
}

/* One of all formats, then one of each. */
static void
add_filters_of_formats (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);

  gtk_file_filter_set_name (all, _ ("GPU profiles"));
  gtk_file_chooser_add_filter (chooser, all);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      /* Folders have a dialog of their own. */
      if (formats[i].bytes == PROFILE_BYTES_FOLDER)
        continue;
      add_suffixes (all, formats[i].suffixes);
      add_suffixes (all, formats[i].other_suffixes);
      gtk_file_filter_set_name (filter, _ (formats[i].title));
      add_suffixes (filter, formats[i].suffixes);
      add_suffixes (filter, formats[i].other_suffixes);
      gtk_file_chooser_add_filter (chooser, filter);
    }
}

/* Takes the dialog. */
static void
show (GtkWindow *parent,
      GtkFileChooserNative *dialog,
      void (*chosen) (GFile *file, gpointer data),
      gpointer data,
      GDestroyNotify free_data)
{
  Request *request = g_new (Request, 1);

  *request = (Request){ chosen, data, free_data };
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (parent, "destroy", G_CALLBACK (end_with_parent), dialog, G_CONNECT_SWAPPED);
  g_signal_connect_data (dialog, "response", G_CALLBACK (finish), request, free_request, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
open_dialog_show (GtkWindow *parent, bool folders, void (*chosen) (GFile *file, gpointer data), gpointer data)
{
  static const char *const everything[] = { "*", NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    folders ? _ ("Open a Folder of Ranks") : _ ("Open a GPU Profile"), parent,
    folders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"),
    _ ("_Cancel"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), !folders);
  if (!folders)
    {
      add_filters_of_formats (GTK_FILE_CHOOSER (dialog));
      add_filter (GTK_FILE_CHOOSER (dialog), _ ("All files"), everything);
    }
  show (parent, dialog, chosen, data, NULL);
}

void
open_dialog_show_folder (GtkWindow *parent,
                         const char *title,
                         const char *accept,
                         void (*chosen) (GFile *file, gpointer data),
                         gpointer data)
{
  show (parent,
        gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept, _ ("_Cancel")),
        chosen, data, NULL);
}

void
open_dialog_show_one (GtkWindow *parent,
                      const char *title,
                      const char *kind,
                      const char *pattern,
                      void (*chosen) (GFile *file, gpointer data),
                      gpointer data,
                      GDestroyNotify free_data)
{
  const char *const patterns[] = { pattern, NULL };
  static const char *const everything[] = { "*", NULL };
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  add_filter (GTK_FILE_CHOOSER (dialog), kind, patterns);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("All files"), everything);
  show (parent, dialog, chosen, data, free_data);
}

void
save_dialog_show (GtkWindow *parent,
                  const char *title,
                  const char *name,
                  void (*chosen) (GFile *file, gpointer data),
                  gpointer data,
                  GDestroyNotify free_data)
{
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  show (parent, dialog, chosen, data, free_data);
}
