/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be done with known profiles, as the actions "known.*" of a widget, and their context menu: open, compare,
 * name, show in the folder, copy the path, remove from the list. Opening many asks first. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/known/known_profiles.h"
#include "widgets/tables/table_grid.h"

/* targets (widget) returns the paths (char *) that an action is for, the current one first; transfer full.
 * path_to_open (widget, path) returns the path under which one of them is opened. known outlives the widget. */
void known_actions_add (GtkWidget *widget,
                        KnownProfiles *known,
                        GPtrArray *(*targets) (GtkWidget *widget),
                        const char *(*path_to_open) (GtkWidget *widget, const char *path));

/* Opens the menu for n targets at a place of the table, which is below the widget with the actions. */
void known_actions_open_menu (TableGrid *at, double x_px, double y_px, guint n);
