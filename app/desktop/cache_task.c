/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/cache_task.h"

#include "app/desktop/settings.h"

typedef struct
{
  CacheTask task;
  uint64_t limit_bytes;
} Job;

void
cache_report_free (CacheReport *report)
{
  g_free (report->path);
  g_free (report);
}

static void
run_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Job *job = task_data;
  GError *error = NULL;
  g_autoptr (Cache) cache = cache_new (NULL, job->limit_bytes, &error);
  (void) source_object;
  (void) cancellable;

  if (cache == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  CacheReport *report = g_new0 (CacheReport, 1);
  uint64_t before_bytes = job->task == CACHE_TRIM ? cache_size (cache).bytes : 0;

  if (job->task == CACHE_EMPTY)
    report->bytes_freed = cache_clear (cache);
  else if (job->task == CACHE_TRIM)
    {
      cache_set_limit (cache, job->limit_bytes);
      cache_evict (cache);
    }
  report->path = g_strdup (cache_path (cache));
  report->size = cache_size (cache);
  if (before_bytes > report->size.bytes)
    report->bytes_freed = before_bytes - report->size.bytes;
  g_task_return_pointer (task, report, (GDestroyNotify) cache_report_free);
}

void
cache_task_run (CacheTask what, GAsyncReadyCallback on_ready, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_ready, user_data);
  Job *job = g_new (Job, 1);

  *job = (Job){ what, settings_cache_limit_bytes () };
  g_task_set_task_data (task, job, g_free);
  g_task_run_in_thread (task, run_in_thread);
}

CacheReport *
cache_task_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
