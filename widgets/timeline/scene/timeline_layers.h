/* SPDX-License-Identifier: Apache-2.0
 *
 * What is seen on the canvas, in layers, each a render node that is kept while nothing of it changed: the rows; the
 * bookmarks; what is selected, with its arrow; what is under the pointer, with its tooltip; the ring of the keyboard
 * focus. A frame of hovering draws only what is under the pointer. Main thread only. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/scene/timeline_scene.h"

typedef struct TimelineLayers TimelineLayers;

/* canvas: the widget that shows them, not referenced. scene is not referenced either. */
TimelineLayers *timeline_layers_new (TimelineScene *scene, GtkWidget *canvas);
void timeline_layers_free (TimelineLayers *layers);

/* Appends all of them; draws those that are out of date. */
void timeline_layers_snapshot (TimelineLayers *layers, GtkSnapshot *snapshot);

/* These are out of date: after a SceneChange mask; after another size of the canvas. Nothing is under the pointer after
 * the view has changed. */
void timeline_layers_scene_changed (TimelineLayers *layers, guint changes);
void timeline_layers_resized (TimelineLayers *layers);

/* What is under the pointer, and where that is; NULL: nothing. Has the canvas drawn again where that changes it. */
void timeline_layers_hover (TimelineLayers *layers, const TimelineHit *hit, double x_px, double y_px);

/* What a click there follows, as it was drawn last; NULL: nothing. Until the next snapshot. */
const TimelineLink *timeline_layers_link_at (const TimelineLayers *layers, double x_px, double y_px);
