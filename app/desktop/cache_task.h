/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures, trims and empties the user's cache of native files (trace/cache/cache.h) in worker threads. The settings give
 * its limit. Main thread. */

#pragma once

#include <gio/gio.h>

#include "trace/cache/cache.h"

typedef enum
{
  CACHE_MEASURE,
  CACHE_TRIM,  /* trim to the limit, then measure */
  CACHE_EMPTY, /* remove all files, then measure */
} CacheTask;

typedef struct
{
  char *path;
  CacheSize size;       /* after the task */
  uint64_t bytes_freed; /* 0 when nothing was removed */
} CacheReport;

void cache_report_free (CacheReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CacheReport, cache_report_free)

void cache_task_run (CacheTask task, GAsyncReadyCallback on_ready, gpointer user_data);

/* Returns NULL with an error when the cache cannot be used. */
CacheReport *cache_task_finish (GAsyncResult *result, GError **error);
