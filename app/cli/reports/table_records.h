/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of trace/stats/tables as records: one record a row, its cells under the keys of their columns. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

/* Returns the rows of the table with this id, owned by the caller, or NULL when memory runs out. ret_header may be NULL; it
 * gets the keys of all columns, comma separated, owned by the caller. Costs what the table costs. */
GPtrArray *
table_records (const StatsScope *scope, const char *id, StatGrouping grouping, char **ret_header);
