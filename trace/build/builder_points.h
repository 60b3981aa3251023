/* SPDX-License-Identifier: Apache-2.0
 *
 * What has a time and no duration, in its final place: instants and samples, by track and then by time; where times are
 * equal, in the order of the file. They are put there on their way into the file. */

#pragma once

#include "trace/build/builder_private.h"

typedef struct
{
  InstantColumn instants;
  SampleInputColumn samples;
  uint64_t *instant_order, *sample_order; /* which of them come first, second and so on */
} BuilderPoints;

/* Takes builder's points over, and sets the ranges of trace's tracks. track_map: new id of each of the builder's tracks;
 * shift_ns: added to the times, per rank of the trace. points: all zeros; to be cleared, whatever happens. False: out of
 * memory. O(points) where those of a track are nearly in order, O(points x log points) at worst. */
bool builder_points_take (BuilderPoints *points,
                          TraceBuilder *builder,
                          Trace *trace,
                          const uint32_t *track_map,
                          const int64_t *shift_ns);
void builder_points_clear (BuilderPoints *points);

/* Their sections. False: out of memory. */
bool builder_points_write (const BuilderPoints *points, SectionWriter *writer);
