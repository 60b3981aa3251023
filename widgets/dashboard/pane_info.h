/* SPDX-License-Identifier: Apache-2.0
 *
 * The popover of the (i) button of a card: how the pane is computed, and two buttons. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

/* ret_show and ret_copy return its buttons "Show Events" and "Copy Figures", borrowed. Floating. */
GtkWidget *pane_info_new (const PaneContext *pane, GtkWidget **ret_show, GtkWidget **ret_copy);
