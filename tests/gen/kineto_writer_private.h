/* SPDX-License-Identifier: Apache-2.0
 *
 * A KinetoWriter, for the files that write with it: kineto_writer.c (what every event is made of), kineto_events.c (the
 * events of the run) and kineto_metadata.c (everything around them). */

#pragma once

#include "tests/gen/kineto_ids.h"
#include "tests/gen/kineto_members.h"
#include "tests/gen/kineto_writer.h"
#include "tests/gen/text_out.h"

struct _KinetoWriter
{
  KinetoOptions options;
  int64_t n_events;
  int64_t n_indexed;                            /* host events, which libkineto numbers */
  char (*kernel_members)[KINETO_MEMBERS_BYTES]; /* by work; "" until it is first met */
  TextOut out;
};

static inline int64_t
kineto_process_of (const KinetoWriter *writer)
{
  return kineto_process_id (writer->options.rank);
}

static inline int64_t
kineto_device_of (const KinetoWriter *writer)
{
  return kineto_device (writer->options.rank);
}

static inline int64_t
kineto_thread_of (const KinetoWriter *writer, HostThread thread)
{
  return kineto_thread_id (writer->options.rank, thread);
}

void kineto_put (KinetoWriter *writer, const char *text);
void kineto_put_int (KinetoWriter *writer, const char *before, int64_t value);

/* number: what is appended, or NO_NUMBER. */
void kineto_put_name (KinetoWriter *writer, const char *name, int32_t number);

/* In µs, as the file tells times. */
void kineto_put_time (KinetoWriter *writer, const char *before, int64_t at_ns);
void kineto_put_duration (KinetoWriter *writer, int64_t ns);

void kineto_begin_event (KinetoWriter *writer);
void kineto_end_event (KinetoWriter *writer);

/* A slice up to its args. */
void kineto_begin_slice (KinetoWriter *writer,
                         const char *category,
                         const char *name,
                         int32_t number,
                         int64_t pid,
                         int64_t tid,
                         int64_t begin_ns,
                         int64_t end_ns);

/* The end of the args is the end of their event. */
void kineto_begin_args (KinetoWriter *writer);
void kineto_end_args (KinetoWriter *writer);

/* ---- kineto_metadata.c ---- */

/* Everything before the events. */
void kineto_write_properties (KinetoWriter *writer);

/* The metadata events, at the begin of the profiler's window, and the window itself. */
void kineto_write_processes (KinetoWriter *writer, int64_t at_ns);
void kineto_write_window (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns);

/* Everything after the events. */
void kineto_write_end (KinetoWriter *writer);
