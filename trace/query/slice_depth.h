/* SPDX-License-Identifier: Apache-2.0
 *
 * The depth of a slice: the number of slices of its track that contain it.
 *
 * A slice occupies [start, start + max (dur, 1)) (trace/index/occupied.h). A slice contains another when it begins no
 * later and ends no earlier; of two that occupy the same span, the one with the smaller id contains the other. Where
 * slices nest, the depth equals the lane. Where they merely overlap, the lane may be larger, because slices are not
 * drawn over each other; where a lane has become free again, it may be smaller. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* Remembers the last position: in the order of the slices each call costs O(lanes), otherwise O(lanes x log n). Start
 * with all zeros. */
typedef struct
{
  uint32_t track;
  uint64_t *begun; /* by lane of the track: the number of slices begun at that position */
  size_t cap;      /* of begun */
  bool is_set;
} SliceDepth;

/* Returns false when memory runs out. In the last lane of a track with LANE_MAX lanes, where slices overlap, this costs
 * O(overlapping slices) more. */
bool slice_depth_get (SliceDepth *depth, const Trace *trace, uint64_t slice, uint64_t *ret_depth);
void slice_depth_clear (SliceDepth *depth);
