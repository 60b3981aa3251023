/* SPDX-License-Identifier: Apache-2.0
 *
 * The displayed span while it moves to the one in the view state: glides of 140 ms and held keys.
 *
 * The view state always holds the end of the motion, so that all pages agree and the next input starts
 * from there. Without animations (gtk-enable-animations) the displayed span equals the view state. Main
 * thread only. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/timeline_input.h"

typedef struct TimelineMotion TimelineMotion;

/* Calls moved (user_data) whenever the displayed span has changed, and once more when it has come to rest. */
TimelineMotion *
timeline_motion_new (ViewState *state, void (*moved) (gpointer user_data), gpointer user_data);
void timeline_motion_free (TimelineMotion *motion);

/* Sets the widget whose frame clock drives the motion; NULL if none, the span jumps. */
void timeline_motion_set_clock (TimelineMotion *motion, GtkWidget *widget);

TimeSpan timeline_motion_seen (const TimelineMotion *motion);
bool timeline_motion_is_moving (const TimelineMotion *motion);

/* Follows the view state by a glide, or at once during a drag. */
void timeline_motion_follow (TimelineMotion *motion);
void timeline_motion_set_direct (TimelineMotion *motion, bool is_direct);

/* Keeps the view moving after it was released (timeline_coast.h), until that ends. */
void timeline_motion_set_coasting (TimelineMotion *motion, bool is_coasting);

/* Returns whether animations are allowed. */
bool timeline_motion_has_animations (TimelineMotion *motion);

/* While it is led, the displayed span does not follow the view state by itself: another motion moves it by
 * timeline_motion_lead (), so that several timelines move as one. */
void timeline_motion_set_led (TimelineMotion *motion, bool is_led);
void timeline_motion_lead (TimelineMotion *motion, TimeSpan seen);

/* Makes the next glide take 200 ms instead of 140, for centring the end of an arrow. */
void timeline_motion_slow_next (TimelineMotion *motion);

/* Starts the command of a held key (timeline_command_is_held ()). Repeated calls are harmless. anchor_ns stays in place
 * while zooming. */
void timeline_motion_hold (TimelineMotion *motion, TimelineCommand command, int64_t anchor_ns);

/* Ends the command of a held key; TIMELINE_NO_COMMAND ends whichever is held. A tap moves at least
 * TIMELINE_TAP_DISTANCE. */
void timeline_motion_release (TimelineMotion *motion, TimelineCommand command);
