/* SPDX-License-Identifier: Apache-2.0
 *
 * Tooltips that cost nothing until they are shown. gtk_widget_set_tooltip_text () asks the window system for the
 * position of the pointer on each call and waits for the answer, so a few dozen calls take most of the time of a
 * frame. */

#pragma once

#include <gtk/gtk.h>

/* Sets the tooltip of a widget; no one else may set it. NULL or "" removes it. That of a menu button is not shown while its
 * popover is open. The text is copied. Main thread. */
void quiet_tooltip_set (GtkWidget *widget, const char *text);

/* Shows the whole text of a label as its tooltip while the label is too narrow for the text. Main thread. */
void quiet_tooltip_of_cut_text (GtkWidget *label);
