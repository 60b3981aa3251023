/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a table below the heads of its columns: a GtkColumnView over an array of row numbers. The
 * owner sorts the rows when a head is pressed. Rows are numbers, not objects, so a new order is cheap.
 *
 * Signals:
 *   "order-wanted" (int column, boolean is_descending)   a head was pressed; the column is one of the source's
 *   "row-activated" (uint64 row)                         Enter, double click
 *   "row-selected" ()                                    another row is selected, or none is
 *   "check-pressed" (uint64 row, boolean is_range)       the box of a TABLE_CHECK column, or Space on a row of a source
 *                                                        that has one; is_range with Shift
 *   "fold-wanted" (uint64 row)                           a row is to be opened or closed: a press on its arrow, or Right
 *                                                        and Left on the selected row
 *   "menu-wanted" (uint64 row, double x, double y)       secondary button or long press, or the menu key on the selected
 *                                                        row, at that place of the grid; the row is selected */

#pragma once

#include "widgets/tables/table_cell.h"

#define TABLES_TYPE_GRID (table_grid_get_type ())
G_DECLARE_FINAL_TYPE (TableGrid, table_grid, TABLES, GRID, GtkWidget)

/* Takes a reference to shown. label names the table for assistive technology. */
GtkWidget *table_grid_new (TableShown *shown, const char *label);

/* Recreates the columns: n columns of shown, in that order. The rows stay as long as they are rows of the
 * same source. */
void table_grid_set_columns (TableGrid *grid, const int *columns, int n);

/* Sets the width of a shown column, one of shown, instead of that of its texts; it stays until the columns are set
 * again. */
void table_grid_set_column_px (TableGrid *grid, int column, int px);

/* Takes ownership of row numbers, freed with free (), and shows them, the visible ones at once. The
 * selected row stays selected if it is among them. */
void table_grid_take_rows (TableGrid *grid, uint64_t *rows, size_t n);
const uint64_t *table_grid_rows (TableGrid *grid, size_t *ret_n);

/* Sets the head that indicates the order. column is an index of the source's columns, or -1 for no head. */
void table_grid_show_order (TableGrid *grid, int column, gboolean is_descending);

/* Returns the row number of the selected row, or UINT64_MAX if there is none. */
uint64_t table_grid_selected (TableGrid *grid);

/* Selects the row, if it is shown, and scrolls to it. */
void table_grid_select (TableGrid *grid, uint64_t row);
void table_grid_focus_rows (TableGrid *grid);

/* Draws all cells again. Call this after values of the source have changed. */
void table_grid_redraw (TableGrid *grid);
