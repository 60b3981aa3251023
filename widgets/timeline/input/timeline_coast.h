/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps a released view moving, slower and slower, until it rests or anything else moves it. Does nothing
 * if animations are off. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef struct TimelineCoast TimelineCoast;

/* clock is the widget whose frames drive it; it must outlive the coast. Takes no reference to scene. */
TimelineCoast *timeline_coast_new (TimelineScene *scene, GtkWidget *clock);
void timeline_coast_free (TimelineCoast *coast);

/* Start and stop the coast. The velocities are those of the displayed span: positive ones lead to later times and to
 * lower rows. */
void timeline_coast_begin (TimelineCoast *coast, double x_px_per_s, double y_px_per_s);
void timeline_coast_stop (TimelineCoast *coast);
