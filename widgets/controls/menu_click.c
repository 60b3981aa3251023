/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/menu_click.h"

void
menu_click_attach (GtkWidget *widget, GCallback clicked, gpointer data)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "released", clicked, data);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}
