/* SPDX-License-Identifier: Apache-2.0
 *
 * "Current selection" of the details pane: what the selected slice, gap or area is. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_SELECTION_PAGE (selection_page_get_type ())
G_DECLARE_FINAL_TYPE (SelectionPage, selection_page, DETAILS, SELECTION_PAGE, GtkWidget)

GtkWidget *selection_page_new (TimelineScene *scene);

/* Shows what is selected now. What takes longer than a frame to find out follows. */
void selection_page_update (SelectionPage *page);

/* Shows what has become known of the selected slice's name. */
void selection_page_update_series (SelectionPage *page);
