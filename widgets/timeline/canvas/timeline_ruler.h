/* SPDX-License-Identifier: Apache-2.0
 *
 * The ruler above the canvas as a widget, with its cell above the track column. A drag zooms to the span that it
 * covers. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_RULER (timeline_ruler_get_type ())
G_DECLARE_FINAL_TYPE (TimelineRuler, timeline_ruler, TIMELINE, RULER, GtkWidget)

GtkWidget *timeline_ruler_new (TimelineScene *scene);
