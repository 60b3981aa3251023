/* SPDX-License-Identifier: Apache-2.0
 *
 * Having a foreign file read by a process of its own (convert_child.h), which can be stopped, and which takes nothing
 * along when it crashes. */

#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/open/open.h"

typedef struct
{
  uint64_t position_bytes;
  uint64_t size_bytes; /* 0: not known */
  uint64_t n_events;   /* of all files so far */
  uint32_t file;       /* of a directory, which one is read, from 1 */
} ConversionProgress;

/* All optional; the callbacks come in the thread of conversion_run (). */
typedef struct
{
  void (*progress) (const ConversionProgress *progress, void *user_data);

  /* A profile of what was read so far lies in that file, as for trace_map (); fd is borrowed for the call. While the
   * callback runs nobody looks at cancelling. Only for imports that take longer than PARTIAL_TOTAL_MIN_S. */
  void (*partial) (int fd, const ConversionProgress *progress, void *user_data);

  void *user_data;

  uint64_t address_space_bytes; /* that the process may use; 0: conversion_address_space_bytes () */
} ConversionControl;

#define CONVERSION_ERROR (conversion_error_quark ())

typedef enum
{
  CONVERSION_ERROR_CRASHED, /* the process ended unexpectedly */
  CONVERSION_ERROR_STOPPED, /* somebody, or the system, has ended it */
  CONVERSION_ERROR_START,   /* there is no process to be had */
} ConversionErrorCode;

GQuark conversion_error_quark (void);

/* Reads source, of any format, into a native file as trace_import () does; fd: an empty regular file, open for reading
 * and writing, borrowed. Blocks until the process is gone: within 100 ms after the cancellable is cancelled, but for
 * the time that the system takes to free its memory. Any thread; the process does not outlive it.
 * Errors: those of trace_import (), with TRACE_ERROR_NO_MEMORY for whatever way of running out of it;
 * CONVERSION_ERROR; G_IO_ERROR_CANCELLED. Sentences are translated and say what to do. */
bool conversion_run (const TraceSource *source,
                     int fd,
                     const ConversionControl *control,
                     GCancellable *cancellable,
                     GError **error);

/* What a converter may use where nothing else is said: as much as the machine has memory, and at least 1 GiB. Reserved
 * but untouched stacks and heaps of its threads are counted in, so that it ends before the machine starts to swap. */
uint64_t conversion_address_space_bytes (void);
