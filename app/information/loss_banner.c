/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/loss_banner.h"

#include <glib/gi18n-lib.h>

#include "app/mnemonic.h"

static void
dismiss (GtkWidget *banner)
{
  gtk_widget_set_visible (banner, FALSE);
}

void
loss_banner_set (GtkWidget *banner, const char *sentence)
{
  if (sentence != NULL)
    gtk_label_set_text (g_object_get_data (G_OBJECT (banner), "label"), sentence);
  gtk_widget_set_visible (banner, sentence != NULL);
}

GtkWidget *
loss_banner_new (void)
{
  GtkWidget *banner = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *details = mnemonic_button_new (_ ("Show _Details"));
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (details), "win.information-health");
  gtk_widget_set_valign (details, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (close, _ ("Dismiss"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Dismiss"), -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (dismiss), banner);

  gtk_widget_add_css_class (banner, "loss-banner");
  gtk_box_append (GTK_BOX (banner), icon);
  gtk_box_append (GTK_BOX (banner), label);
  gtk_box_append (GTK_BOX (banner), details);
  gtk_box_append (GTK_BOX (banner), close);
  g_object_set_data (G_OBJECT (banner), "label", label);
  return banner;
}
