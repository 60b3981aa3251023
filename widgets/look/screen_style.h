/* SPDX-License-Identifier: Apache-2.0
 *
 * The DrawStyle of the screen: the desktop's font and text scale, the user's number signs, the current theme.
 *
 * There is one for the whole program. Main thread only. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/look/draw_style.h"

/* Returns the style of the display of widget. The pointer never changes; its contents, including the text
 * cache, change with the style (see screen_style_connect_changed ()). */
const DrawStyle *screen_style_get (GtkWidget *widget);

/* Sets the theme that the application chose for dark and high contrast. */
void screen_style_set_theme (ThemeId id);

/* Sets whether themes without patterns also mark kinds of work by patterns. */
void screen_style_set_patterns (bool has_patterns);

/* Calls changed (widget) whenever the font, its scale or the theme has changed, while widget exists. */
void screen_style_connect_changed (GtkWidget *widget, void (*changed) (GtkWidget *widget));

/* Scales a length that the design gives for the default text size by the current font. Returns px. */
int screen_style_scaled_px (GtkWidget *widget, int px);
