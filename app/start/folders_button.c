/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/folders_button.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/desktop/mnemonic.h"
#include "widgets/controls/quiet_tooltip.h"

#define TEXT_CHARS  52
#define LIST_MAX_PX 280
#define KEY_PATH    "path"

typedef struct
{
  KnownProfiles *known;
  GtkWidget *button, *text, *rows, *bounded;
} Parts;

static char *
shown_path (const char *path)
{
  const char *home = g_get_home_dir ();
  size_t n = strlen (home);
  g_autofree char *shortened = n > 1 && g_str_has_prefix (path, home) && path[n] == '/'
                                 ? g_strconcat ("~", path + n, NULL)
                                 : g_strdup (path);

  return g_filename_display_name (shortened);
}

static void
remove_folder (GtkWidget *bin, Parts *parts)
{
  known_profiles_remove_folder (parts->known, g_object_get_data (G_OBJECT (bin), KEY_PATH));
}

static GtkWidget *
row_new (Parts *parts, const char *path)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *shown = shown_path (path);
  g_autofree char *name = g_strdup_printf (_ ("Stop watching %s"), shown);
  GtkWidget *label = gtk_label_new (shown);
  GtkWidget *bin = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TEXT_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (bin, "flat");
  gtk_widget_set_tooltip_text (bin, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bin), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (bin), KEY_PATH, g_strdup (path), g_free);
  g_signal_connect (bin, "clicked", G_CALLBACK (remove_folder), parts);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), bin);
  return row;
}

static void
update (Parts *parts)
{
  const GPtrArray *folders = known_profiles_folders (parts->known);

  for (GtkWidget *row; (row = gtk_widget_get_first_child (parts->rows)) != NULL;)
    gtk_box_remove (GTK_BOX (parts->rows), row);
  for (guint i = 0; i < folders->len; i++)
    gtk_box_append (GTK_BOX (parts->rows), row_new (parts, folders->pdata[i]));
  gtk_label_set_text (
    GTK_LABEL (parts->text),
    folders->len == 0
      ? _ ("Every profile in a folder that you add is listed here, also those that are written "
           "later, down to three folders below it.")
      : _ ("Profiles in these folders are listed, down to three folders below them."));
  gtk_widget_set_visible (parts->bounded, known_profiles_was_bounded (parts->known));
}

static void
update_button (GtkWidget *button)
{
  Parts *parts = g_object_get_data (G_OBJECT (button), "parts");
  guint n = known_profiles_folders (parts->known)->len;
  g_autofree char *name = n == 0
                            ? g_strdup (_ ("Watched folders"))
                            : g_strdup_printf (ngettext ("%u watched folder", "%u watched folders", n), n);

  quiet_tooltip_set (parts->button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (parts->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (gtk_widget_get_mapped (parts->rows))
    update (parts);
}

static GtkWidget *
wrapped_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TEXT_CHARS);
  return label;
}

GtkWidget *
folders_button_new (KnownProfiles *known)
{
  Parts *parts = g_new0 (Parts, 1);
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *add = mnemonic_button_new (_ ("_Add Folder…"));
  GtkWidget *label = gtk_label_new (_ ("Folders"));

  parts->known = known;
  parts->button = gtk_menu_button_new ();
  parts->text = wrapped_new (NULL);
  parts->bounded =
    wrapped_new (_ ("There is more in them than is looked at: at most 512 folders and 50,000 profiles."));
  parts->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (parts->bounded, "secondary");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_MAX_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), parts->rows);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "start.add-folder");
  gtk_widget_set_halign (add, GTK_ALIGN_START);
  g_signal_connect_object (add, "clicked", G_CALLBACK (gtk_popover_popdown), popover, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (column), parts->text);
  gtk_box_append (GTK_BOX (column), scrolled);
  gtk_box_append (GTK_BOX (column), parts->bounded);
  gtk_box_append (GTK_BOX (column), add);
  gtk_popover_set_child (GTK_POPOVER (popover), column);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (parts->button), label);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (parts->button), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (parts->button), popover);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (update), parts);
  g_object_set_data_full (G_OBJECT (parts->button), "parts", parts, g_free);
  g_signal_connect_object (known, "changed", G_CALLBACK (update_button), parts->button, G_CONNECT_SWAPPED);
  update_button (parts->button);
  return parts->button;
}
