/* SPDX-License-Identifier: Apache-2.0
 *
 * "Connections" of the details pane: where the selected slice was launched, what it launched, and other flows. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_CONNECTIONS_PAGE (connections_page_get_type ())
G_DECLARE_FINAL_TYPE (ConnectionsPage, connections_page, DETAILS, CONNECTIONS_PAGE, GtkWidget)

GtkWidget *connections_page_new (TimelineScene *scene);

/* Shows those of what is selected now. Rows are made only while the page is seen: call it again when it appears. */
void connections_page_update (ConnectionsPage *page);
