/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of a QueryDatabase, for query_database.c and query.c. */

#pragma once

#include <sqlite3.h>

#include "trace/query/query_database.h"
#include "trace/query/query_source.h"
#include "trace/query/query_temp_files.h"

struct QueryDatabase
{
  sqlite3 *db;
  QuerySource source;
  QueryTempFiles temp_files;
  unsigned uses;     /* parts of the profile that queries have used so far */
  bool is_out_of_memory; /* the query is ended for lack of memory; reset when a query begins */
};
