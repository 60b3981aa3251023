/* SPDX-License-Identifier: Apache-2.0
 *
 * The tracks of a generated profile, made when something is first put on them, as the importer does. */

#pragma once

#include "tests/gen/recorded_step.h"
#include "trace/build/builder.h"

#include <stdint.h>

/* What the file calls threads: those of the host, the profiler's own, and one per stream and for none. */
#define BUILDER_PLACE_OVERHEAD N_HOST_THREADS
#define BUILDER_PLACE_STREAM   (BUILDER_PLACE_OVERHEAD + 1)
#define N_BUILDER_PLACES       (BUILDER_PLACE_STREAM + N_STREAMS + 1)

typedef struct
{
  uint32_t flow_place;
  uint32_t pid, tid;              /* string ids */
  uint32_t thread;                /* or TRACE_NONE */
  uint32_t tracks[N_TRACK_KINDS]; /* bands or rows, or TRACE_NONE */
  uint32_t last_row;              /* the row of a device that was used last: it gets the thread's name */
} BuilderPlace;

typedef struct
{
  TraceBuilder *builder;
  int rank;
  uint32_t process, overhead_process, device;
  BuilderPlace places[N_BUILDER_PLACES];
} BuilderTracks;

void builder_tracks_init (BuilderTracks *tracks, TraceBuilder *builder, int rank);

/* For flow points. */
uint32_t builder_tracks_place (const BuilderTracks *tracks, unsigned place);

/* Of a thread: itself, or the band of that kind. place: a HostThread or BUILDER_PLACE_OVERHEAD. */
uint32_t builder_tracks_thread (BuilderTracks *tracks, unsigned place);
uint32_t builder_tracks_band (BuilderTracks *tracks, unsigned place, TrackKind kind);

/* Of a stream: the row of that kind. */
uint32_t builder_tracks_row (BuilderTracks *tracks, Stream stream, TrackKind kind);

/* Writes the names. Once, at the end. */
void builder_tracks_finish (BuilderTracks *tracks);
