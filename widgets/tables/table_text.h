/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands in the cells of a table, for people and for other programs.
 *
 * Durations of a column are told in one unit, which its head names: the one that half of them reach, so that the short
 * ones are not all 0. Immutable; any thread. */

#pragma once

#include <glib.h>

#include "widgets/look/duration_column.h"
#include "widgets/tables/table_source.h"

typedef struct TableText TableText;

/* Looks at all durations: O(rows x columns of durations). NULL: out of memory. */
TableText *table_text_new (const TableSource *source);
void table_text_free (TableText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TableText, table_text_free)

/* "Total, ms" */
char *table_text_head (const TableText *text, const TableSource *source, int column);

/* As it is shown: "1,204.50" below such a head; "n/a" where there is none. Appended. */
void table_text_append (GString *out,
                        const TableText *text,
                        const TableSource *source,
                        const NumberStyle *style,
                        const TableValue *value,
                        int column);

/* Whole: integers in digits, reals with all that they hold, "." in any locale, names as they are in the file (bytes that
 * are no UTF-8 as U+FFFD); nothing where there is no value. Appended. */
void table_text_append_exact (GString *out, const TableValue *value);

/* The same for a cell on the screen: of a text of more than TABLE_CELL_BYTES_MAX the begin and the end, around "…". O(1) but
 * for finding the end of the text. */
#define TABLE_CELL_BYTES_MAX 2048
void table_text_append_brief (GString *out,
                              const TableText *text,
                              const TableSource *source,
                              const NumberStyle *style,
                              const TableValue *value,
                              int column);

/* "1,204.50 ms", exact ns for a duration: for a tooltip; a text up to TABLE_TOOLTIP_BYTES_MAX, then "…". NULL: it says no more than what is shown. */
#define TABLE_TOOLTIP_BYTES_MAX 8192
char *
table_text_tooltip (const TableSource *source, const NumberStyle *style, const TableValue *value, int column);

/* That of a cell, and below it what decided its value. To be freed (g_free). NULL: there is nothing to say. */
char *table_text_cell_tooltip (const TableSource *source, const NumberStyle *style, size_t row, int column);
