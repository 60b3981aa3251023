/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes rows of a table as text for other programs: TSV or CSV with the ids of the columns in the first
 * line and exact values, or Markdown with values as displayed. Columns that contain only pictures are left
 * out. */

#pragma once

#include "widgets/tables/table_text.h"

typedef enum
{
  TABLE_TSV,
  TABLE_CSV,      /* RFC 4180 */
  TABLE_MARKDOWN, /* of GitHub */
  N_TABLE_FORMATS
} TableFormat;

/* columns are the exported ones, in that order; rows are row numbers. style is for Markdown. Control
 * characters become spaces, and a text that begins like a formula gets an apostrophe, since the text is
 * meant for spreadsheets. */
char *table_export (const TableSource *source,
                    const TableText *text,
                    const NumberStyle *style,
                    TableFormat format,
                    const int *columns,
                    int n_columns,
                    const uint64_t *rows,
                    size_t n_rows,
                    bool has_head);

/* "tsv", "csv", "md" */
const char *table_format_suffix (TableFormat format);
