/* SPDX-License-Identifier: Apache-2.0
 *
 * Any path -> a Trace: a file, a directory of rank files, or "-" for the standard input. */

#pragma once

#include "trace/import/importer.h"
#include "trace/trace.h"

/* Blocks; any thread. control may be NULL. A directory becomes one profile with a rank per trace file in it
 * (not in folders below it); files that are not traces are left out and counted.
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NOT_A_TRACE, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
Trace *trace_open (const char *path, const ImportControl *control, GError **error);
