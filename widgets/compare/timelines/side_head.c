/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/side_head.h"

#define KEY_LETTER "letter"
#define KEY_NAME   "name"
#define KEY_SCOPE  "scope"

static GtkWidget *
label_new (GtkWidget *head, const char *key, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, css_class);
  g_object_set_data (G_OBJECT (head), key, label);
  return label;
}

GtkWidget *
side_head_new (void)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (head, "side-head");
  gtk_box_append (GTK_BOX (head), label_new (head, KEY_LETTER, "side-letter"));
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (lines), label_new (head, KEY_NAME, "heading"));
  gtk_box_append (GTK_BOX (lines), label_new (head, KEY_SCOPE, "caption"));
  gtk_widget_add_css_class (g_object_get_data (G_OBJECT (head), KEY_SCOPE), "secondary");
  gtk_box_append (GTK_BOX (head), lines);
  return head;
}

void
side_head_set (GtkWidget *head, const Compared *compared, uint32_t side)
{
  g_autofree char *text = compared_side_text (compared, side);
  g_autofree char *name = compared_short_name (compared, side);

  gtk_label_set_text (g_object_get_data (G_OBJECT (head), KEY_LETTER), compared_letter (side));
  gtk_label_set_text (g_object_get_data (G_OBJECT (head), KEY_NAME), name);
  gtk_label_set_text (g_object_get_data (G_OBJECT (head), KEY_SCOPE), compared->sides[side].scope);
  gtk_widget_set_tooltip_text (head, text);
}
