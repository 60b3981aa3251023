/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as an SQLite database: the tables of a query with the same columns, for any program that reads SQLite.
 *
 * Tables are filled from the virtual ones, so both answer alike. Beside them there is profile (key, value): what
 * times count from ("time_origin_epoch_ns", NULL where the file does not tell), "begin_ns", "end_ns", "format". */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

typedef struct
{
  const atomic_bool *cancelled;                     /* NULL: nobody can */
  void (*progress) (double share, void *user_data); /* 0..1; NULL: nobody is told */
  void *user_data;
} SqliteExportControl;

/* path: an empty file, which nobody else uses; its contents are undefined when this fails. name: what messages call
 * it. Blocks.
 * TRACE_ERROR_NO_SPACE, TRACE_ERROR_UNWRITABLE, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
bool sqlite_export (const Trace *trace,
                    const StepTable *steps,
                    const char *path,
                    const char *name,
                    const SqliteExportControl *control,
                    GError **error);
