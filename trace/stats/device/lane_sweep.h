/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks slices of several tracks in order of time, and measures unions during the walk.
 *
 * If intervals come in order of their begin, the union grows by at most one piece per interval. So its length is a sum,
 * and no list of intervals has to be stored and sorted. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/stats/scope.h"

/* ---- unions ---- */

/* A union of intervals that come in order of their begin: its length so far, and its end. */
typedef struct
{
  int64_t length_ns, until_ns;
} SweepCover;

#define SWEEP_COVER_NONE ((SweepCover){ 0, INT64_MIN })

/* Adds [begin_ns, end_ns), which must not begin before an interval added earlier. Within a window whose length fits
 * into int64 nothing overflows, whatever the order. */
static inline void
sweep_cover_add (SweepCover *cover, int64_t begin_ns, int64_t end_ns)
{
  int64_t from_ns = MAX (begin_ns, cover->until_ns);

  if (end_ns > from_ns)
    {
      cover->length_ns += end_ns - from_ns;
      cover->until_ns = end_ns;
    }
}

/* Does the same, and returns how much of the added time is also in another union, which must already contain every
 * interval that begins earlier. */
static inline int64_t
sweep_cover_add_beside (SweepCover *cover, const SweepCover *other, int64_t begin_ns, int64_t end_ns)
{
  int64_t from_ns = MAX (begin_ns, cover->until_ns), to_ns = MIN (end_ns, other->until_ns);

  sweep_cover_add (cover, begin_ns, end_ns);
  return to_ns > from_ns ? to_ns - from_ns : 0;
}

/* ---- slices ---- */

/* The rest of one lane. */
typedef struct
{
  int64_t begin_ns; /* begin of the next slice, clipped to the window */
  uint64_t at, end;
  uint32_t tag;
} LaneRest;

COLUMN_DEFINE (LaneRestColumn, lane_rest_column, LaneRest)

/* A heap of lanes (trace/container/heap.h); the lane whose slice comes next is on top. */
typedef struct
{
  const StatsScope *scope;
  const SliceColumns *slices;
  uint8_t has_kind[256]; /* by SliceKind as stored in the column: 1 or 0 */
  LaneRestColumn lanes;
} LaneSweep;

/* Starts without kinds and tracks. Allocates nothing. */
void lane_sweep_init (LaneSweep *sweep, const StatsScope *scope);
void lane_sweep_clear (LaneSweep *sweep);

/* Adds a track; its slices get the tag. The walk includes its finished slices of the selected kinds that touch the
 * window or start in it. Returns false when memory runs out. O(rows of the track x log slices). */
bool lane_sweep_add (LaneSweep *sweep, const TraceTrack *track, uint32_t tag);

/* Call this after all tracks have been added. O(rows). */
void lane_sweep_begin (LaneSweep *sweep);

typedef struct
{
  uint64_t slice;
  int64_t begin_ns,
    end_ns; /* clipped to the window; empty for a slice outside the span of the whole profile */
  uint32_t tag;
} SweptSlice;

/* Returns the next slice, ordered by its begin clipped to the window; equal ones come in any order. Returns false when
 * none is left. O(log rows). */
bool lane_sweep_next (LaneSweep *sweep, SweptSlice *ret_swept);
