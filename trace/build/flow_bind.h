/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the slice that an end of a flow arrow of the file belongs to: the enclosing slice, or the next that
 * begins, on the tracks of its place. */

#pragma once

#include "trace/build/builder_private.h"

typedef struct
{
  const TraceBuilder *builder;
  const Trace *trace;
  const uint32_t *track_map;
  int64_t shift_ns; /* shift of the rank whose points are bound */

  /* By row of the trace, all 0 at first: how many of its slices had begun at the previous point. Files write
   * their points nearly in order of time, so the count for the next point is close to it. */
  uint64_t *n_begun;
} FlowBind;

/* Returns the slice of a point of the rank, or SLICE_NONE if there is none. O(rows of the place x log (slices
 * between this point and the previous one)). */
uint64_t flow_bind (const FlowBind *bind, const FlowPoint *point);
