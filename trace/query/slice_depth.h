/* SPDX-License-Identifier: Apache-2.0
 *
 * How deep a slice lies: the number of slices of its track that contain it.
 *
 * A slice takes up [start, start + max (dur, 1)) (trace/index/occupied.h). One contains another when it begins no later
 * and ends no earlier; of two that take up the same span, the one with the smaller id contains the other. Where
 * slices nest, depth is the lane; where they merely overlap, the lane may be larger, since none is drawn over
 * another, and where a lane becomes free again it may be smaller. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* Remembers where it was last: asking in order of the slices costs O(lanes) each, anything else O(lanes x log n).
 * All zero is a fresh one. */
typedef struct
{
  uint32_t track;
  uint64_t *begun; /* by lane of the track: slices that had begun then */
  size_t cap;      /* of begun */
  bool is_set;
} SliceDepth;

/* False: out of memory. In the last lane of a track with LANE_MAX, where slices overlap, O(those around it) more. */
bool slice_depth_get (SliceDepth *depth, const Trace *trace, uint64_t slice, uint64_t *ret_depth);
void slice_depth_clear (SliceDepth *depth);
