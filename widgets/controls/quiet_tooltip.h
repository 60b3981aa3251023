/* SPDX-License-Identifier: Apache-2.0
 *
 * A tooltip whose text costs nothing until it is to be shown. gtk_widget_set_tooltip_text () asks the window system each
 * time where the pointer is, and waits for the answer: a few dozen in a frame are most of the frame. */

#pragma once

#include <gtk/gtk.h>

/* Sets the tooltip of a widget; no one else may set it. NULL or "" removes it. The text is copied. Main thread. */
void quiet_tooltip_set (GtkWidget *widget, const char *text);

/* Makes a label's whole text its tooltip while there is no room for all of it. Main thread. */
void quiet_tooltip_of_cut_text (GtkWidget *label);
