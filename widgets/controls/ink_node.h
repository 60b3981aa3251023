/* SPDX-License-Identifier: Apache-2.0
 *
 * A small drawing on nothing as a render node that is no larger than what was drawn, so that showing, moving or
 * removing it repaints only that much of what lies below. */

#pragma once

#include <gtk/gtk.h>

/* Clipped to width_px x height_px. Transfer full; NULL when draw left no mark. */
GskRenderNode *ink_node_new (int width_px,
                             int height_px,
                             void (*draw) (cairo_t *cr, gpointer user_data),
                             gpointer user_data);

/* The ring that says which widget has the keyboard focus: dashed, 2 px, accent, inside of a widget of that size.
 * Transfer full. */
GskRenderNode *ink_node_focus_ring (GtkWidget *widget);
