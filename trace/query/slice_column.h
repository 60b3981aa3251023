/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slice a row of a query's result is of. */

#pragma once

#include "trace/query/query.h"

/* The column that says it, -1: none: "slice_id", else "id" where sql, which the query was made of, reads slices. */
int query_slice_column (const Query *query, const char *sql);
