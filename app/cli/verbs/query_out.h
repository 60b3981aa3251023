/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes the rows of a query to standard output as they arrive. Only the rows from which column widths are taken are kept.
 *
 *   JSON      {"schema":"stepscope.query/1","time_origin":{..},"columns":["name",..],"rows":[[..],..]}. Integers are
 *             exact (64 bit: beyond 2^53 not every reader keeps them so), infinite numbers null
 *   CSV       as report_csv ()
 *   Markdown  as report_markdown ()
 *   columns   as report_columns (), at most QUERY_OUT_SHOWN rows
 *
 * Blobs are written as hexadecimal digits. */

#pragma once

#include "trace/model/trace.h"
#include "trace/query/query.h"

#define QUERY_OUT_SHOWN 1000

typedef enum
{
  QUERY_OUT_COLUMNS,
  QUERY_OUT_JSON,
  QUERY_OUT_CSV,
  QUERY_OUT_MARKDOWN,
} QueryOutFormat;

typedef struct QueryOut QueryOut;

/* Borrows query. Nothing is written before the first row or the end. */
QueryOut *query_out_new (const Trace *trace, Query *query, QueryOutFormat format);
void query_out_free (QueryOut *out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (QueryOut, query_out_free)

/* Adds the query's current row. Returns false, after a complaint, when it cannot be written. */
bool query_out_row (QueryOut *out);

/* Returns whether no more rows will be shown. */
bool query_out_is_full (const QueryOut *out);

/* Writes what follows the last row. Returns false, after a complaint, when it cannot be written. */
bool query_out_end (QueryOut *out);
