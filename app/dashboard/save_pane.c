/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/save_pane.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/open_dialog.h"
#include "app/desktop/toasts.h"

/* What comes in a file's name at most of a title, which may be an annotation's name. */
#define NAME_MAX_CHARS 60

static void
say (GtkWidget *widget, const char *text)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *title = g_markup_escape_text (text, -1);

  if (overlay != NULL)
    toasts_add_passing (ADW_TOAST_OVERLAY (overlay), adw_toast_new (title));
}

static void
save_to (GFile *file, gpointer data)
{
  PaneCard *card = data;
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    text = g_strdup (_ ("Pictures can only be saved on this computer"));
  else if (pane_card_shows (card, NULL))
    text = g_strdup (_ ("Nothing was saved: the figures are still being computed"));
  else if (pane_card_save (card, path, &error))
    {
      g_autofree char *name = g_filename_display_basename (path);

      text = g_strdup_printf (_ ("Saved as %s"), name);
    }
  else
    text = g_strdup (error->message);
  say (GTK_WIDGET (card), text);
}

/* A title as the name of a file. */
static char *
file_name_of (PaneCard *card)
{
  g_autofree char *title = g_utf8_substring (
    pane_title (pane_card_pane (card), pane_card_options (card)), 0,
    MIN (NAME_MAX_CHARS, g_utf8_strlen (pane_title (pane_card_pane (card), pane_card_options (card)), -1)));

  g_strdelimit (title, "/\\:*?\"<>|\n\r\t", '_');
  return g_strconcat (title, ".png", NULL);
}

void
save_pane_ask (DashboardView *view, PaneCard *card)
{
  g_autofree char *name = file_name_of (card);

  save_dialog_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))), _ ("Save as Picture"), name,
                    save_to, g_object_ref (card), g_object_unref);
}
