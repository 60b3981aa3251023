/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a comparison, and below it the durations of the chosen row on all sides. Enter leads to the longest slices of
 * a row on the timelines of all sides, or to its longest gap; a menu leads to the slice, or to the row of the tables, of any
 * side. Main thread.
 *
 * Signals:
 *   "row-wanted" (uint64 row)   a row of the source, which leads to a slice of some side
 *   "slice-wanted" (guint side, uint64 slice)
 *   "gap-wanted" (guint side, guint device, int64 begin_ns, int64 end_ns)   of a cause of idle time
 *   "table-wanted" (guint side, char *id, char *name)   a table of trace/stats/tables/stat_tables.h, and a name in it
 *   "pair-wanted" (char *name, char *other)   compare these kernels with each other
 *   "part-wanted" (char *name, char *other)   do not */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compare_source.h"

#define DIFFERENCE_TYPE_TABLE (difference_table_get_type ())
G_DECLARE_FINAL_TYPE (DifferenceTable, difference_table, DIFFERENCE, TABLE, GtkWidget)

GtkWidget *difference_table_new (RowKind kind);

/* References source, which is of that kind. NULL empties the table; its order, filter and columns stay. */
void difference_table_set (DifferenceTable *table, TableSource *source);

/* Borrowed; NULL before the first one is set. */
TableSource *difference_table_source (DifferenceTable *table);
