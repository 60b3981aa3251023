/* SPDX-License-Identifier: Apache-2.0
 *
 * A view that goes on after it was let go, slower and slower, until it rests or anything else moves it. Nothing
 * happens where animations are off. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef struct TimelineCoast TimelineCoast;

/* clock: the widget whose frames drive it; it has to outlive the coast. scene is not referenced. */
TimelineCoast *timeline_coast_new (TimelineScene *scene, GtkWidget *clock);
void timeline_coast_free (TimelineCoast *coast);

/* Velocities of what is seen: > 0 to later times, to lower rows. */
void timeline_coast_begin (TimelineCoast *coast, double x_px_per_s, double y_px_per_s);
void timeline_coast_stop (TimelineCoast *coast);
