/* SPDX-License-Identifier: Apache-2.0
 *
 * A cell of a table on the screen: a text, a number, or a small picture of a distribution. It formats its
 * content when it is drawn, since a list keeps about 200 rows of cells and most of them are never seen. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/tables/table_text.h"

/* The data shared by the cells of one view, from g_rc_box_new (). The view keeps it up to date. Both are NULL while the
 * table is empty. */
typedef struct
{
  TableSource *source;
  TableText *text;
} TableShown;

TableShown *table_shown_new (void);
TableShown *table_shown_ref (TableShown *shown);
void table_shown_unref (TableShown *shown);

/* Takes ownership of both. */
void table_shown_set (TableShown *shown, TableSource *source, TableText *text);

#define TABLES_TYPE_CELL (table_cell_get_type ())
G_DECLARE_FINAL_TYPE (TableCell, table_cell, TABLES, CELL, GtkWidget)

/* Takes a reference to shown. */
GtkWidget *table_cell_new (TableShown *shown, int column);

/* Sets the row that the cell shows. UINT64_MAX shows none. */
void table_cell_set_row (TableCell *cell, uint64_t row);

uint64_t table_cell_row (TableCell *cell);
int table_cell_column (TableCell *cell);

/* Returns whether the arrow that opens and closes the row is there. */
bool table_cell_is_arrow (TableCell *cell, double x_px);

/* Returns the width that the column needs for its head and the widest of its first rows. */
int table_cell_column_px (GtkWidget *widget, const TableShown *shown, int column);
