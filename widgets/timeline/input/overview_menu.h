/* SPDX-License-Identifier: Apache-2.0
 *
 * The menu of a step in the overview: go to it, select it, compare it with the median step on the Compare page. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Opens the menu on the secondary button, a long press and the menu key. step_at () returns the step at
 * x_px of the overview, or UINT64_MAX; then, and for the menu key, the step in view is used if there is
 * one. */
void overview_menu_attach (GtkWidget *overview,
                           TimelineScene *scene,
                           uint64_t (*step_at) (GtkWidget *overview, double x_px));
