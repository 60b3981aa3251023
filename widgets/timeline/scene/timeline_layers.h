/* SPDX-License-Identifier: Apache-2.0
 *
 * The picture of the canvas in layers, each a cached render node: the rows; the bookmarks; the selection
 * with its arrow; the hovered item with its tooltip; the ring of the keyboard focus. While hovering, a
 * frame redraws only the hovered item. Main thread only. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/scene/timeline_scene.h"

typedef struct TimelineLayers TimelineLayers;

/* Returns what is marked on the rows of a scene, without what is under the pointer. Borrowed, valid until the next
 * change. */
TimelineMarks timeline_layers_marks (TimelineScene *scene);

/* canvas is the widget that shows them. Takes no reference to canvas or scene. */
TimelineLayers *timeline_layers_new (TimelineScene *scene, GtkWidget *canvas);
void timeline_layers_free (TimelineLayers *layers);

/* Appends all layers and redraws those that are out of date. */
void timeline_layers_snapshot (TimelineLayers *layers, GtkSnapshot *snapshot);

/* Mark layers as out of date after a SceneChange mask, or after a resize of the canvas. Nothing is hovered
 * after the view has changed. */
void timeline_layers_scene_changed (TimelineLayers *layers, guint changes);
void timeline_layers_resized (TimelineLayers *layers);

/* Sets the hovered item and its position; NULL if none. Redraws the canvas if that changes it. */
void timeline_layers_hover (TimelineLayers *layers, const TimelineHit *hit, double x_px, double y_px);

/* Returns the link that a click at that place follows, as drawn last, or NULL. Valid until the next
 * snapshot. */
const TimelineLink *timeline_layers_link_at (const TimelineLayers *layers, double x_px, double y_px);
