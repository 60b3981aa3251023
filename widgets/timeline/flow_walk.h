/* SPDX-License-Identifier: Apache-2.0
 *
 * Following connections from slice to slice, and choosing among several. Pure. */

#pragma once

#include <stdbool.h>

#include "trace/trace.h"

/* The way taken last. Zero-initialised: none yet. */
typedef struct
{
  bool has_way;
  bool is_forward;
  uint64_t from, to;
  uint64_t i; /* of the flows from or into `from` */
} FlowWalk;

/* Where the first flow leads that begins (forward) or ends (back) at slice; SLICE_NONE: there is none. O(log n). */
uint64_t flow_walk_follow (FlowWalk *walk, const Trace *trace, uint64_t slice, bool is_forward);

/* While slice is where the last way led: the end of the next (by = 1) or previous (-1) flow that began or ended in the
 * same place, round and round. Otherwise follows the first flow, forward for 1. */
uint64_t flow_walk_other (FlowWalk *walk, const Trace *trace, uint64_t slice, int by);
