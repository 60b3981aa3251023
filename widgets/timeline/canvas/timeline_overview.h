/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole profile above the timeline as a widget: its steps, its utilization, and the window in view, which a drag
 * moves and whose edges resize it. A click on a step zooms to it, elsewhere it centres the view.
 *
 * With the focus, Left and Right go to the previous and next step, or move the window where there are no steps; Home and
 * End go to the first and last step. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_OVERVIEW (timeline_overview_get_type ())
G_DECLARE_FINAL_TYPE (TimelineOverview, timeline_overview, TIMELINE, OVERVIEW, GtkWidget)

GtkWidget *timeline_overview_new (TimelineScene *scene);
