/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a table as text that other programs take: tabs or commas with the ids of the columns at the head and exact
 * values, or Markdown to be read, as it is shown. Columns that are only pictures are left out. */

#pragma once

#include "widgets/tables/table_text.h"

typedef enum
{
  TABLE_TSV,
  TABLE_CSV,      /* RFC 4180 */
  TABLE_MARKDOWN, /* of GitHub */
  N_TABLE_FORMATS
} TableFormat;

/* columns: those wanted, in that order; rows: numbers of rows. style: for Markdown. Control characters become spaces, and
 * a text that begins as a formula does gets an apostrophe: the text is meant for spreadsheets. */
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
