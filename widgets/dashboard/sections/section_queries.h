/* SPDX-License-Identifier: Apache-2.0
 *
 * The first rows of queries that the user saved, run over the scope: SECTION_QUERIES.
 *
 * In a query, scope_begin_ns () and scope_end_ns () are the ends of the scope; a query that uses neither covers the whole
 * profile. Queries run one after the other, each for at most DASHBOARD_QUERY_S. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

/* A query that takes longer is stopped, in seconds. */
#define DASHBOARD_QUERY_S 3

/* Limits of a result. Of a text, only the first bytes are kept. */
#define DASHBOARD_QUERY_ROWS    64
#define DASHBOARD_QUERY_COLUMNS 12
#define DASHBOARD_QUERY_BYTES   512

/* Rows are counted up to this number. */
#define DASHBOARD_QUERY_COUNT_MAX 1000000

typedef enum
{
  QUERY_CELL_NONE, /* NULL in SQL */
  QUERY_CELL_INTEGER,
  QUERY_CELL_REAL,
  QUERY_CELL_TEXT,
} QueryCellType;

typedef struct
{
  QueryCellType type;
  int64_t integer;
  double real;
  char *text; /* valid UTF-8 */
} QueryCell;

typedef struct
{
  char *error; /* why there are no rows, in the English words of the query engine; NULL if the query ran */
  bool is_short_of_room; /* the error: memory or room for temporary files ran out */
  bool is_stopped;       /* it took too long: there may be more rows */
  bool is_bounded;       /* there are more rows than are counted */
  int n_columns, n_columns_left_out;
  char **columns;   /* names */
  bool *is_number;  /* for each column: no kept value is a text */
  size_t n_rows;    /* kept */
  size_t n_all;     /* found */
  QueryCell *cells; /* n_rows x n_columns, row by row */
  uint64_t *slices; /* the slice of each row, or SLICE_NONE */
} QueryResult;

void *section_queries_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_queries_free (void *section);

/* Returns true if no query was stopped or ran out of room. */
bool section_queries_is_final (const void *section);

/* Returns NULL if the data was begun without that name. O(names). */
const QueryResult *dashboard_query (const DashboardData *data, const char *name);

/* Returns the SQL of the query, or NULL if there is none. */
const char *dashboard_query_sql (const DashboardData *data, const char *name);
