/* SPDX-License-Identifier: Apache-2.0
 *
 * A TableGrid, for its two parts: its cells and columns (table_grid_columns.c), and its rows and their order
 * (table_grid.c). */

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
  GPtrArray *stale;  /* of bound: those that show rows of the order before */
  guint refreshing;  /* tick; 0: nothing is stale */
  int order_column;
  gboolean is_descending;
  bool is_setting; /* the order or selection is set from here */
};

/* Cells show anew what stands in their rows: at once those in view, the others in the frames to come. */
void table_grid_refresh_cells (TableGrid *grid);

/* Lets a head say how rows are sorted; column of the source, -1: none. */
void table_grid_set_order (TableGrid *grid, int column, gboolean is_descending);

/* Asks for an order, as a head that is pressed does: by the column, the other way round where it is by that already. */
void table_grid_press_head (gpointer grid, guint place);

/* For a GtkCustomSorter of a column: which column the view sorts by. Freed with g_free (). */
typedef struct
{
  TableGrid *grid;
  int column;
} TableProbe;

int table_probe_compare (gconstpointer a, gconstpointer b, gpointer probe);
