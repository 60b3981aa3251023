/* SPDX-License-Identifier: Apache-2.0
 *
 * A button that shows the colour of a bookmark and offers the others. Assistive technology and tooltips
 * use the names of the colours.
 *
 * Property "colour" (uint, below BOOKMARK_COLOURS): notified on every change, by the user or by code. */

#pragma once

#include <gtk/gtk.h>

#define BOOKMARK_TYPE_COLOUR_BUTTON (bookmark_colour_button_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkColourButton, bookmark_colour_button, BOOKMARK, COLOUR_BUTTON, GtkWidget)

GtkWidget *bookmark_colour_button_new (void);

unsigned bookmark_colour_button_get (BookmarkColourButton *button);
void bookmark_colour_button_set (BookmarkColourButton *button, unsigned colour);
