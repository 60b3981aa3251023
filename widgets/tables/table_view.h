/* SPDX-License-Identifier: Apache-2.0
 *
 * A table that can be sorted, filtered and copied: a bar, the rows, and below them the number of rows and a remark.
 * Work that takes longer than a frame is done on another thread; until it is finished, the table does not change. Main
 * thread.
 *
 * Properties, which the application stores:
 *   "columns-text" (string)   the columns that the user chose (widgets/tables/table_columns.h)
 *
 * Signals:
 *   "row-activated" (uint64 row)   Enter or a double click on a row that leads to a slice or elsewhere
 *   "row-selected" (uint64 row)    another one is selected; UINT64_MAX: none
 *   "fold-wanted" (uint64 row)     open or close a row: a press on its arrow, or Right and Left
 *   "menu-wanted" (uint64 row, double x, double y)   a menu for the row, at that place of the view
 *   "show-wanted" (uint64 row)     mark everything that the row counts in the timeline
 *   "save-wanted" (uint format)    save the table in this TableFormat; table_view_export () returns the text */

#pragma once

#include "widgets/tables/table_export.h"

#include <gtk/gtk.h>

#define TABLES_TYPE_VIEW (table_view_get_type ())
G_DECLARE_FINAL_TYPE (TableView, table_view, TABLES, VIEW, GtkWidget)

/* Creates an empty table. label names it for assistive technology. has_events says whether its rows lead to the
 * timeline. */
GtkWidget *table_view_new (const char *label, bool has_events);

/* Shows another source, to which it takes a reference. The new source replaces the old one once its rows are sorted.
 * The order and the filter are kept, and also the widths if it has the same columns and units. remark describes all
 * rows and is shown below the table, such as "durations of kernels 389.2 ms". empty is shown instead of the rows if
 * there are none. Both texts are copied. */
void table_view_set_source (TableView *view, TableSource *source, const char *remark, const char *empty);

/* Resets filter, order and chosen columns, and drops work in progress. Call this before the table shows another
 * subject. The shown rows stay until the next table_view_set_source (). */
void table_view_reset (TableView *view);

/* Selects a row of the source that was set last, once it is shown; UINT64_MAX selects none. Else the row with the number of
 * the selected one is selected, if there is one. */
void table_view_select (TableView *view, uint64_t row);

/* Returns the shown source, borrowed, or NULL if none was shown yet. */
TableSource *table_view_source (TableView *view);

/* Sorts the rows by the column with that id, as pressing its head does. If the source has no such column, its own order
 * is used. */
void table_view_sort (TableView *view, const char *id, gboolean is_descending);
void table_view_set_filter (TableView *view, const char *text);

/* Adds a widget between the filter and the buttons. */
void table_view_add_control (TableView *view, GtkWidget *control);
void table_view_focus_rows (TableView *view);
void table_view_focus_filter (TableView *view);

/* Passes the rows that are shown now, in their order, to take () as text. take () is called later on the main thread.
 * It is not called if there is no source, if memory runs out, if another export is asked for meanwhile, or if the view is
 * disposed of first. */
void table_view_export (TableView *view,
                        TableFormat format,
                        void (*take) (const char *text, gpointer user_data),
                        gpointer user_data);
