/* SPDX-License-Identifier: Apache-2.0
 *
 * Follows connections from slice to slice and chooses among several. A connection is a flow, or a pair of forward and
 * backward operators that only share a sequence number. Without one, the walk goes from a call out to the slices around
 * it, and from an operator in to the calls within it that launched something. Pure. */

#pragma once

#include <stdbool.h>

#include "widgets/timeline/links/sequence_pairs.h"

/* The connection followed last. There is none when it is zero-initialised. */
typedef struct
{
  bool has_way;
  bool is_forward;
  bool is_nested; /* to what is around or within, not along a flow */
  uint64_t from, to;
  uint64_t i; /* of the ways that there are from `from` */
} FlowWalk;

/* Returns the other end of the first connection that begins (forward) or ends (back) at slice. Without
 * any, returns the innermost slice around it (back) or the first launch within it (forward). pairs may be
 * NULL. SLICE_NONE if there is none. O(log n), without connections O(rows of the thread x log n). */
uint64_t flow_walk_follow (FlowWalk *walk,
                           const Trace *trace,
                           const SequencePairs *pairs,
                           uint64_t slice,
                           bool is_forward);

/* If slice is where the last step led, returns the end of the next (by = 1) or previous (-1) connection
 * from the same place, wrapping around: other connections, outer slices, or other launches. Otherwise
 * follows the first connection, forward for 1. */
uint64_t
flow_walk_other (FlowWalk *walk, const Trace *trace, const SequencePairs *pairs, uint64_t slice, int by);
