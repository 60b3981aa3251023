/* SPDX-License-Identifier: Apache-2.0 */

/* The popovers of a card's header buttons, in the page that scrolls.
 *
 * A GtkViewport scrolls to what has the focus, and takes the items of a popover for something on the page: GTK 4.8
 * scrolls the page, and with it the open menu, away from under the pointer that goes down the items. Not while such a
 * popover is open. Main thread. */
#pragma once

#include <gtk/gtk.h>

/* popover: is or will be in a GtkViewport, otherwise nothing happens. */
void pane_popover_keep_page_still (GtkPopover *popover);
