/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a popover points to: always within the widget that it belongs to, whatever has been scrolled out of view. GTK
 * 4.8 has no place for one whose anchor is on no monitor, and a Wayland compositor none outside of the window. */

#pragma once

#include <gtk/gtk.h>

/* popover: of a parent that has its size. x_px .. height_px: of what it points to, in the parent; what lies outside is
 * cut off, and at least a pixel at the edge is left. */
void popover_place (GtkPopover *popover, double x_px, double y_px, double width_px, double height_px);
