/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_info.h"

#include <glib/gi18n-lib.h>

#include "trace/model/device_word.h"

#define WIDTH_CHARS 56

static GtkWidget *
paragraph_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

GtkWidget *
pane_info_new (const PaneContext *pane, GtkWidget **ret_show, GtkWidget **ret_copy)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *definition = g_strdup (_ (pane->kind->definition));
  g_auto (GStrv) paragraphs = g_strsplit (
    pane->data != NULL ? device_word_in (pane->data->scope.trace, definition) : definition, "\n", -1);

  for (char **paragraph = paragraphs; *paragraph != NULL; paragraph++)
    gtk_box_append (GTK_BOX (box), paragraph_new (*paragraph));
  if (pane->kind->in_force != NULL && pane->data != NULL
      && !dashboard_data_failed (pane->data, pane->kind->needs))
    {
      g_autofree char *in_force = pane->kind->in_force (pane);

      gtk_box_append (GTK_BOX (box), paragraph_new (in_force));
    }
  *ret_show = gtk_button_new_with_label (_ ("Show Events"));
  *ret_copy = gtk_button_new_with_label (_ ("Copy Figures"));
  gtk_box_append (GTK_BOX (buttons), *ret_show);
  gtk_box_append (GTK_BOX (buttons), *ret_copy);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 8);
  gtk_widget_set_margin_end (box, 8);
  return box;
}
