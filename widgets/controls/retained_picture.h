/* SPDX-License-Identifier: Apache-2.0
 *
 * A drawing that fills a widget, made into pixels once and shown as the same render node until it is told to be drawn
 * anew: GSK compares nodes by pointer, so that what lies over it can change for next to nothing.
 *
 * Pixels are in the widget's scale. GSK's Cairo renderer gets them as a Cairo node (in GTK 4.8 it converts textures
 * through floating point, 14 ms of each frame at 1080p), every other renderer as a memory texture. Main thread only. */

#pragma once

#include <gtk/gtk.h>

typedef struct RetainedPicture RetainedPicture;

RetainedPicture *retained_picture_new (void);
void retained_picture_free (RetainedPicture *picture);

void retained_picture_invalidate (RetainedPicture *picture);

/* Appends width_px x height_px of it to a snapshot of widget. draw is called only when it was invalidated or the size,
 * the scale or the renderer became another one; it must paint everything, opaque. */
void retained_picture_snapshot (RetainedPicture *picture,
                                GtkWidget *widget,
                                GtkSnapshot *snapshot,
                                int width_px,
                                int height_px,
                                void (*draw) (cairo_t *cr, gpointer user_data),
                                gpointer user_data);
