/* SPDX-License-Identifier: Apache-2.0
 *
 * Following connections from slice to slice, and choosing among several: flows, and forward and backward operators
 * that are joined by sequence numbers alone; where there are none of these, from a call out to the operator around it, and from an operator in to the calls within it that launched something. Pure. */

#pragma once

#include <stdbool.h>

#include "widgets/timeline/links/sequence_pairs.h"

/* The way taken last. Zero-initialised: none yet. */
typedef struct
{
  bool has_way;
  bool is_forward;
  bool is_nested; /* to what is around or within, not along a flow */
  uint64_t from, to;
  uint64_t i; /* of the ways that there are from `from` */
} FlowWalk;

/* Where the first connection leads that begins (forward) or ends (back) at slice; without any, the innermost slice
 * around it (back) or the first launch within it (forward). pairs may be NULL. SLICE_NONE: there is none. O(log n),
 * without connections O(rows of the thread x log n). */
uint64_t flow_walk_follow (FlowWalk *walk,
                           const Trace *trace,
                           const SequencePairs *pairs,
                           uint64_t slice,
                           bool is_forward);

/* While slice is where the last way led: the end of the next (by = 1) or previous (-1) one from the same place, round
 * and round: other connections, further out, or other launches. Otherwise follows the first, forward for 1. */
uint64_t
flow_walk_other (FlowWalk *walk, const Trace *trace, const SequencePairs *pairs, uint64_t slice, int by);
