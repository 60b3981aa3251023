/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be done to a row, as a menu and as actions "rows.NAME" of the widget that shows it:
 *
 *   pin, unpin, hide, only, up, down (line)   size ((line, per cent))
 *   show-hidden, open-all, close-all, reset, filter ()
 *
 * Lines are those of the tree as it is shown. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Keeps no reference to scene, which must outlive widget. */
void track_menu_add_actions (GtkWidget *widget, TimelineScene *scene);

/* Opens the menu of the row, or the general one for UINT32_MAX, at a position in widget. */
void track_menu_popup (GtkWidget *widget, TimelineScene *scene, uint32_t row, double x_px, double y_px);
