/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps the page of cards from scrolling away under an open popover of a card's header buttons.
 *
 * A GtkViewport scrolls to what has the focus, and takes the items of a popover for something on the page: GTK 4.8
 * scrolls the page, and with it the open menu, away from under the pointer that goes down the items. Main thread. */
#pragma once

#include <gtk/gtk.h>

/* Keeps the page from scrolling while the popover is open. Does nothing if the popover is not in a GtkViewport when it
 * opens. */
void pane_popover_keep_page_still (GtkPopover *popover);
