/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_card.h"

#define GAP_PX       8
#define FOOTER_CHARS 60 /* it wraps rather than make the card wider; it fills a wider card */

#define KEY_HEADER "header"
#define KEY_TITLE  "title"
#define KEY_FOOTER "footer"

GtkWidget *
compare_card_new (const char *title, GtkWidget *body)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  GtkWidget *heading = gtk_label_new (title), *footer = gtk_label_new (NULL);

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "compare-card");
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_label_set_ellipsize (GTK_LABEL (heading), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (heading, TRUE);
  gtk_box_append (GTK_BOX (header), heading);
  gtk_widget_set_vexpand (body, TRUE);
  gtk_widget_add_css_class (footer, "caption");
  gtk_widget_add_css_class (footer, "secondary");
  gtk_label_set_wrap (GTK_LABEL (footer), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (footer), FOOTER_CHARS);
  gtk_label_set_xalign (GTK_LABEL (footer), 0);
  gtk_box_append (GTK_BOX (card), header);
  gtk_box_append (GTK_BOX (card), body);
  gtk_box_append (GTK_BOX (card), footer);
  g_object_set_data (G_OBJECT (card), KEY_HEADER, header);
  g_object_set_data (G_OBJECT (card), KEY_TITLE, heading);
  g_object_set_data (G_OBJECT (card), KEY_FOOTER, footer);
  return card;
}

void
compare_card_set_title (GtkWidget *card, const char *title)
{
  gtk_label_set_text (g_object_get_data (G_OBJECT (card), KEY_TITLE), title);
}

void
compare_card_set_footer (GtkWidget *card, const char *text)
{
  gtk_label_set_text (g_object_get_data (G_OBJECT (card), KEY_FOOTER), text);
}

void
compare_card_add_control (GtkWidget *card, GtkWidget *control)
{
  gtk_box_append (g_object_get_data (G_OBJECT (card), KEY_HEADER), control);
}

GtkWidget *
compare_card_add_copy (GtkWidget *card, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  compare_card_add_control (card, button);
  return button;
}
