/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the allocated memory over time in the instants of a profile (trace/derive/memory_use.h says what it
 * means). */

#pragma once

#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

/* The input. trace must have its texts, keys, tracks and devices. */
typedef struct
{
  const Trace *trace;
  const TraceInstant *instants; /* grouped by track, ascending by time, */
  const uint64_t *order;        /* in this order of indices; NULL if they are in order */
  uint64_t n;
  const uint8_t *args; /* the blob that the instants' arguments are in */
  uint64_t n_args_bytes;
} MemorySource;

/* All series, one after another, each ascending by time. Of two changes at one time, the one later in order
 * is the later. */
typedef struct
{
  MemoryRecord *series; /* ascending by track */
  size_t n_series;
  int64_t *time_ns;
  double *value;
  SamplePeak *peaks; /* trace/derive/sample_peaks.h */
  size_t n;
} MemoryFound;

/* Fills found, which is all zeros at first; clear it in either case. Returns false if memory runs out.
 * O(instants + changes x log changes), plus O(texts) if they lie in a file. Safe for any contents of a
 * damaged profile. */
bool memory_find (const MemorySource *source, MemoryFound *found);
void memory_found_clear (MemoryFound *found);

/* Sets taken[i] to 1 for each instant i that is the last change of its series before a time. taken has an entry per instant
 * and is not changed otherwise. Returns false if memory runs out. O(instants). */
bool memory_find_last (const MemorySource *source, int64_t before_ns, uint8_t *taken);
