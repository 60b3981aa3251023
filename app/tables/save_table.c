/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/save_table.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/open_dialog.h"

typedef struct
{
  GWeakRef view;
  TableFormat format;
  GFile *file; /* NULL: not chosen yet */
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_weak_ref_clear (&saving->view);
  g_clear_object (&saving->file);
  g_free (saving);
}

static void
say (GtkWidget *view, const char *text)
{
  gtk_widget_activate_action (view, "win.say", "s", text);
}

static void
saved (GObject *file, GAsyncResult *result, gpointer user_data)
{
  Saving *saving = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *base = g_file_get_basename (G_FILE (file));
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text = NULL;
  g_autoptr (GtkWidget) view = g_weak_ref_get (&saving->view);

  if (g_file_replace_contents_finish (G_FILE (file), result, NULL, &error))
    text = g_strdup_printf (_ ("Table saved as %s"), name);
  else
    text = g_strdup_printf (_ ("The table was not saved: %s"), error->message);
  if (view != NULL)
    say (view, text);
  saving_free (saving);
}

/* The text is made after the file was chosen. */
static void
write_text (const char *text, gpointer user_data)
{
  Saving *saving = user_data;
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  g_file_replace_contents_bytes_async (saving->file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, saved,
                                       saving);
}

static void
chosen (GFile *file, gpointer data)
{
  const Saving *asked = data;
  g_autoptr (GtkWidget) view = g_weak_ref_get ((GWeakRef *) &asked->view);

  if (view == NULL)
    return;
  Saving *saving = g_new0 (Saving, 1);
  g_weak_ref_init (&saving->view, view);
  saving->format = asked->format;
  saving->file = g_object_ref (file);
  table_view_export (TABLES_VIEW (view), saving->format, write_text, saving);
}

static void
save_wanted (TableView *view, guint format, const char *name)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));
  g_autofree char *proposed = g_strconcat (name, ".", table_format_suffix ((TableFormat) format), NULL);

  if (!GTK_IS_WINDOW (root))
    return;
  Saving *asked = g_new0 (Saving, 1);
  g_weak_ref_init (&asked->view, view);
  asked->format = (TableFormat) format;
  save_dialog_show (GTK_WINDOW (root), _ ("Save Table"), proposed, chosen, asked, saving_free);
}

static void
free_name (gpointer name, GClosure *closure)
{
  (void) closure;
  g_free (name);
}

void
save_table_follow (TableView *view, const char *name)
{
  g_signal_connect_data (view, "save-wanted", G_CALLBACK (save_wanted), g_strdup (name), free_name, 0);
}
