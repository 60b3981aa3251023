/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a query on a worker thread with a database of its own, and delivers rows while it runs. Main thread. */

#pragma once

#include "app/tables/query_rows.h"
#include "widgets/state/profile.h"

typedef struct QueryRun QueryRun;

typedef enum
{
  QUERY_RUN_ROWS,    /* the rows so far; more may follow */
  QUERY_RUN_DONE,    /* all rows */
  QUERY_RUN_BOUNDED, /* the result has more rows than are kept (query_rows.h) */
  QUERY_RUN_STOPPED, /* by query_run_stop () */
  QUERY_RUN_FAILED,
} QueryRunState;

typedef struct
{
  QueryRunState state;
  TableSource *source; /* NULL when the query failed and there are no rows to show */
  const GError *error; /* of QUERY_RUN_FAILED */
  gint64 elapsed_us;
} QueryAnswer;

/* Calls deliver () a few times a second while rows arrive, and once at the end. The SQL functions of the scope return
 * [begin_ns, end_ns). References profile. */
QueryRun *query_run_new (const Profile *profile,
                         const char *sql,
                         int64_t begin_ns,
                         int64_t end_ns,
                         void (*deliver) (const QueryAnswer *answer, gpointer user_data),
                         gpointer user_data);

/* Stops the query within a few milliseconds; it then delivers QUERY_RUN_STOPPED. */
void query_run_stop (QueryRun *run);

/* Stops the query; nothing is delivered after this. */
void query_run_free (QueryRun *run);
