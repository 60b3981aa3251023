/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory was given out, found in the instants of a profile (trace/derive/memory_use.h says what is told there). */

#pragma once

#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

/* What it is found in. trace: texts, keys, tracks and devices are there. */
typedef struct
{
  const Trace *trace;
  const TraceInstant *instants; /* grouped by track, ascending by time: */
  const uint64_t *order;        /* which of them is the first, the second and so on; NULL: as they are */
  uint64_t n;
  const uint8_t *args; /* the blob that they point into */
  uint64_t n_args_bytes;
} MemorySource;

/* Series one after another, each ascending by time; of two changes at one time the later in order is the later. */
typedef struct
{
  MemoryRecord *series; /* ascending by track */
  size_t n_series;
  int64_t *time_ns;
  double *value;
  SamplePeak *peaks; /* trace/derive/sample_peaks.h */
  size_t n;
} MemoryFound;

/* found: all zeros; to be cleared, whatever happens. False: out of memory. O(instants + changes x log changes), and
 * O(texts) where they lie in a file. Safe with whatever is in a damaged profile. */
bool memory_find (const MemorySource *source, MemoryFound *found);
void memory_found_clear (MemoryFound *found);
