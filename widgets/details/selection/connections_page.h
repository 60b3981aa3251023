/* SPDX-License-Identifier: Apache-2.0
 *
 * "Connections" of the details pane: the launch of the selected slice, the slices it launched, and other
 * flows. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_CONNECTIONS_PAGE (connections_page_get_type ())
G_DECLARE_FINAL_TYPE (ConnectionsPage, connections_page, DETAILS, CONNECTIONS_PAGE, GtkWidget)

GtkWidget *connections_page_new (TimelineScene *scene);

/* Shows the connections of the selection. Rows are created only while the page is visible; call it again
 * when the page appears. */
void connections_page_update (ConnectionsPage *page);
