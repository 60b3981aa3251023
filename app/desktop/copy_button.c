/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/copy_button.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

#define CONFIRMATION_MS 1500

/* Width of the button in the theme. */
#define BUTTON_PX 34

#define KEY_TEXT  "copied-text"
#define KEY_TIMER "confirmation-timer"

static gboolean
end_confirmation (gpointer data)
{
  gtk_button_set_icon_name (GTK_BUTTON (data), "edit-copy-symbolic");
  g_object_set_data (G_OBJECT (data), KEY_TIMER, NULL);
  return G_SOURCE_REMOVE;
}

static void
cancel_confirmation (GtkWidget *button)
{
  guint timer = GPOINTER_TO_UINT (g_object_steal_data (G_OBJECT (button), KEY_TIMER));

  if (timer != 0)
    g_source_remove (timer);
}

static void
copy (GtkWidget *button)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), g_object_get_data (G_OBJECT (button), KEY_TEXT));
  cancel_confirmation (button);
  gtk_button_set_icon_name (GTK_BUTTON (button), "object-select-symbolic");
  g_object_set_data (G_OBJECT (button), KEY_TIMER,
                     GUINT_TO_POINTER (g_timeout_add (CONFIRMATION_MS, end_confirmation, button)));
}

void
copy_button_set_text (GtkWidget *button, const char *text)
{
  g_object_set_data_full (G_OBJECT (button), KEY_TEXT, g_strdup (text), g_free);
}

GtkWidget *
copy_button_new (const char *text, const char *what)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  quiet_tooltip_set (button, what);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, what, -1);
  copy_button_set_text (button, text);
  g_signal_connect (button, "clicked", G_CALLBACK (copy), NULL);
  g_signal_connect (button, "destroy", G_CALLBACK (cancel_confirmation), NULL);
  return button;
}

GtkWidget *
command_box_new (const char *caption, const char *command)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  /* Not a box: a horizontal one asks a wrapped label for its width at a height, for which GTK lays out its text a dozen
   * times, and whoever lays out the box does so a dozen times. */
  GtkWidget *box = gtk_overlay_new ();
  GtkWidget *text = gtk_label_new (command), *button;
  g_autofree char *what =
    caption != NULL ? g_strdup_printf (_ ("Copy the command: %s"), caption) : g_strdup (_ ("Copy Command"));

  gtk_widget_add_css_class (box, "command");
  gtk_widget_add_css_class (text, "monospace");
  /* Commands are written from left to right, and begin at the left. */
  gtk_widget_set_direction (text, GTK_TEXT_DIR_LTR);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_margin_end (text, BUTTON_PX + 8);
  gtk_overlay_set_child (GTK_OVERLAY (box), text);
  button = copy_button_new (command, what);
  gtk_widget_set_direction (button, GTK_TEXT_DIR_LTR);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_overlay_add_overlay (GTK_OVERLAY (box), button);
  gtk_overlay_set_measure_overlay (GTK_OVERLAY (box), button, TRUE);

  if (caption != NULL)
    {
      GtkWidget *label = gtk_label_new (caption);

      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "secondary");
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_box_append (GTK_BOX (column), label);
    }
  gtk_box_append (GTK_BOX (column), box);
  return column;
}
