/* SPDX-License-Identifier: Apache-2.0
 *
 * "Current selection" of the details pane: the facts of the selected slice, gap or area. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_SELECTION_PAGE (selection_page_get_type ())
G_DECLARE_FINAL_TYPE (SelectionPage, selection_page, DETAILS, SELECTION_PAGE, GtkWidget)

GtkWidget *selection_page_new (TimelineScene *scene);

/* Shows the selection. Facts that take longer than a frame to compute follow later. */
void selection_page_update (SelectionPage *page);

/* Shows the series of the name of the selected slice after it became known. */
void selection_page_update_series (SelectionPage *page);
