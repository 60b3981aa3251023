/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the samples of a file of counters lie on the time axis of a profile: as the file tells, as the user says, as the GPU
 * activity of the profile shows, or as the file's own date shows. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/import/telemetry/telemetry.h"
#include "trace/model/trace.h"

/* How it is known. Stored with the profile as text (attach_way_word ()). */
typedef enum
{
  ATTACH_BY_FILE,        /* the file's times and the profile's are of one clock */
  ATTACH_BY_ZONE,        /* the user said the time zone */
  ATTACH_BY_SHIFT,       /* the user said the shift */
  ATTACH_BY_START,       /* the user said when the file begins */
  ATTACH_BY_CORRELATION, /* utilization follows the GPU activity at this shift alone (shift_search.h) */
  ATTACH_BY_FILE_DATE,   /* the file was last written at the time of its last row */
  N_ATTACH_WAYS
} AttachWay;

const char *attach_way_word (AttachWay way); /* "correlation" */

/* What the user says; all 0 for nothing. */
typedef struct
{
  bool has_zone, has_shift, has_start;
  int64_t zone_ns;     /* what the clocks of the file are ahead of UTC; for TELEMETRY_LOCAL alone */
  int64_t shift_ns;    /* as AttachPlace.shift_ns */
  int64_t start_ns;    /* the time of the first sample, since 1970 */
  int64_t interval_ns; /* between the rows of a file without times; 0: ATTACH_INTERVAL_NS */
} AttachWishes;

/* dcgmi dmon looks once a second unless it is told otherwise. */
#define ATTACH_INTERVAL_NS INT64_C (1000000000)

typedef struct
{
  AttachWay way;
  int64_t interval_ns; /* of a tick; 1 where the file has times */
  int64_t offset_ns;   /* from a time of the file, or a tick x interval_ns, to that of the profile */

  /* The offset for people. Where both know the time of the day it is added to the file's times, which are then UTC; else it is
   * the time from the begin of the profile to the first sample. */
  int64_t shift_ns;
  bool is_from_begin;

  double correlation, second; /* of ATTACH_BY_CORRELATION, and of the next best shift */
} AttachPlace;

/* Returns whether shifts of the file count from the begin of the profile (AttachPlace.is_from_begin). */
bool attach_counts_from_begin (const Trace *trace, const Telemetry *telemetry);

/* Finds the place. Fails with TRACE_ERROR_NOT_A_TRACE and a sentence that says what to tell if it is not known, or if no sample
 * is from the time of the profile; with TRACE_ERROR_NO_MEMORY. Takes up to seconds: call it from a worker thread. */
bool attach_place_find (const Trace *trace,
                        const Telemetry *telemetry,
                        const AttachWishes *wishes,
                        const char *path,
                        AttachPlace *ret_place,
                        GError **error);
