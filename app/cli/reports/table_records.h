/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns a table of trace/stats/tables into records: a record per row, with the column ids as keys. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

/* Returns the rows of the table with this id, transfer full, or NULL when memory runs out. ret_header may be NULL; it
 * returns the ids of all columns, comma separated, transfer full. Takes as long as computing the table. */
GPtrArray *
table_records (const StatsScope *scope, const char *id, const StatTableOptions *options, char **ret_header);
