/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slice an end of an arrow of the file belongs to: the one around it, or the next one that begins, on the tracks
 * of its place. */

#pragma once

#include "trace/build/builder_private.h"

typedef struct
{
  const TraceBuilder *builder;
  const Trace *trace;
  const uint32_t *track_map;
  int64_t shift_ns; /* of the rank whose points are bound */

  /* By row of the trace, all 0 at first: how many of its slices had begun at the point before. Files write their points
   * nearly in order of time, so that those of the next are found close to it. */
  uint64_t *n_begun;
} FlowBind;

/* point: of the rank. SLICE_NONE: there is no such slice. O(rows of the place x log (slices between this point and the
 * one before)). */
uint64_t flow_bind (const FlowBind *bind, const FlowPoint *point);
