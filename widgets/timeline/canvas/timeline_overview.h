/* SPDX-License-Identifier: Apache-2.0
 *
 * The overview above the timeline as a widget: the steps and the utilization of the whole profile, and a frame around
 * the span in view. A drag moves the frame or resizes it by its edges. A click on a step zooms to the step; elsewhere it
 * centres the view.
 *
 * With the focus, Left and Right go to the previous and next step, or move the view if there are no steps. Home and End
 * go to the first and last step. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_OVERVIEW (timeline_overview_get_type ())
G_DECLARE_FINAL_TYPE (TimelineOverview, timeline_overview, TIMELINE, OVERVIEW, GtkWidget)

GtkWidget *timeline_overview_new (TimelineScene *scene);
