/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/welcome.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/start/recordings.h"
#include "trace/model/profile_format.h"

static GtkWidget *
action_button_new (const char *label, const char *action, const char *css_class)
{
  GtkWidget *button = mnemonic_button_new (label);

  gtk_widget_add_css_class (button, "pill");
  if (css_class != NULL)
    gtk_widget_add_css_class (button, css_class);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/* With the formats as "Nsight Systems SQLite (.sqlite)". */
static char *
description_text (void)
{
  g_autoptr (GString) list = g_string_new (NULL);
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);

  for (size_t i = 0; i < n; i++)
    if (formats[i].suffixes[0] != NULL)
      g_string_append_printf (list, "%s%s (%s)", list->len > 0 ? ", " : "", _ (formats[i].title),
                              formats[i].suffixes[0]);
  g_autofree char *text = g_strdup_printf (
    /* Translators: a list of formats, such as "PyTorch (.json), Nsight Systems SQLite (.sqlite)". */
    _ (
      "Drop a trace file or a folder of ranks here. Stepscope opens %s. JSON may be packed (.json.gz, .json.zst). Every "
      "profile in a folder that you add is listed here."),
    list->str);
  return g_markup_escape_text (text, -1);
}

GtkWidget *
welcome_new (void)
{
  GtkWidget *page = adw_status_page_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *how = gtk_label_new (_ ("How to record one"));
  g_autofree char *description = description_text ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), STEPSCOPE_APPLICATION_ID);
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Open a GPU Profile"));
  adw_status_page_set_description (ADW_STATUS_PAGE (page), description);

  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (buttons), action_button_new (_ ("_Open…"), "win.open", "suggested-action"));
  gtk_box_append (GTK_BOX (buttons), action_button_new (_ ("Open _Sample Profile"), "win.open-sample", NULL));
  gtk_box_append (GTK_BOX (buttons), action_button_new (_ ("_Add Folder…"), "start.add-folder", NULL));
  gtk_box_append (GTK_BOX (column), buttons);

  gtk_widget_add_css_class (how, "heading");
  gtk_label_set_xalign (GTK_LABEL (how), 0);
  gtk_widget_set_margin_top (how, 12);
  gtk_box_append (GTK_BOX (column), how);
  recordings_add (GTK_BOX (column));

  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 720);
  adw_clamp_set_child (ADW_CLAMP (clamp), column);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), clamp);
  return page;
}
