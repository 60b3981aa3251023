/* SPDX-License-Identifier: Apache-2.0
 *
 * The tab of an area: its figures, its kernels and rows, the markers, and the kept areas. If no area is
 * selected, it shows the last one. A thread computes the figures; those of the last areas are cached. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_AREA_PAGE (area_page_get_type ())
G_DECLARE_FINAL_TYPE (AreaPage, area_page, DETAILS, AREA_PAGE, GtkWidget)

GtkWidget *area_page_new (TimelineScene *scene);

void area_page_update (AreaPage *page);

/* Returns whether the current change of selection was made in this tab. */
bool area_page_is_choosing (AreaPage *page);
