/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as a database that can only be read: the tables of trace/query/tables.h in an empty database in memory.
 *
 * SQL comes from a person, but may have been copied from anywhere, and what it reads comes from a file: nothing but
 * SELECT is allowed, no other database can be reached, no extension loaded, and a query can be stopped at any time.
 * What it may use is limited: 8 GiB of temporary files, at most half of what their folder has left, and of memory what
 * SQLite may have in the whole process, less a part that is left to others; 576 MiB in all unless the process has set
 * sqlite3_hard_heap_limit64 () itself before the first database.
 *
 * Beside SQLite's own functions there are scope_begin_ns () and scope_end_ns (): the part of the profile that the
 * caller shows. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

typedef struct QueryDatabase QueryDatabase;

/* trace and steps are borrowed and must outlive it. One thread at a time. O(steps).
 * NULL: TRACE_ERROR_NO_MEMORY. */
QueryDatabase *query_database_new (const Trace *trace, const StepTable *steps, GError **error);

/* After the queries of the database. */
void query_database_free (QueryDatabase *database);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (QueryDatabase, query_database_free)

/* What queries have used of the profile so far, beside its tables: TRACE_USES_... of trace/file/verify.h. */
unsigned query_database_uses (const QueryDatabase *database);

/* What scope_begin_ns () and scope_end_ns () return from the next query on; at first the whole span. */
void query_database_set_scope (QueryDatabase *database, int64_t begin_ns, int64_t end_ns);

/* Queries end with TRACE_ERROR_CANCELLED soon after *cancelled is true, whoever sets it. Borrowed; NULL: nobody. */
void query_database_set_cancelled (QueryDatabase *database, const atomic_bool *cancelled);

/* Queries end with TRACE_ERROR_CANCELLED soon after is_wanted (user_data), asked every so often in the thread of the query, is
 * false. NULL: they are always wanted. */
void
query_database_set_wanted (QueryDatabase *database, bool (*is_wanted) (void *user_data), void *user_data);

/* Queries end with TRACE_ERROR_CANCELLED at that time of g_get_monotonic_time (); INT64_MAX: never. */
void query_database_set_deadline (QueryDatabase *database, int64_t deadline_us);

/* Queries whose temporary files would be larger than that together end with TRACE_ERROR_NO_SPACE. */
void query_database_set_temp_max (QueryDatabase *database, int64_t max_bytes);
