/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/search/search_task.h"

#include <stdlib.h>

#include "trace/text/trace_error.h"

/* A search that is being cancelled does not keep the next one waiting. */
#define THREADS 2

typedef struct
{
  atomic_int n_users; /* the task, and whoever works on it */
  atomic_bool cancelled;
  SearchTask *task; /* main thread only */
  Trace *trace;     /* NULL: only a list */
  SearchQuery query;
  char *text;
  SearchOrder order;
  uint32_t track;
  SearchResult *result;
  uint64_t *list;
  size_t n_listed;
  GError *error;
} Job;

struct SearchTask
{
  SearchDeliver deliver;
  gpointer user_data;
  Job *job; /* NULL: none is running */
};

static void
job_unref (gpointer data)
{
  Job *job = data;

  if (atomic_fetch_sub_explicit (&job->n_users, 1, memory_order_acq_rel) > 1)
    return;
  trace_unref (job->trace);
  search_result_unref (job->result);
  g_clear_error (&job->error);
  g_free (job->text);
  free (job->list);
  g_free (job);
}

static gboolean
deliver (gpointer data)
{
  Job *job = data;

  if (atomic_load (&job->cancelled))
    return G_SOURCE_REMOVE;
  SearchTask *task = job->task;
  SearchAnswer answer = { job->result, g_steal_pointer (&job->list), job->n_listed, job->error };
  g_clear_pointer (&task->job, job_unref);
  task->deliver (&answer, task->user_data);
  free (answer.list);
  return G_SOURCE_REMOVE;
}

static void
work (gpointer data, gpointer user_data)
{
  Job *job = data;

  (void) user_data;
  if (job->trace != NULL)
    job->result = search_run (job->trace, &job->query, &job->cancelled, &job->error);
  if (job->result != NULL)
    job->list = search_result_list (job->result, job->order, job->track, &job->cancelled, &job->n_listed);
  if (job->result != NULL && job->list == NULL)
    {
      g_clear_pointer (&job->result, search_result_unref);
      g_set_error (&job->error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to search");
    }

  /* Not an idle of the default priority: those wait while frames are drawn without a pause. */
  GSource *source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, job, job_unref);
  g_source_attach (source, NULL);
  g_source_unref (source);
}

static GThreadPool *
the_pool (void)
{
  static GThreadPool *pool;

  if (pool == NULL)
    pool = g_thread_pool_new (work, NULL, THREADS, FALSE, NULL);
  return pool;
}

static Job *
begin (SearchTask *task, SearchOrder order, uint32_t track)
{
  Job *job = g_new0 (Job, 1);

  search_task_cancel (task);
  atomic_init (&job->n_users, 2);
  job->task = task;
  job->order = order;
  job->track = track;
  task->job = job;
  return job;
}

SearchTask *
search_task_new (SearchDeliver deliver_to, gpointer user_data)
{
  SearchTask *task = g_new0 (SearchTask, 1);

  task->deliver = deliver_to;
  task->user_data = user_data;
  return task;
}

void
search_task_free (SearchTask *task)
{
  search_task_cancel (task);
  g_free (task);
}

void
search_task_search (SearchTask *task, const Trace *trace, const SearchQuery *query, SearchOrder order)
{
  Job *job = begin (task, order, TRACE_NONE);

  job->trace = trace_ref ((Trace *) trace);
  job->query = *query;
  job->query.text = job->text = g_strdup (query->text);
  g_thread_pool_push (the_pool (), job, NULL);
}

void
search_task_list (SearchTask *task, const SearchResult *result, SearchOrder order, uint32_t track)
{
  Job *job = begin (task, order, track);

  job->result = search_result_ref ((SearchResult *) result);
  g_thread_pool_push (the_pool (), job, NULL);
}

void
search_task_cancel (SearchTask *task)
{
  if (task->job == NULL)
    return;
  atomic_store (&task->job->cancelled, true);
  g_clear_pointer (&task->job, job_unref);
}

bool
search_task_is_running (const SearchTask *task)
{
  return task->job != NULL;
}

bool
search_task_is_searching (const SearchTask *task)
{
  return task->job != NULL && task->job->trace != NULL;
}
