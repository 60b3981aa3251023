/* SPDX-License-Identifier: Apache-2.0
 *
 * A small drawing on a transparent ground as a render node cropped to what was drawn. Showing, moving or
 * removing it repaints only that part of what lies below. */

#pragma once

#include <gtk/gtk.h>

/* Draws within width_px x height_px. Transfer full; returns NULL if draw () left no mark. */
GskRenderNode *ink_node_new (int width_px,
                             int height_px,
                             void (*draw) (cairo_t *cr, gpointer user_data),
                             gpointer user_data);

/* Returns the keyboard focus ring inside a widget of that size: dashed, 2 px, accent colour. Transfer
 * full. */
GskRenderNode *ink_node_focus_ring (GtkWidget *widget);
