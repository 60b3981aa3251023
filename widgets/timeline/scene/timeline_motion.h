/* SPDX-License-Identifier: Apache-2.0
 *
 * The span that is seen while it moves to the one in the view state: glides of 140 ms and held keys.
 *
 * The view state always holds where the motion ends, so that every page agrees and the next input starts from there.
 * Without animations (gtk-enable-animations) what is seen is always what the view state holds. Main thread only. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/timeline_input.h"

typedef struct TimelineMotion TimelineMotion;

/* moved (user_data) is called whenever the span that is seen changed, and once more when it came to rest. */
TimelineMotion *
timeline_motion_new (ViewState *state, void (*moved) (gpointer user_data), gpointer user_data);
void timeline_motion_free (TimelineMotion *motion);

/* The widget whose frame clock drives the motion; NULL: none, everything jumps. */
void timeline_motion_set_clock (TimelineMotion *motion, GtkWidget *widget);

TimeSpan timeline_motion_seen (const TimelineMotion *motion);
bool timeline_motion_is_moving (const TimelineMotion *motion);

/* Where the view state has gone, it follows: by a glide, or at once while a hand drags it there. */
void timeline_motion_follow (TimelineMotion *motion);
void timeline_motion_set_direct (TimelineMotion *motion, bool is_direct);

/* The view goes on after it was let go (timeline_coast.h): it moves until that ends. */
void timeline_motion_set_coasting (TimelineMotion *motion, bool is_coasting);

/* Whether anything may move by itself. */
bool timeline_motion_has_animations (TimelineMotion *motion);

/* The next glide centres the end of an arrow: 200 ms instead of 140. */
void timeline_motion_slow_next (TimelineMotion *motion);

/* A key was pressed that goes on while it is held (timeline_command_is_held); again is harmless. anchor_ns stays in
 * place while zooming. */
void timeline_motion_hold (TimelineMotion *motion, TimelineCommand command, int64_t anchor_ns);

/* It was released; TIMELINE_NO_COMMAND: whichever is held. A tap moves at least TIMELINE_TAP_DISTANCE. */
void timeline_motion_release (TimelineMotion *motion, TimelineCommand command);
