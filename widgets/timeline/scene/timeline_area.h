/* SPDX-License-Identifier: Apache-2.0
 *
 * What commands do with the selected area and with the markers. Main thread. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Moves an edge by a hundredth of the view, never across the other; a slice or gap becomes an area first. False: nothing
 * is selected. */
bool timeline_area_move_edge (TimelineScene *scene, AreaEdge edge, int by);

/* One row more below, or one less: area_rows_grow (). False: nothing is selected. */
bool timeline_area_change_rows (TimelineScene *scene, int by);

/* Makes an area over all rows of the step that what is selected belongs to, work to the one that launched it; else of the
 * one that the view is about. It is brought into view as a whole. False: there is none. */
bool timeline_area_select_step (TimelineScene *scene);

/* Of this one. */
void timeline_area_select_this_step (ViewState *state, uint64_t step);

/* At x_px of the canvas; snaps: to the edge of a slice nearby (marker_snap.h). */
void timeline_area_set_marker_at (TimelineScene *scene, Marker marker, double x_px, bool snaps);

/* Where nobody points: A at the begin of what is selected, B at its end; in the middle of the view when nothing is. */
void timeline_area_set_marker (TimelineScene *scene, Marker marker);
