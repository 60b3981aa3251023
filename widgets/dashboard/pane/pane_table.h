/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a pane as rows of text, for the clipboard and for screen readers. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  guint n_columns;
  GPtrArray *header; /* n_columns (char *), from PaneColumn.label */
  bool *is_number;   /* n_columns; numbers are aligned right */
  GPtrArray *cells;  /* (char *), row by row */
} PaneTable;

typedef struct
{
  const char *label; /* with the unit, such as "Total (ns)"; NULL after the last column */
  bool is_number;
} PaneColumn;

/* Creates a table with at least one column. Copies columns. */
PaneTable *pane_table_new (const PaneColumn *columns);
void pane_table_free (PaneTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaneTable, pane_table_free)

/* Add the next cell; a new row starts when the last one is full. Numbers have no thousands separators; tenths of a percent
 * become "27.1" with the given decimal sign. Copy text and replace invalid UTF-8. */
void pane_table_add (PaneTable *table, const char *text);
void pane_table_add_count (PaneTable *table, uint64_t n);
void pane_table_add_ns (PaneTable *table, int64_t ns);
void pane_table_add_tenths (PaneTable *table, uint32_t tenths, const char *decimal);

guint pane_table_n_rows (const PaneTable *table);
const char *pane_table_cell (const PaneTable *table, guint row, guint column);

/* Returns header and rows as tab-separated lines, each ended by a newline. A tab or line break inside a cell becomes a
 * space, so that cells stay intact in a spreadsheet. Free with g_free (). */
char *pane_table_tsv (const PaneTable *table);

/* Returns a table in GitHub's Markdown, with special characters escaped. Free with g_free (). */
char *pane_table_markdown (const PaneTable *table);

/* Returns a line for each row: "name: Total (ns) 12, Share (%) 27.1". The last line has no line break. Free with
 * g_free (). */
char *pane_table_lines (const PaneTable *table);
