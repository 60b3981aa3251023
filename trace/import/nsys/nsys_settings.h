/* SPDX-License-Identifier: Apache-2.0
 *
 * What an export says of its recording: versions, machine, command, and the profiler's own complaints. Environment
 * variables of the recorded program are left out, because they hold secrets. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

typedef struct
{
  uint32_t keys[16], values[16]; /* strings; values are JSON */
  unsigned n;
  uint32_t host_name; /* string, or STRING_EMPTY */
  int64_t epoch_ns;   /* 0 if not known */
} NsysSettings;

/* Counts the profiler's complaints as health of the file. */
void nsys_settings_read (NsysImport *import, NsysSettings *ret_settings);

/* Adds them to the current rank of the builder. */
void nsys_settings_add (const NsysSettings *settings, TraceBuilder *builder);
