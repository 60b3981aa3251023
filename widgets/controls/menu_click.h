/* SPDX-License-Identifier: Apache-2.0
 *
 * A click of the secondary button, which opens a menu. */

#pragma once

#include <gtk/gtk.h>

/* Calls clicked (data, n_press, x_px, y_px), in the coordinates of the widget, when the secondary button is released where
 * it was pressed. Not when it is pressed: a menu that is shown while the button is down may get the release in place of the
 * widget, and GTK 4.8 then counts its pressed widgets wrongly ("Broken accounting of active state"). */
void menu_click_attach (GtkWidget *widget, GCallback clicked, gpointer data);
