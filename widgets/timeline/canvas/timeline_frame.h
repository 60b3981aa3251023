/* SPDX-License-Identifier: Apache-2.0
 *
 * Places the parts of the timeline. Overview and ruler take the whole width. Below them are the track column and the
 * canvas, or in their place the list of their slices. The scrollbar is over the right edge of the canvas, the hint over
 * its bottom. Behind the legend of compared steps is a button that shows them on the Compare page: it activates
 * "win.compare-step" with the step, of type t. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_FRAME (timeline_frame_get_type ())
G_DECLARE_FINAL_TYPE (TimelineFrame, timeline_frame, TIMELINE, FRAME, GtkWidget)

GtkWidget *timeline_frame_new (TimelineScene *scene);

GtkWidget *timeline_frame_canvas (TimelineFrame *frame);

/* Makes it one of several timelines on one scale. head takes the place of the name of the overview, and says which profile
 * this is. There is no ruler in it, since they share one. Call it once, before it is shown. */
void timeline_frame_stand_beside (TimelineFrame *frame, GtkWidget *head);

/* Returns the height of overview, ruler and bar of ranks above the canvas. */
int timeline_frame_top_px (TimelineFrame *frame);

/* Shows the list instead of rows and canvas, or the reverse. The shown one takes the focus. */
bool timeline_frame_shows_list (TimelineFrame *frame);
void timeline_frame_set_shows_list (TimelineFrame *frame, bool shows_list);

/* Focuses the list or the canvas. gtk_widget_grab_focus () does not do, since GTK calls it for Tab before
 * it goes to the first part. */
void timeline_frame_take_focus (TimelineFrame *frame);

/* Shows the line with the most important keys for beginners. */
void timeline_frame_set_hint_visible (TimelineFrame *frame, bool is_visible);
