/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/search_help.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

/* What is typed is not translated. */
static const struct
{
  const char *typed;
  const char *meaning;
} lines[] = {
  { "nightly h100", N_ ("Both words, in name, tags, note, status, date, hardware or path") },
  { "\"two words\"", N_ ("These words as they stand") },
  { "-debug", N_ ("Without this word") },
  { "tag:nightly", N_ ("With this tag; also name:, note:, gpu:, kind: and folder:") },
  { "status:failed", N_ ("In this status: in progress, completed, stopped or failed") },
  { "date:2026-11", N_ ("Created in this month; also a year or a day") },
  { "date:>=2026-11-20", N_ ("Created on this day or later; also >, < and <=") },
};

GtkWidget *
search_help_new (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 16);
  for (int i = 0; i < (int) G_N_ELEMENTS (lines); i++)
    {
      GtkWidget *typed = gtk_label_new (lines[i].typed), *meaning = gtk_label_new (_ (lines[i].meaning));

      gtk_widget_add_css_class (typed, "monospace");
      gtk_label_set_xalign (GTK_LABEL (typed), 0);
      gtk_label_set_yalign (GTK_LABEL (typed), 0);
      gtk_label_set_xalign (GTK_LABEL (meaning), 0);
      gtk_label_set_wrap (GTK_LABEL (meaning), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (meaning), 44);
      gtk_grid_attach (GTK_GRID (grid), typed, 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), meaning, 1, i, 1, 1);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "dialog-question-symbolic");
  gtk_widget_add_css_class (button, "flat");
  quiet_tooltip_set (button, _ ("What can be searched for"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What can be searched for"), -1);
  return button;
}
