/* SPDX-License-Identifier: Apache-2.0
 *
 * Places the parts of the timeline: overview and ruler across, below them the track column and the canvas, the
 * scrollbar over the canvas's right edge, the hint over its bottom. */

#pragma once

#include "widgets/timeline/timeline_scene.h"

#define TIMELINE_TYPE_FRAME (timeline_frame_get_type ())
G_DECLARE_FINAL_TYPE (TimelineFrame, timeline_frame, TIMELINE, FRAME, GtkWidget)

GtkWidget *timeline_frame_new (TimelineScene *scene);

GtkWidget *timeline_frame_canvas (TimelineFrame *frame);

/* The line that tells beginners the most important keys. */
void timeline_frame_set_hint_visible (TimelineFrame *frame, bool is_visible);
