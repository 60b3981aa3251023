/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes slices of begin and end events.
 *
 * An end ends the innermost open slice of its track; one with a name, the innermost open slice of that name. Packets of
 * several sequences may come in any order of time. As long as those of a track are in order while slices are open, slices are
 * matched at once; the events of other tracks are matched at the end, in order of time. Of events at the same time the
 * order of the file counts.
 *
 * A slice goes to the builder as soon as it begins. Until perfetto_slices_finish () its track is an index of
 * PerfettoTracks, or a track of the builder with PERFETTO_SLICE_PLACED. */

#pragma once

#include "trace/import/perfetto/perfetto_tracks.h"

#define PERFETTO_SLICE_PLACED (UINT32_C (1) << 31)
#define PERFETTO_NO_SLICE     UINT32_MAX

/* A slice that has not ended. */
typedef struct
{
  uint32_t slice; /* index among the rank's slices */
  uint64_t below; /* index of the next one outwards, + 1 */
  int64_t offset;
} PerfettoOpenSlice;

COLUMN_DEFINE (PerfettoOpenSliceColumn, perfetto_open_slice_column, PerfettoOpenSlice)

/* A begin or an end that is matched later, or found nothing to end. */
typedef struct
{
  int64_t time_ns, offset;
  uint64_t order; /* among events at the same time */
  uint64_t args;  /* of an end */
  uint32_t track; /* index of PerfettoTracks */
  uint32_t slice; /* that begins, or PERFETTO_NO_SLICE for an end */
  uint32_t name;  /* of an end */
} PerfettoEdge;

COLUMN_DEFINE (PerfettoEdgeColumn, perfetto_edge_column, PerfettoEdge)

/* Arguments of an end. They are joined to those of its slice once it is certain which one that is. */
typedef struct
{
  uint64_t args;
  uint32_t slice;
} PerfettoEndArgs;

COLUMN_DEFINE (PerfettoEndArgsColumn, perfetto_end_args_column, PerfettoEndArgs)

typedef struct
{
  TraceBuilder *builder;
  PerfettoTracks *tracks;
  PerfettoOpenSliceColumn open;
  uint64_t free_open; /* list of free places of open, + 1 */
  PerfettoEdgeColumn edges;
  PerfettoEndArgsColumn end_args;
  uint64_t n_events; /* begins, ends and whole slices so far */
} PerfettoSlices;

void perfetto_slices_clear (PerfettoSlices *slices);

/* Begins a slice on a track; slice->track is set. Returns its index. */
uint32_t perfetto_slices_begin (PerfettoSlices *slices, uint32_t track, SliceInput *slice, int64_t offset);

typedef struct
{
  int64_t time_ns, offset;
  uint32_t name; /* string, or "" */
  uint64_t args;
} PerfettoEnd;

/* Ends a slice. Returns its index, or PERFETTO_NO_SLICE if it is not known yet. */
uint32_t perfetto_slices_end (PerfettoSlices *slices, uint32_t track, const PerfettoEnd *end);

/* Adds a whole slice: to a track, or with PERFETTO_SLICE_PLACED in slice->track if track is TRACE_NONE. Returns its
 * index. */
uint32_t perfetto_slices_add (PerfettoSlices *slices, uint32_t track, SliceInput *slice);

/* Matches what is left, and puts all slices on tracks of the builder. Call perfetto_tracks_settle () before. */
void perfetto_slices_finish (PerfettoSlices *slices);
