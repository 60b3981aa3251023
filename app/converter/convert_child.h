/* SPDX-License-Identifier: Apache-2.0
 *
 * The converter process, from inside: the program itself, started by conversion_run () with a hidden verb and nothing
 * open but the descriptors below. It goes behind its sandbox, reads the source, writes the native file, and tells
 * what happens over the pipe (conversion_message.h). It knows no GIO and no GTK. */

#pragma once

#include <stdbool.h>

#include "app/converter/partial_schedule.h"
#include "trace/open/open.h"

/* argv: the verb, getpid () of the window, address_space_bytes (0: not limited), whether partial files are wanted
 * (0 or 1), and the source's path, for messages. */
#define CONVERT_CHILD_VERB  "--convert-for-window"
#define CONVERT_CHILD_N_ARG 5

enum
{
  CONVERT_FD_SOURCE = 3,   /* to be read: a file, a directory or a pipe */
  CONVERT_FD_NATIVE = 4,   /* empty; becomes the native file */
  CONVERT_FD_PROGRESS = 5, /* the pipe, to be written */
  CONVERT_FD_PARTIAL = 6,  /* and so on: empty files, PARTIALS_MAX of them, where they are wanted */
  CONVERT_FD_END = CONVERT_FD_PARTIAL + PARTIALS_MAX,
};

/* Whether the program was started for this; to be asked before anything else is done with argv. */
bool convert_child_is_meant (int argc, char **argv);

/* import: trace_import (), or what a test puts in its place. Ends with exit status 0 after CONVERSION_DONE, with another
 * one else. */
_Noreturn void convert_child_run (char **argv, TraceImportFunc import);
