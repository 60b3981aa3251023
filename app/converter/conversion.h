/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a foreign file in a process of its own (convert_child.h). The process can be killed, and its crash does not
 * affect the window. */

#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/open/open.h"

typedef struct
{
  uint64_t position_bytes;
  uint64_t size_bytes; /* 0 when unknown */
  uint64_t n_events;   /* read so far, over all files */
  uint32_t file;       /* number of the current file of a directory, from 1 */
} ConversionProgress;

/* What a process makes of a file. */
typedef enum
{
  CONVERT_PROFILE,  /* a native file */
  CONVERT_COUNTERS, /* counters, as attach_import () writes them */
  N_CONVERSION_KINDS
} ConversionKind;

/* Every member may be 0 or NULL. The callbacks run in the thread that called conversion_run (). */
typedef struct
{
  void (*progress) (const ConversionProgress *progress, void *user_data);

  /* Called when fd holds a native file of what was read so far, ready for trace_map (). fd is borrowed for the call.
   * Cancelling has no effect while the callback runs. Called only for imports longer than PARTIAL_TOTAL_MIN_S. */
  void (*partial) (int fd, const ConversionProgress *progress, void *user_data);

  void *user_data;

  ConversionKind kind;

  uint64_t address_space_bytes; /* limit of the process; 0 for conversion_address_space_bytes () */
} ConversionControl;

#define CONVERSION_ERROR (conversion_error_quark ())

typedef enum
{
  CONVERSION_ERROR_CRASHED, /* the process ended unexpectedly */
  CONVERSION_ERROR_STOPPED, /* a person or the system killed the process */
  CONVERSION_ERROR_START,   /* the process could not be started */
} ConversionErrorCode;

GQuark conversion_error_quark (void);

/* Imports a source of any format into a native file, as trace_import () does, or counters as attach_import () does. fd is an empty regular file, open for
 * reading and writing, and is borrowed. Blocks until the process has ended; after the cancellable is cancelled this
 * takes at most 100 ms plus the time in which the system frees the process's memory. Any thread.
 * Errors are those of trace_import () (TRACE_ERROR_NO_MEMORY however memory ran out), CONVERSION_ERROR and
 * G_IO_ERROR_CANCELLED. Messages are translated and say what to do. */
bool conversion_run (const TraceSource *source,
                     int fd,
                     const ConversionControl *control,
                     GCancellable *cancellable,
                     GError **error);

/* Returns the default address space of a converter: the machine's memory, at least 1 GiB. It includes reserved but
 * untouched stacks and heaps of the threads, so that a converter fails before the machine starts to swap. */
uint64_t conversion_address_space_bytes (void);
