/* SPDX-License-Identifier: Apache-2.0
 *
 * The timeline page: overview, ruler, track column, canvas, and the details pane below (on very wide windows at the
 * right). Handles its keys itself, wherever in it the focus is, but while text is typed.
 *
 * Grabbing its focus gives it to the canvas. Properties, for the application to remember:
 *   "details-visible" (bool)    whether the details pane is shown
 *   "details-size" (int)        its height, or width at the right, px; 0: as the design has it
 *   "hint-zooms-left" (int)     zooms until the hint line goes for good: 3 at first, 0 without hint
 *   "ruler-mode" (string)       what the ruler counts from: "step", "begin" or "clock" */

#pragma once

#include <gtk/gtk.h>

#include "widgets/view_state.h"

#define TIMELINE_TYPE_PAGE (timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (TimelinePage, timeline_page, TIMELINE, PAGE, GtkWidget)

GtkWidget *timeline_page_new (ViewState *state);
