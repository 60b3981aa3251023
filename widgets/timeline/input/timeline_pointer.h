/* SPDX-License-Identifier: Apache-2.0
 *
 * Input on the canvas by mouse, touchpad or touch screen: hovering, clicks, drags, the wheel, pinches, and
 * the coasting after a drag. It changes the scene and its ViewState. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_layers.h"

typedef struct TimelinePointer TimelinePointer;

/* Listens to the canvas, whose frames drive the coasting. Takes no references; all arguments must outlive
 * it. */
TimelinePointer *timeline_pointer_new (TimelineScene *scene, GtkWidget *canvas, TimelineLayers *layers);
void timeline_pointer_free (TimelinePointer *pointer);

/* Updates the hovered item, unless the view moves, a button is down, or keys were used since the pointer
 * moved. */
void timeline_pointer_look (TimelinePointer *pointer);

bool timeline_pointer_is_inside (const TimelinePointer *pointer);

/* Returns the position on which keys act: the pointer, or the middle if the pointer is elsewhere. */
double timeline_pointer_key_x_px (const TimelinePointer *pointer);

/* Call this when the user uses keys: nothing is hovered until the pointer moves again. */
void timeline_pointer_forget (TimelinePointer *pointer);
