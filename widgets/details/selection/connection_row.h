/* SPDX-License-Identifier: Apache-2.0
 *
 * One connection in the list: direction, name, row, latency, times of the call, in the queue and of the run, and a
 * button that centres either end. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/details/selection/connection_model.h"
#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_CONNECTION_ROW (connection_row_get_type ())
G_DECLARE_FINAL_TYPE (ConnectionRow, connection_row, DETAILS, CONNECTION_ROW, GtkWidget)

GtkWidget *connection_row_new (TimelineScene *scene);
void connection_row_bind (ConnectionRow *row, const Connection *connection);

/* The names of the columns, as wide as those of the rows. */
GtkWidget *connection_row_new_head (void);
