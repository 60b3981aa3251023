/* SPDX-License-Identifier: Apache-2.0
 *
 * What hands do on the canvas with a mouse, a touchpad or a touch screen: pointing, clicks, drags, the wheel, pinches,
 * and the coasting that a drag ends in. They become changes of the scene and its ViewState. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_layers.h"

typedef struct TimelinePointer TimelinePointer;

/* Listens to the canvas from now on, whose frames drive the coasting. Nothing is referenced: all have to outlive it. */
TimelinePointer *timeline_pointer_new (TimelineScene *scene, GtkWidget *canvas, TimelineLayers *layers);
void timeline_pointer_free (TimelinePointer *pointer);

/* Something else may be under it: hovers that, unless the view moves, a button is down, or keys were used since the
 * pointer moved. */
void timeline_pointer_look (TimelinePointer *pointer);

bool timeline_pointer_is_inside (const TimelinePointer *pointer);

/* Where keys act: at the pointer, or in the middle when it is elsewhere. */
double timeline_pointer_key_x_px (const TimelinePointer *pointer);

/* What happens now is done with keys: nothing is hovered until the pointer moves again. */
void timeline_pointer_forget (TimelinePointer *pointer);
