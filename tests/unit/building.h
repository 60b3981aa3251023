/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles built call by call, checked for what holds for every profile when they are finished, and looked at by name. */

#pragma once

#include "trace/build/builder.h"
#include "trace/model/trace.h"

uint32_t building_intern (TraceBuilder *builder, const char *text);

uint32_t building_begin_rank (TraceBuilder *builder, int64_t number);

uint32_t building_add_device (TraceBuilder *builder, int32_t number);
uint32_t building_add_stream (TraceBuilder *builder, uint32_t device, TrackKind kind, int64_t number);

/* The tracks of one process with one thread and one device of one stream. */
typedef struct
{
  uint32_t process, thread, annotations, operators, calls, profiler;
  uint32_t device, stream, sync;
} BuildingTracks;

BuildingTracks building_add_tracks (TraceBuilder *builder);

void building_add_slice (TraceBuilder *builder,
                         uint32_t track,
                         SliceKind kind,
                         const char *name,
                         int64_t start_ns,
                         int64_t dur_ns,
                         int64_t correlation);

/* Uses the builder up. */
Trace *building_finish (TraceBuilder *builder);

/* Behind its last nanosecond, of which it has one at least. */
int64_t building_occupied_until (const SliceColumns *slices, uint64_t i);

/* The one slice of that name, and its begin. */
uint64_t building_slice_named (const Trace *trace, const char *name);
int64_t building_start_of (const Trace *trace, const char *name);

uint64_t building_health_count (const Trace *trace, HealthId id);

/* There is one flow of that kind between the slices of these names. */
void building_check_flow (const Trace *trace, const char *from, const char *to, FlowKind kind);
