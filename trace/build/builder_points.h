/* SPDX-License-Identifier: Apache-2.0
 *
 * Points, that is instants and samples, in their final place: by track, then by time, and in the order of the
 * file where times are equal. They are reordered on their way into the file. */

#pragma once

#include "trace/build/builder_private.h"

/* The samples of a track that has a log. */
typedef struct
{
  uint64_t first, n; /* places among all samples of the profile */
  int64_t shift_ns;
  uint32_t track;           /* of the profile */
  uint32_t log, log_track; /* index of logs, and which of its tracks it is */
} LoggedSamples;

COLUMN_DEFINE (LoggedSamplesColumn, logged_samples_column, LoggedSamples)

typedef struct
{
  InstantColumn instants;
  SampleInputColumn samples;
  uint64_t *instant_order, *sample_order; /* the index of the first point, of the second, and so on */

  /* Samples that are made from logs when they are written; ascending by first. */
  CounterLogColumn logs;
  LoggedSamplesColumn logged;
  uint64_t n_samples; /* with those of samples */
} BuilderPoints;

/* Takes over the builder's points and sets the ranges of trace's tracks. track_map is the new id of each of
 * the builder's tracks; shift_ns is added to the times, per rank of the trace. points is all zeros; clear it
 * in either case. Returns false if memory runs out. O(points) if those of each track are nearly in order,
 * O(points x log points) at worst. */
bool builder_points_take (BuilderPoints *points,
                          TraceBuilder *builder,
                          Trace *trace,
                          const uint32_t *track_map,
                          const int64_t *shift_ns);
void builder_points_clear (BuilderPoints *points);

/* Writes their sections. Returns false if memory runs out. */
bool builder_points_write (const BuilderPoints *points, SectionWriter *writer);
