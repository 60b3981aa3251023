/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts of the cells of a table, for display and for export.
 *
 * All durations of a column have one unit, which its head names. It is the largest unit that half of them
 * reach, so that short ones do not all become 0. Immutable; any thread. */

#pragma once

#include <glib.h>

#include "widgets/look/duration_column.h"
#include "widgets/tables/table_source.h"

typedef struct TableText TableText;

/* Reads all durations: O(rows x columns of durations). Returns NULL when memory runs out. */
TableText *table_text_new (const TableSource *source);
void table_text_free (TableText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TableText, table_text_free)

/* Returns the head of a column with the unit, such as "Total, ms". Free with g_free (). */
char *table_text_head (const TableText *text, const TableSource *source, int column);

/* Appends the displayed text: "1,204.50" below such a head; "n/a" without a value. */
void table_text_append (GString *out,
                        const TableText *text,
                        const TableSource *source,
                        const NumberStyle *style,
                        const TableValue *value,
                        int column);

/* Appends the exact value: integers in digits, reals with full precision, "." in any locale, names as in
 * the file (bytes that are not UTF-8 become U+FFFD); nothing without a value. */
void table_text_append_exact (GString *out, const TableValue *value);

/* Appends the text of a cell on the screen. A text of more than TABLE_CELL_BYTES_MAX bytes loses its middle to "…".
 * O(1) except for finding the end of the text. */
#define TABLE_CELL_BYTES_MAX 2048
void table_text_append_brief (GString *out,
                              const TableText *text,
                              const TableSource *source,
                              const NumberStyle *style,
                              const TableValue *value,
                              int column);

/* Returns the text of a tooltip, with the exact ns for a duration; texts are cut after TABLE_TOOLTIP_BYTES_MAX bytes.
 * Returns NULL if it would say no more than the cell shows. Free with g_free (). */
#define TABLE_TOOLTIP_BYTES_MAX 8192
char *
table_text_tooltip (const TableSource *source, const NumberStyle *style, const TableValue *value, int column);

/* Returns the tooltip of a cell, followed by what decided its value, or NULL if there is nothing to say. Free with
 * g_free (). */
char *table_text_cell_tooltip (const TableSource *source, const NumberStyle *style, size_t row, int column);
