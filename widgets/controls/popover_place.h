/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps the anchor of a popover inside its parent widget, even if the anchor was scrolled out of view. GTK
 * 4.8 cannot place a popover whose anchor is on no monitor, and a Wayland compositor cannot place one
 * outside the window. */

#pragma once

#include <gtk/gtk.h>

/* The parent of popover must have its size. x_px .. height_px is the anchor in the coordinates of the
 * parent; it is clipped to the parent, and at least one pixel at the edge is kept. */
void popover_place (GtkPopover *popover, double x_px, double y_px, double width_px, double height_px);
