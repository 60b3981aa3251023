/* SPDX-License-Identifier: Apache-2.0
 *
 * The far ends of the connections of one kind that begin at one slice, such as the 100,000 runs of a graph
 * launch. They are collected once, so that each frame looks only at the ends it shows. Main thread only. */

#pragma once

#include "trace/model/trace.h"
#include "widgets/timeline/view/timeline_view.h"

/* The ends in one lane (row of the trace). */
typedef struct
{
  uint64_t first, end; /* the range of FlowFan.to */
} FlowFanPart;

typedef struct
{
  uint64_t slice;
  FlowKind kind;
  uint64_t n;
  uint64_t *to;             /* n slices, ascending: by lane, then by start */
  int64_t begin_ns, end_ns; /* of all; n > 0 */
  size_t n_parts;
  FlowFanPart *parts;
} FlowFan;

/* A cache of the four last requested fans. */
typedef struct FlowFans FlowFans;

FlowFans *flow_fans_new (void);
void flow_fans_free (FlowFans *fans);

/* Returns the fan of a slice of the trace, empty when memory runs out. Valid until four others have been requested, or
 * until flow_fans_forget (). O(connections that begin at the slice) for the first request, else O(1). */
const FlowFan *flow_fans_get (FlowFans *fans, const Trace *trace, uint64_t slice, FlowKind kind);

/* Call this after the trace has changed. */
void flow_fans_forget (FlowFans *fans);

typedef struct
{
  uint64_t shown
    [256]; /* the first one with a row, then those that begin in view and are apart from the one before */
  int n_shown;
  double top_px; /* of the uppermost row with one, shown or not */
} FlowFanHeads;

/* Finds the ends to draw. Shown ends are at least apart_px, which must be > 0, from each other along a row or across
 * rows. O(lanes of the fan + shown ends x log n). */
void flow_fan_heads (const FlowFan *fan, const TimelineView *view, double apart_px, FlowFanHeads *ret);
