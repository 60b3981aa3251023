/* SPDX-License-Identifier: Apache-2.0
 *
 * A drawing that fills a widget. It is rendered into pixels once and shown as the same render node until
 * it is invalidated. GSK compares nodes by pointer, so redrawing what lies over it is cheap.
 *
 * Pixels are in the scale of the widget. GSK's Cairo renderer gets a Cairo node (GTK 4.8 converts textures
 * through floating point there, 14 ms of each frame at 1080p); other renderers get a memory texture. Main
 * thread only. */

#pragma once

#include <gtk/gtk.h>

typedef struct RetainedPicture RetainedPicture;

RetainedPicture *retained_picture_new (void);
void retained_picture_free (RetainedPicture *picture);

void retained_picture_invalidate (RetainedPicture *picture);

/* Appends width_px x height_px of the picture to a snapshot of widget. Calls draw () only if the picture
 * was invalidated or the size, the scale or the renderer has changed. draw () must paint everything,
 * opaque. */
void retained_picture_snapshot (RetainedPicture *picture,
                                GtkWidget *widget,
                                GtkSnapshot *snapshot,
                                int width_px,
                                int height_px,
                                void (*draw) (cairo_t *cr, gpointer user_data),
                                gpointer user_data);
