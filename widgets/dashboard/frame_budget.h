/* SPDX-License-Identifier: Apache-2.0
 *
 * How much of a frame the charts of a dashboard may take: when all of them get other figures, those that do not fit into this
 * frame keep their picture and are drawn in the next one, so that the window answers in between.
 *
 * Processor time of the main thread, so that a busy machine does not spread few charts over many frames. Main thread only. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* Returns whether this frame, of the clock of a widget, has time left. The first chart of a frame always has. If not, another
 * frame is asked for, in which the widget is drawn again. Call it in its snapshot. */
bool frame_budget_has_left (GtkWidget *widget);

/* What is between these counts. */
void frame_budget_begin (GtkWidget *widget);
void frame_budget_end (void);

/* Whether a chart was put off in the frame that was drawn last. */
bool frame_budget_put_off (void);
