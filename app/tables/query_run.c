/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/query_run.h"

#include <gio/gio.h>
#include <string.h>

#include "trace/query/slice_column.h"
#include "trace/text/trace_error.h"

/* Between two deliveries. */
#define DELIVER_US 150000

/* Rows between two looks at the clock. */
#define ROWS_PER_LOOK 64

struct QueryRun
{
  atomic_int n_references; /* who asked; the thread; each delivery on its way */
  const Profile *profile;
  char *sql;
  int64_t begin_ns, end_ns;
  gint64 start_us;
  atomic_bool is_stopped;

  /* Main thread. */
  void (*deliver) (const QueryAnswer *answer, gpointer user_data); /* NULL: nobody waits */
  gpointer user_data;
};

static void
run_unref (gpointer data)
{
  QueryRun *run = data;

  if (atomic_fetch_sub_explicit (&run->n_references, 1, memory_order_acq_rel) > 1)
    return;
  profile_unref (run->profile);
  g_free (run->sql);
  g_free (run);
}

static QueryRun *
run_ref (QueryRun *run)
{
  atomic_fetch_add_explicit (&run->n_references, 1, memory_order_relaxed);
  return run;
}

/* ---- deliveries ---- */

typedef struct
{
  QueryRun *run;
  QueryAnswer answer;
  GError *error;
} Delivery;

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  table_source_unref (delivery->answer.source);
  g_clear_error (&delivery->error);
  run_unref (delivery->run);
  g_free (delivery);
}

static gboolean
arrive (gpointer data)
{
  Delivery *delivery = data;

  delivery->answer.error = delivery->error;
  if (delivery->run->deliver != NULL)
    delivery->run->deliver (&delivery->answer, delivery->run->user_data);
  return G_SOURCE_REMOVE;
}

/* Takes error. */
static void
send (QueryRun *run, QueryRunState state, QueryRows *rows, GError *error)
{
  Delivery *delivery = g_new0 (Delivery, 1);
  GSource *source = g_idle_source_new ();

  delivery->run = run_ref (run);
  delivery->answer.state = state;
  delivery->answer.source = rows != NULL ? query_rows_source (rows, query_rows_count (rows)) : NULL;
  delivery->answer.elapsed_us = g_get_monotonic_time () - run->start_us;
  delivery->error = error;
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, arrive, delivery, delivery_free);
  g_source_attach (source, NULL);
  g_source_unref (source);
}

/* ---- running ---- */

static void
send_end (QueryRun *run, QueryRunState state, QueryRows *rows, GError *error)
{
  if (error != NULL && atomic_load (&run->is_stopped))
    {
      g_clear_error (&error);
      state = QUERY_RUN_STOPPED;
    }
  send (run, state, rows, error);
}

static void
collect (QueryRun *run, Query *query, QueryRows *rows)
{
  GError *error = NULL;
  gint64 next_us = run->start_us + DELIVER_US;
  QueryRowsResult kept = QUERY_ROWS_ADDED;
  QueryStep step;

  while ((step = query_step (query, &error)) == QUERY_ROW
         && (kept = query_rows_add (rows, query)) == QUERY_ROWS_ADDED)
    if (query_rows_count (rows) % ROWS_PER_LOOK == 0 && g_get_monotonic_time () >= next_us)
      {
        send (run, QUERY_RUN_ROWS, rows, NULL);
        next_us = g_get_monotonic_time () + DELIVER_US;
      }
  if (kept == QUERY_ROWS_NO_MEMORY)
    g_set_error_literal (&error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory for the rows.");
  send_end (run,
            error != NULL             ? QUERY_RUN_FAILED
            : kept == QUERY_ROWS_FULL ? QUERY_RUN_BOUNDED
                                      : QUERY_RUN_DONE,
            rows, error);
}

static void
run_query (QueryRun *run)
{
  const Trace *trace = run->profile->trace;
  GError *error = NULL;
  g_autoptr (QueryDatabase) database = query_database_new (trace, run->profile->steps, &error);

  if (database == NULL)
    {
      send_end (run, QUERY_RUN_FAILED, NULL, error);
      return;
    }
  query_database_set_scope (database, run->begin_ns, run->end_ns);
  query_database_set_cancelled (database, &run->is_stopped);
  g_autoptr (Query) query = query_new (database, run->sql, &error);
  if (query == NULL)
    {
      send_end (run, QUERY_RUN_FAILED, NULL, error);
      return;
    }
  g_autoptr (QueryRows) rows =
    query_rows_new (query, query_slice_column (query, run->sql), trace_slices (trace)->n);
  if (rows == NULL)
    {
      g_set_error_literal (&error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory for the rows.");
      send_end (run, QUERY_RUN_FAILED, NULL, error);
      return;
    }
  collect (run, query, rows);
}

static gpointer
run_thread (gpointer data)
{
  run_query (data);
  run_unref (data);
  return NULL;
}

/* What it comes to is delivered later even where it cannot begin. */
static void
begin (QueryRun *run)
{
  GError *error = NULL;
  GThread *thread = g_thread_try_new ("query", run_thread, run_ref (run), NULL);

  if (thread != NULL)
    {
      g_thread_unref (thread);
      return;
    }
  g_set_error_literal (&error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                       "The system has no thread left for the query; end other programs, and run it again.");
  send (run, QUERY_RUN_FAILED, NULL, error);
  run_unref (run);
}

QueryRun *
query_run_new (const Profile *profile,
               const char *sql,
               int64_t begin_ns,
               int64_t end_ns,
               void (*deliver) (const QueryAnswer *answer, gpointer user_data),
               gpointer user_data)
{
  QueryRun *run = g_new0 (QueryRun, 1);

  atomic_init (&run->n_references, 1);
  atomic_init (&run->is_stopped, false);
  run->profile = profile_ref (profile);
  run->sql = g_strdup (sql);
  run->begin_ns = begin_ns;
  run->end_ns = end_ns;
  run->start_us = g_get_monotonic_time ();
  run->deliver = deliver;
  run->user_data = user_data;
  begin (run);
  return run;
}

void
query_run_stop (QueryRun *run)
{
  atomic_store (&run->is_stopped, true);
}

void
query_run_free (QueryRun *run)
{
  query_run_stop (run);
  run->deliver = NULL;
  run_unref (run);
}
