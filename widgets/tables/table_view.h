/* SPDX-License-Identifier: Apache-2.0
 *
 * A table that can be sorted, filtered and copied: a bar, the rows, and what they are in all below. What takes longer
 * than a frame is worked out on another thread; until then the table stays as it was. Main thread.
 *
 * Properties, for the application to remember:
 *   "columns-text" (string)   the columns that the user chose (widgets/tables/table_columns.h)
 *
 * Signals:
 *   "row-activated" (uint64 row)   Enter, double click
 *   "row-selected" (uint64 row)    another one is selected; UINT64_MAX: none
 *   "show-wanted" (uint64 row)     all that the row counts is to be marked in the timeline
 *   "save-wanted" (uint format)    a TableFormat; table_view_export () makes what is to be saved */

#pragma once

#include "widgets/tables/table_export.h"

#include <gtk/gtk.h>

#define TABLES_TYPE_VIEW (table_view_get_type ())
G_DECLARE_FINAL_TYPE (TableView, table_view, TABLES, VIEW, GtkWidget)

/* label: what the table is. has_events: its rows lead to the timeline. */
GtkWidget *table_view_new (const char *label, bool has_events);

/* References the source. It takes the place of the one before when its rows are in order; with the same columns order,
 * filter and widths stay. remark: of all rows, below the table: "durations of kernels 389.2 ms"; empty: what is said
 * where there are no rows. Both copied. */
void table_view_set_source (TableView *view, TableSource *source, const char *remark, const char *empty);

/* Filter, order and chosen columns are forgotten: what comes next is about something else. What is shown stays. */
void table_view_reset (TableView *view);

/* Borrowed; NULL if none yet. */
TableSource *table_view_source (TableView *view);

/* By the column of that id, where there is one; as if its head was pressed. */
void table_view_sort (TableView *view, const char *id, gboolean is_descending);
void table_view_set_filter (TableView *view, const char *text);

/* Between filter and buttons. */
void table_view_add_control (TableView *view, GtkWidget *control);
void table_view_focus_rows (TableView *view);
void table_view_focus_filter (TableView *view);

/* The rows as they are shown, or all that were shown when it was called; take () comes later, on the main thread, or never
 * if the view goes. */
void table_view_export (TableView *view,
                        TableFormat format,
                        void (*take) (const char *text, gpointer user_data),
                        gpointer user_data);
