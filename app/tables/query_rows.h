/* SPDX-License-Identifier: Apache-2.0
 *
 * Collects the rows of a query's result. One thread adds rows; a snapshot of those added so far is a table that any thread
 * may read meanwhile.
 *
 * At most QUERY_ROWS_MAX rows and QUERY_BYTES_MAX bytes of texts and cells are kept. */

#pragma once

#include "trace/query/query.h"
#include "widgets/tables/table_source.h"

#define QUERY_ROWS_MAX  100000
#define QUERY_BYTES_MAX (256u << 20)

/* Reference-counted. */
typedef struct QueryRows QueryRows;

/* Columns are named as in the query; a second column of the same name has the id "name:2". Integers below n_slices (the
 * number of slices in the profile) in slice_column lead to a slice; slice_column may be -1. Returns NULL when memory runs
 * out. */
QueryRows *query_rows_new (const Query *query, int slice_column, uint64_t n_slices);
QueryRows *query_rows_ref (QueryRows *rows);
void query_rows_unref (QueryRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (QueryRows, query_rows_unref)

typedef enum
{
  QUERY_ROWS_ADDED,
  QUERY_ROWS_FULL, /* nothing was added */
  QUERY_ROWS_NO_MEMORY,
} QueryRowsResult;

/* Adds the query's current row. Call this and query_rows_count () always from the same thread. */
QueryRowsResult query_rows_add (QueryRows *rows, Query *query);
size_t query_rows_count (const QueryRows *rows);

/* Returns the first n rows, all of which must have been added, transfer full. A column whose values so far are numbers is
 * numeric. Pass the result from the adding thread to the reading one through a synchronized channel. */
TableSource *query_rows_source (QueryRows *rows, size_t n);
