/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane below the timeline: what is selected, and what it is connected with. Follows the selection at most once a
 * frame, and only while it is seen. */

#pragma once

#include "widgets/timeline/timeline_scene.h"

#define DETAILS_TYPE_PANE (details_pane_get_type ())
G_DECLARE_FINAL_TYPE (DetailsPane, details_pane, DETAILS, PANE, GtkWidget)

GtkWidget *details_pane_new (TimelineScene *scene);

/* Opens the bookmarks at the current one, its title ready to be typed. */
void details_pane_edit_bookmark (DetailsPane *pane);
