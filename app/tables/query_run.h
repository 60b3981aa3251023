/* SPDX-License-Identifier: Apache-2.0
 *
 * A query that runs on another thread, with a database of its own. What it found so far is delivered on the way. Main
 * thread. */

#pragma once

#include "app/tables/query_rows.h"
#include "widgets/state/profile.h"

typedef struct QueryRun QueryRun;

typedef enum
{
  QUERY_RUN_ROWS,    /* so far; more may come */
  QUERY_RUN_DONE,    /* all of them */
  QUERY_RUN_BOUNDED, /* more than are kept (query_rows.h) */
  QUERY_RUN_STOPPED, /* by query_run_stop () */
  QUERY_RUN_FAILED,
} QueryRunState;

typedef struct
{
  QueryRunState state;
  TableSource *source; /* NULL: the query has no rows to show, as it failed */
  const GError *error; /* of QUERY_RUN_FAILED */
  gint64 elapsed_us;
} QueryAnswer;

/* deliver () is called some times a second while there are rows, and once at the end. [begin_ns, end_ns): what the SQL
 * functions of the scope return. profile is referenced. */
QueryRun *query_run_new (const Profile *profile,
                         const char *sql,
                         int64_t begin_ns,
                         int64_t end_ns,
                         void (*deliver) (const QueryAnswer *answer, gpointer user_data),
                         gpointer user_data);

/* It ends within some milliseconds, and delivers that. */
void query_run_stop (QueryRun *run);

/* It ends, and nothing is delivered any more. */
void query_run_free (QueryRun *run);
