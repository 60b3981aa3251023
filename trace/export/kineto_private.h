/* SPDX-License-Identifier: Apache-2.0
 *
 * What the sources of trace/export/kineto_export.h share: kineto_head.c writes what describes the events, kineto_events.c
 * the events, kineto_export.c both to a file. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <zlib.h>

#include "trace/export/kineto_lanes.h"
#include "trace/model/trace.h"

typedef struct
{
  const Trace *trace;
  int fd;
  z_stream *packing; /* NULL: not packed */
  const atomic_bool *cancelled;
  GString *out;        /* what is not in the file yet */
  char **pids, **tids; /* by track, as values of JSON */
  KinetoLanes lanes;
  int64_t first_lane_id; /* the id of the first lane as a thread */
  int64_t first_ns;      /* time 0 of the file */
  bool any_event;
  int error_number; /* of writing; 0 if none failed */
} KinetoExport;

/* Writes what there is to the file if it is much, or is_end. Returns false if nothing more is to be written. */
bool kineto_flush (KinetoExport *export, bool is_end);

/* Begins the next event: {"ph":"X", with the place of a track, and of a lane of its thread (0: the thread itself). */
void kineto_begin_event (KinetoExport *export, char phase, uint32_t track, uint32_t lane);

/* Appends "KEY": and a string of the profile. */
void kineto_append_string (KinetoExport *export, const char *key, uint32_t string);

/* Appends ,"KEY": and microseconds with three decimals. */
void kineto_append_us (GString *out, const char *key, int64_t ns);

/* Appends the members of the root before its events: "deviceProperties":[..] and so on, each with a comma behind it. */
void kineto_write_head (KinetoExport *export);

/* Appends events that name processes and threads. */
void kineto_write_names (KinetoExport *export);

/* Appends all other events. Returns false if it was stopped. */
bool kineto_write_events (KinetoExport *export);
