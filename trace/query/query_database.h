/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as a read-only database: an empty database in memory with the tables of trace/query/tables.h.
 *
 * SQL is written by a person but may be copied from anywhere, and the data comes from a file. So only SELECT is
 * allowed, no other database can be reached, no extension can be loaded, and a query can be stopped at any time.
 * Resources are limited. Temporary files may take 8 GiB and at most half of the free space of their folder. Memory is
 * limited to SQLite's limit for the whole process, less a part reserved for others. That limit is 576 MiB unless the
 * process has set sqlite3_hard_heap_limit64 () before the first database.
 *
 * In addition to SQLite's functions there are scope_begin_ns () and scope_end_ns (): the part of the profile that the
 * caller shows. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

typedef struct QueryDatabase QueryDatabase;

/* Creates a database over trace and steps, which are borrowed and must outlive it. One thread at a time may use it.
 * Returns NULL with TRACE_ERROR_NO_MEMORY. O(steps). */
QueryDatabase *query_database_new (const Trace *trace, const StepTable *steps, GError **error);

/* Free the queries of the database first. */
void query_database_free (QueryDatabase *database);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (QueryDatabase, query_database_free)

/* Returns the parts of the profile, apart from its tables, that queries have used so far: TRACE_USES_... of
 * trace/file/verify.h. */
unsigned query_database_uses (const QueryDatabase *database);

/* Sets what scope_begin_ns () and scope_end_ns () return from the next query on. The default is the whole span. */
void query_database_set_scope (QueryDatabase *database, int64_t begin_ns, int64_t end_ns);

/* Makes queries end with TRACE_ERROR_CANCELLED soon after *cancelled becomes true, which any thread may set. Borrowed.
 * NULL removes this way to cancel. */
void query_database_set_cancelled (QueryDatabase *database, const atomic_bool *cancelled);

/* Makes queries end with TRACE_ERROR_CANCELLED soon after should_continue (user_data) returns false. It is called
 * regularly in the thread of the query. NULL lets queries always continue. */
void query_database_set_wanted (QueryDatabase *database,
                                bool (*should_continue) (void *user_data),
                                void *user_data);

/* Makes queries end with TRACE_ERROR_CANCELLED at that time of g_get_monotonic_time (). INT64_MAX removes the deadline. */
void query_database_set_deadline (QueryDatabase *database, int64_t deadline_us);

/* Queries end with TRACE_ERROR_NO_SPACE when their temporary files together would exceed this size. */
void query_database_set_temp_max (QueryDatabase *database, int64_t max_bytes);
