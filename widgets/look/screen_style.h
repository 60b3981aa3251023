/* SPDX-License-Identifier: Apache-2.0
 *
 * The DrawStyle of the screen: the desktop's font and text scale, the user's number signs, the current theme.
 *
 * One for the whole program. Main thread only. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/look/draw_style.h"

/* Of the display that widget is on. The pointer stays the same for ever; what it points to changes, and its text
 * cache with it, when the style changes: see screen_style_connect_changed (). */
const DrawStyle *screen_style_get (GtkWidget *widget);

/* What the application found out about dark and high contrast. */
void screen_style_set_theme (ThemeId id);

/* Whether kinds of work are told apart by patterns as well in themes that have none of their own. */
void screen_style_set_patterns (bool has_patterns);

/* changed (widget) is called whenever the font, its scale or the theme became another one, as long as widget lives. */
void screen_style_connect_changed (GtkWidget *widget, void (*changed) (GtkWidget *widget));

/* px on the screen of a length that the design gives for text of the usual size: "every height is derived from the
 * font". */
int screen_style_scaled_px (GtkWidget *widget, int px);
