/* SPDX-License-Identifier: Apache-2.0
 *
 * The button of one side of a comparison. It says which profile and which part of it is compared; its menu changes both.
 * Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/compare/side_list.h"

#define SIDE_TYPE_BUTTON (side_button_get_type ())
G_DECLARE_FINAL_TYPE (SideButton, side_button, SIDE, BUTTON, GtkWidget)

/* References sides. i: which side; it may not be there yet. */
GtkWidget *side_button_new (SideList *sides, guint i);

/* Call this after the sides have changed; the button is hidden where there is no such side. O(loaded profiles): the menu is
 * filled when it opens. */
void side_button_update (SideButton *button);
