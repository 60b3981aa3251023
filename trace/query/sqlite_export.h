/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a profile as an SQLite database with the same tables and columns as in queries, for any program that reads
 * SQLite.
 *
 * The tables are filled from the virtual ones, so queries give the same results on both. An additional table profile
 * (key, value) holds "time_origin_epoch_ns" (time 0 since 1970; NULL where the file does not say), "begin_ns", "end_ns"
 * and "format". */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

typedef struct
{
  const atomic_bool *cancelled;                     /* NULL if it cannot be cancelled */
  void (*progress) (double share, void *user_data); /* 0..1; may be NULL */
  void *user_data;
} SqliteExportControl;

/* path is an empty file that nothing else uses; on failure its contents are undefined. name is the file's name in
 * messages. Blocks. Errors: TRACE_ERROR_NO_SPACE, TRACE_ERROR_UNWRITABLE, TRACE_ERROR_NO_MEMORY,
 * TRACE_ERROR_CANCELLED. */
bool sqlite_export (const Trace *trace,
                    const StepTable *steps,
                    const char *path,
                    const char *name,
                    const SqliteExportControl *control,
                    GError **error);
