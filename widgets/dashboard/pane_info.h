/* SPDX-License-Identifier: Apache-2.0
 *
 * What the (i) of a card shows: how the pane is computed, and what can be done with that. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

/* ret_show, ret_copy: the buttons "Show Events" and "Copy Figures" in it, borrowed. Floating. */
GtkWidget *pane_info_new (const PaneContext *pane, GtkWidget **ret_show, GtkWidget **ret_copy);
