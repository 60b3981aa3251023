/* SPDX-License-Identifier: Apache-2.0
 *
 * The user's cache of native files (trace/cache/cache.h), as settings have it: measured, trimmed and emptied in
 * workers. Main thread. */

#pragma once

#include <gio/gio.h>

#include "trace/cache/cache.h"

typedef enum
{
  CACHE_MEASURE,
  CACHE_TRIM,  /* to its limit, then measured */
  CACHE_EMPTY, /* likewise */
} CacheTask;

typedef struct
{
  char *path;
  CacheSize size;       /* afterwards */
  uint64_t bytes_freed; /* 0: nothing was to be removed */
} CacheReport;

void cache_report_free (CacheReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CacheReport, cache_report_free)

void cache_task_run (CacheTask task, GAsyncReadyCallback on_ready, gpointer user_data);

/* NULL: there is no cache to be had, and error says why. */
CacheReport *cache_task_finish (GAsyncResult *result, GError **error);
