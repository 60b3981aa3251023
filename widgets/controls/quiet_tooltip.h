/* SPDX-License-Identifier: Apache-2.0
 *
 * A tooltip whose text costs nothing until it is to be shown. gtk_widget_set_tooltip_text () asks the window system each
 * time where the pointer is, and waits for the answer: a few dozen in a frame are most of the frame. */

#pragma once

#include <gtk/gtk.h>

/* Of a widget whose tooltip is set by nobody else. NULL or "": none. Copied. Main thread. */
void quiet_tooltip_set (GtkWidget *widget, const char *text);
