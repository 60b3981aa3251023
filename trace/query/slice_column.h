/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the slice that a row of a query's result is about. */

#pragma once

#include "trace/query/query.h"

/* Returns the column that holds the slice id: "slice_id", or "id" if sql, the text of the query, reads the table slice;
 * -1 if there is none. */
int query_slice_column (const Query *query, const char *sql);
