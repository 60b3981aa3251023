/* SPDX-License-Identifier: Apache-2.0
 *
 * Places the parts of the timeline: overview and ruler across, below them the track column and the canvas, or in their
 * place the list of what they show; the scrollbar over the canvas's right edge, the hint over its bottom. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_FRAME (timeline_frame_get_type ())
G_DECLARE_FINAL_TYPE (TimelineFrame, timeline_frame, TIMELINE, FRAME, GtkWidget)

GtkWidget *timeline_frame_new (TimelineScene *scene);

GtkWidget *timeline_frame_canvas (TimelineFrame *frame);

/* Height of overview and ruler, above the canvas. */
int timeline_frame_top_px (TimelineFrame *frame);

/* The list instead of rows and canvas. The one that comes takes the focus. */
bool timeline_frame_shows_list (TimelineFrame *frame);
void timeline_frame_set_shows_list (TimelineFrame *frame, bool shows_list);

/* To the list, or to the canvas. Not gtk_widget_grab_focus (), which GTK has Tab do before it goes to the first part. */
void timeline_frame_take_focus (TimelineFrame *frame);

/* The line that tells beginners the most important keys. */
void timeline_frame_set_hint_visible (TimelineFrame *frame, bool is_visible);
