/* SPDX-License-Identifier: Apache-2.0
 *
 * The tab of an area: its figures, its kernels and rows, the markers, and the areas that are kept. Without a selected area
 * it shows the last one. The figures are worked out by a thread; those of the last areas are remembered. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_AREA_PAGE (area_page_get_type ())
G_DECLARE_FINAL_TYPE (AreaPage, area_page, DETAILS, AREA_PAGE, GtkWidget)

GtkWidget *area_page_new (TimelineScene *scene);

void area_page_update (AreaPage *page);

/* What is being selected now was chosen in this tab. */
bool area_page_is_choosing (AreaPage *page);
