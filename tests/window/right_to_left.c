/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into the program to show it as people see it whose language is written from right to left, without a
 * translation and a locale of theirs: its widgets have that direction from the first turn of its main loop on. */

#include <gtk/gtk.h>

static gboolean
turn_round (gpointer user_data)
{
  (void) user_data;
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  return G_SOURCE_REMOVE;
}

__attribute__ ((constructor)) static void
begin (void)
{
  g_idle_add_full (G_PRIORITY_HIGH, turn_round, NULL, NULL);
}
