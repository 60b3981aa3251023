/* SPDX-License-Identifier: Apache-2.0
 *
 * The converter process from the inside. conversion_run () starts this program with a hidden verb and only the
 * descriptors below open. The process enters its sandbox, reads the source, writes the native file, and reports over the
 * pipe (conversion_message.h). It uses no GIO and no GTK. */

#pragma once

#include <stdbool.h>

#include "app/converter/conversion.h"
#include "app/converter/partial_schedule.h"
#include "trace/open/open.h"

/* argv holds the verb, the window's process id, address_space_bytes (0 for no limit), whether to write partial files
 * (0 or 1), the ConversionKind, and the source's path for messages. */
#define CONVERT_CHILD_VERB  "--convert-for-window"
#define CONVERT_CHILD_N_ARG 6

enum
{
  CONVERT_FD_SOURCE = 3,   /* the source: a file, a directory or a pipe */
  CONVERT_FD_NATIVE = 4,   /* an empty file that becomes the native file, or that of the counters */
  CONVERT_FD_PROGRESS = 5, /* the write end of the pipe */
  CONVERT_FD_PARTIAL = 6,  /* the first of PARTIALS_MAX empty files, when partial files are written */
  CONVERT_FD_END = CONVERT_FD_PARTIAL + PARTIALS_MAX,
};

/* Returns whether the program was started as a converter. Call this before anything else looks at argv. */
bool convert_child_is_meant (int argc, char **argv);

/* Imports by calling the function of the kind, which is trace_import () or attach_import () except in tests. Exits with status 0
 * after CONVERSION_DONE and with another status after a failure. */
_Noreturn void convert_child_run (char **argv, const TraceImportFunc imports[N_CONVERSION_KINDS]);
