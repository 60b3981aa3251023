/* SPDX-License-Identifier: Apache-2.0
 *
 * The internals of TableGrid, for table_grid_columns.c (cells and columns) and table_grid.c (rows and
 * their order). */

#pragma once

#include "widgets/controls/text_list.h"
#include "widgets/tables/table_grid.h"

struct _TableGrid
{
  GtkWidget parent_instance;

  TableShown *shown;
  GtkWidget *scroller, *view;
  IdModel *rows;
  GtkSingleSelection *selection;
  TextListFilling filling;
  GArray *columns;   /* int: of the source, those shown */
  GHashTable *bound; /* TableCell -> GtkListItem */
  GPtrArray *stale;  /* cells in bound that still show rows of the previous order */
  guint refreshing;  /* tick; 0 if nothing is stale */
  int order_column;
  gboolean is_descending;
  bool is_setting; /* the order or selection is set from here */
};

/* Refreshes the cells: the visible ones at once, the others over the next frames. */
void table_grid_refresh_cells (TableGrid *grid);

/* Shows in a head how rows are sorted. column is an index of the source's columns, or -1 for no head. */
void table_grid_set_order (TableGrid *grid, int column, gboolean is_descending);

/* Requests an order as if the head was pressed: by the column, or reversed if it is already sorted by it. */
void table_grid_press_head (gpointer grid, guint place);

/* Says that the box of the row was pressed. */
void table_grid_press_check (TableGrid *grid, uint64_t row, gboolean is_range);

/* Says that the arrow of the row was pressed, if it has one. */
void table_grid_press_fold (TableGrid *grid, uint64_t row);

/* Data of a GtkCustomSorter: the column that the view sorts by. Freed with g_free (). */
typedef struct
{
  TableGrid *grid;
  int column;
} TableProbe;

int table_probe_compare (gconstpointer a, gconstpointer b, gpointer probe);
