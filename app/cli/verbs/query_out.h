/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a query on the standard output while they come: none is kept but those that a table's widths are
 * taken from.
 *
 *   JSON      {"schema":"stepscope.query/1","time_origin":{..},"columns":["name",..],"rows":[[..],..]}. Integers are
 *             exact (64 bit: beyond 2^53 not every reader keeps them so), infinite numbers null
 *   CSV       as report_csv ()
 *   Markdown and columns, for people: as report_markdown () and report_columns (). Columns are at most
 *             QUERY_OUT_SHOWN rows
 *
 * Blobs are hexadecimal digits. */

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

/* query is borrowed. Nothing is written before the first row or the end. */
QueryOut *query_out_new (const Trace *trace, Query *query, QueryOutFormat format);
void query_out_free (QueryOut *out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (QueryOut, query_out_free)

/* Adds the row that the query is at. False: it could not be written, which has been said. */
bool query_out_row (QueryOut *out);

/* Whether no more rows are shown. */
bool query_out_is_full (const QueryOut *out);

/* What comes behind the last row. False: as above. */
bool query_out_end (QueryOut *out);
