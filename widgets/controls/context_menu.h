/* SPDX-License-Identifier: Apache-2.0
 *
 * A context menu at a position inside a widget that draws itself. */

#pragma once

#include <gtk/gtk.h>

/* Opens the menu below [x_px, x_px + 1) of the widget, over its whole height. The menu is destroyed when
 * it is closed, or with the widget. */
void context_menu_open (GtkWidget *widget, GMenuModel *model, double x_px);

/* Calls open (widget, x_px) for the secondary button and a long press, and with x_px < 0 for the menu key. */
void context_menu_attach (GtkWidget *widget, void (*open) (GtkWidget *widget, double x_px));
