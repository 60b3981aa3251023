/* SPDX-License-Identifier: Apache-2.0
 *
 * Starting and ending the process that conversion.h has files read by. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct
{
  const char *path;             /* of the source, for messages */
  int source_fd, native_fd;     /* borrowed */
  int progress_fd;              /* borrowed: the pipe's end to be written */
  const int *partial_fds;       /* borrowed: PARTIALS_MAX of them; NULL: none */
  uint64_t address_space_bytes; /* 0: not limited */
} ConversionFiles;

/* Starts this very program (/proc/self/exe) as a converter, in a process group of its own, with these files open, the
 * standard error shared and nothing else, and only those variables of the environment that matter to it.
 * Returns the process; -1: errno, ELOOP in a converter. The program has to ask convert_child_is_meant () first of all. */
pid_t conversion_process_start (const ConversionFiles *files);

/* Ends it at once, with all its children, if it has not ended. Returns its wait status. */
int conversion_process_end (pid_t process);
