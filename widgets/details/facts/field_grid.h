/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys and values in one to three columns, depending on the width. Each value can be selected and copied.
 * The labels are reused, so that the next selection creates no widgets. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/details/facts/detail_fields.h"

#define DETAILS_TYPE_FIELD_GRID (field_grid_get_type ())
G_DECLARE_FINAL_TYPE (FieldGrid, field_grid, DETAILS, FIELD_GRID, GtkWidget)

GtkWidget *field_grid_new (void);

/* fields is an array of DetailField, copied. If there are more than 200, the last place shows how many are
 * left out. */
void field_grid_set_fields (FieldGrid *grid, const GArray *fields);
