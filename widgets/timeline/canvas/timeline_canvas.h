/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the timeline as a widget. It shows the layers of a scene (timeline_layers.h), turns input
 * into changes of its ViewState (timeline_pointer.h), and tells assistive technology what is in view. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_CANVAS (timeline_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TimelineCanvas, timeline_canvas, TIMELINE, CANVAS, GtkWidget)

GtkWidget *timeline_canvas_new (TimelineScene *scene);

/* Returns the position on which keys act: the pointer, or the middle if the pointer is elsewhere. */
double timeline_canvas_key_x_px (TimelineCanvas *canvas);

bool timeline_canvas_has_pointer (TimelineCanvas *canvas);

/* Call this when the user uses keys: nothing is hovered until the pointer moves again. */
void timeline_canvas_forget_pointer (TimelineCanvas *canvas);
