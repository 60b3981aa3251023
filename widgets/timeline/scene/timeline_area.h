/* SPDX-License-Identifier: Apache-2.0
 *
 * Commands on the selected area and the markers. Main thread. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Moves an edge by a hundredth of the view, never across the other edge. A slice or gap becomes an area
 * first. Returns false if nothing is selected. */
bool timeline_area_move_edge (TimelineScene *scene, AreaEdge edge, int by);

/* Adds or removes a row at the bottom: area_rows_grow (). Returns false if nothing is selected. */
bool timeline_area_change_rows (TimelineScene *scene, int by);

/* Makes an area over all rows of the step that the selection belongs to (device work belongs to the step
 * that launched it), or else of the step in view, and shows it as a whole. Returns false if there is none. */
bool timeline_area_select_step (TimelineScene *scene);

/* Returns the step that the selection belongs to, of the rank whose steps are shown, or UINT64_MAX. */
uint64_t timeline_area_step_of_selection (ViewState *state);

/* Makes such an area over the given step. */
void timeline_area_select_this_step (ViewState *state, uint64_t step);

/* Sets a marker at x_px of the canvas. If snaps, it moves to the edge of a nearby slice (marker_snap.h). */
void timeline_area_set_marker_at (TimelineScene *scene, Marker marker, double x_px, bool snaps);

/* Sets a marker without a pointer: A at the begin of the selection, B at its end. If nothing is selected, sets either
 * in the middle of the view. */
void timeline_area_set_marker (TimelineScene *scene, Marker marker);
