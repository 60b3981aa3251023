/* SPDX-License-Identifier: Apache-2.0
 *
 * The overview's menu, of a step: going to it, selecting it, comparing with the median step. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Opens it by the secondary button, a long press and the menu key. step_at: the step at x_px of the overview, UINT64_MAX:
 * none; then, and for the menu key, it is that of the step in view, where there is one. */
void overview_menu_attach (GtkWidget *overview,
                           TimelineScene *scene,
                           uint64_t (*step_at) (GtkWidget *overview, double x_px));
