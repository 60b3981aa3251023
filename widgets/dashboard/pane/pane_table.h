/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a pane as rows of text: for the clipboard, and for whom does not see the chart. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  guint n_columns;
  GPtrArray *header; /* (char *), n_columns; as PaneColumn.label */
  bool *is_number;   /* n_columns: stands at the right */
  GPtrArray *cells;  /* (char *), row by row */
} PaneTable;

typedef struct
{
  const char *label; /* with the unit: "Total (ns)"; NULL ends the columns */
  bool is_number;
} PaneColumn;

/* At least one column. Copied. */
PaneTable *pane_table_new (const PaneColumn *columns);
void pane_table_free (PaneTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaneTable, pane_table_free)

/* The next cell of a row; a row begins where the last is full. Digits without separators, percents as "27.1" with the
 * decimal sign. Copied; what is not UTF-8 is replaced. */
void pane_table_add (PaneTable *table, const char *text);
void pane_table_add_count (PaneTable *table, uint64_t n);
void pane_table_add_ns (PaneTable *table, int64_t ns);
void pane_table_add_tenths (PaneTable *table, uint32_t tenths, const char *decimal);

guint pane_table_n_rows (const PaneTable *table);
const char *pane_table_cell (const PaneTable *table, guint row, guint column);

/* The header and the rows, each line ended by a newline. A tab or line break in a cell is a space: what is pasted into a
 * sheet keeps its cells. */
char *pane_table_tsv (const PaneTable *table);

/* A table of GitHub's Markdown, with what has a meaning there escaped. */
char *pane_table_markdown (const PaneTable *table);

/* A line for each row: "name: Total (ns) 12, Share (%) 27.1". No line break at the end. */
char *pane_table_lines (const PaneTable *table);
