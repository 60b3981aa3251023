/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices of several tracks in order of time, and unions that are measured on the way.
 *
 * Of intervals that come in order of their begin, those behind the begin of the one at hand form one piece. So the
 * length of a union is a sum, and no list of intervals has to be kept and ordered. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/stats/scope.h"

/* ---- unions ---- */

/* A union of intervals that come in order of their begin: how long it is so far, and where it ends. */
typedef struct
{
  int64_t length_ns, until_ns;
} SweepCover;

#define SWEEP_COVER_NONE ((SweepCover){ 0, INT64_MIN })

/* Adds [begin_ns, end_ns), which begins no earlier than what was added before. Within a window of int64 length nothing
 * overflows, in whatever order intervals come. */
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

/* The same; returns how much of what is new to it lies in another one, which has all that begins before. */
static inline int64_t
sweep_cover_add_beside (SweepCover *cover, const SweepCover *other, int64_t begin_ns, int64_t end_ns)
{
  int64_t from_ns = MAX (begin_ns, cover->until_ns), to_ns = MIN (end_ns, other->until_ns);

  sweep_cover_add (cover, begin_ns, end_ns);
  return to_ns > from_ns ? to_ns - from_ns : 0;
}

/* ---- slices ---- */

/* What one lane has left. */
typedef struct
{
  int64_t begin_ns; /* of the slice at hand, clipped to the window */
  uint64_t at, end;
  uint32_t tag;
} LaneRest;

COLUMN_DEFINE (LaneRestColumn, lane_rest_column, LaneRest)

/* A binary heap of lanes, on top the one whose slice comes next. */
typedef struct
{
  const StatsScope *scope;
  const SliceColumns *slices;
  uint8_t has_kind[256]; /* by SliceKind as it stands in the column: 1, or 0 */
  LaneRestColumn lanes;
} LaneSweep;

/* Wants no kind and has no tracks. Allocates nothing. */
void lane_sweep_init (LaneSweep *sweep, const StatsScope *scope);
void lane_sweep_clear (LaneSweep *sweep);

/* Adds a track, whose slices are told by the tag: those of a wanted kind that are finished and have a part in the window
 * or start in it. False: out of memory. O(rows of the track x log slices). */
bool lane_sweep_add (LaneSweep *sweep, const TraceTrack *track, uint32_t tag);

/* When all tracks are added. O(rows). */
void lane_sweep_begin (LaneSweep *sweep);

typedef struct
{
  uint64_t slice;
  int64_t begin_ns,
    end_ns; /* clipped to the window; a slice of the whole profile that lies outside of its span has none */
  uint32_t tag;
} SweptSlice;

/* The next slice by its begin, clipped to the window; of equal ones any. False: there is none left. O(log rows). */
bool lane_sweep_next (LaneSweep *sweep, SweptSlice *ret_swept);
