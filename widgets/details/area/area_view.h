/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of an area on the screen (area_sheet.h): a row under the pointer is marked, arrow keys walk through rows, a
 * click or Enter goes to the slice behind one.
 *
 * Signal "slice-activated" (guint64 slice). Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/details/facts/area_sheet.h"

#define DETAILS_TYPE_AREA_VIEW (area_view_get_type ())
G_DECLARE_FINAL_TYPE (AreaView, area_view, DETAILS, AREA_VIEW, GtkWidget)

GtkWidget *area_view_new (void);

/* Takes ownership of sheet, which is NULL while it is being computed. */
void area_view_set_sheet (AreaView *view, AreaSheet *sheet);
