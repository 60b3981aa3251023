/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys and values in one to three columns, as many as there is room for; each value can be selected and copied. The
 * labels are kept and get other texts, so that the next selection costs no new widgets. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/details/facts/detail_fields.h"

#define DETAILS_TYPE_FIELD_GRID (field_grid_get_type ())
G_DECLARE_FINAL_TYPE (FieldGrid, field_grid, DETAILS, FIELD_GRID, GtkWidget)

GtkWidget *field_grid_new (void);

/* fields: of DetailField; copied. Of more than 200 the last place tells how many are not shown. */
void field_grid_set_fields (FieldGrid *grid, const GArray *fields);
