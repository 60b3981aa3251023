/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a table below the heads of its columns: a GtkColumnView over an array of row numbers. Whoever has one puts
 * the rows in order when a head is pressed; that many rows are numbers, not objects, makes a new order cheap.
 *
 * Signals:
 *   "order-wanted" (int column, boolean is_descending)   a head was pressed; the column is one of the source's
 *   "row-activated" (uint64 row)                         Enter, double click
 *   "row-selected" ()                                    another one is selected, or none */

#pragma once

#include "widgets/tables/table_cell.h"

#define TABLES_TYPE_GRID (table_grid_get_type ())
G_DECLARE_FINAL_TYPE (TableGrid, table_grid, TABLES, GRID, GtkWidget)

/* shown is referenced; label: what the table is, for assistive technology. */
GtkWidget *table_grid_new (TableShown *shown, const char *label);

/* Makes the columns anew: those of what is shown, n of them in that order. The rows stay, as long as they are rows of it. */
void table_grid_set_columns (TableGrid *grid, const int *columns, int n);

/* Takes numbers of rows, for free (), and shows them: those in view at once. The selected row stays selected where it is
 * among them. */
void table_grid_take_rows (TableGrid *grid, uint64_t *rows, size_t n);
const uint64_t *table_grid_rows (TableGrid *grid, size_t *ret_n);

/* The head that says how rows are sorted; column of the source, -1: none. */
void table_grid_show_order (TableGrid *grid, int column, gboolean is_descending);

/* UINT64_MAX: none. */
uint64_t table_grid_selected (TableGrid *grid);
void table_grid_focus_rows (TableGrid *grid);
