/* SPDX-License-Identifier: Apache-2.0
 *
 * The selected slice and the critical path that is shown: whether it is on the path and its slack, and what would be gained
 * if the slice, or all with its name, took less time. Hidden if no path is shown. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_PATH_PANEL (path_panel_get_type ())
G_DECLARE_FINAL_TYPE (PathPanel, path_panel, DETAILS, PATH_PANEL, GtkBox)

/* Keeps no reference to the scene, which must outlive it. */
GtkWidget *path_panel_new (TimelineScene *scene);

/* Call this after the path or the selection has changed. */
void path_panel_update (PathPanel *panel);
