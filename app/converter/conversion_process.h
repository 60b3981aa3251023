/* SPDX-License-Identifier: Apache-2.0
 *
 * Starts and ends the process in which conversion.h reads files. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "app/converter/conversion.h"

typedef struct
{
  const char *path;             /* of the source, for messages */
  ConversionKind kind;
  int source_fd, native_fd;     /* borrowed */
  int progress_fd;              /* borrowed; the write end of the pipe */
  const int *partial_fds;       /* borrowed; PARTIALS_MAX descriptors, or NULL for no partial files */
  uint64_t address_space_bytes; /* 0 for no limit */
} ConversionFiles;

/* Starts this program (/proc/self/exe) as a converter in a process group of its own. Only these files and standard error
 * are open in it, and it gets only the environment variables that it needs. Returns the process, or -1 with errno set
 * (ELOOP inside a converter). The program must call convert_child_is_meant () before anything else. */
pid_t conversion_process_start (const ConversionFiles *files);

/* Kills the process and its children if it still runs. Returns its wait status. */
int conversion_process_end (pid_t process);
