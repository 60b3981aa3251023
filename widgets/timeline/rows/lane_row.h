/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of one lane, for level-of-detail queries and for finding one by time. */

#pragma once

#include "trace/index/lod.h"
#include "trace/model/trace.h"

/* Returns the slices of a lane for level-of-detail queries, borrowed from the trace. lane is a row of the trace. */
LodRow lane_row_lod (const Trace *trace, uint32_t lane);

/* Fills the contents of n_px equal parts of [begin_ns, end_ns). O(n_px x log n). */
void lane_row_query (const Trace *trace,
                     uint32_t lane,
                     int64_t begin_ns,
                     int64_t end_ns,
                     uint32_t n_px,
                     LodCell *cells);

/* Returns the last slice of a lane that starts at or before a time, or SLICE_NONE. O(log n). */
uint64_t lane_row_last_begun (const Trace *trace, uint32_t lane, int64_t time_ns);

/* Returns the slice of a lane that is nearest to a time; a slice around it has distance 0. O(log n). */
uint64_t lane_row_nearest (const Trace *trace, uint32_t lane, int64_t time_ns, int64_t *ret_distance_ns);
