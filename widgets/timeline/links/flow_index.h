/* SPDX-License-Identifier: Apache-2.0
 *
 * All connections of a profile, indexed by place and time of both ends, so that a view can summarise them
 * per pixel at a cost that follows pixels, not connections. Immutable and reference-counted; any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* The connections from one row of the trace (lane) to another. */
typedef struct
{
  uint32_t from_lane, to_lane;
  uint64_t n;
  const int64_t *from_ns;  /* when they begin: starts of slices, ascending */
  const int64_t *to_ns;    /* when these end, in the same order */
  const int64_t *heads_ns; /* the ends, ascending */
  const void *extents;     /* earliest and latest ends of blocks: see flow_group_extent () */
} FlowGroup;

typedef struct
{
  uint32_t n_groups;
  const FlowGroup *groups; /* ascending by from_lane, then to_lane */
  uint64_t n_flows;
} FlowIndex;

/* Builds the index. should_continue (user_data) is called regularly and may be NULL. Returns NULL if it returned false
 * or memory runs out. Transfer full. O(flows), 0.3 s for a million; call it from a worker thread. */
const FlowIndex *
flow_index_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data);
const FlowIndex *flow_index_ref (const FlowIndex *index);
void flow_index_unref (const FlowIndex *index);

/* Returns the earliest and the latest end of connections [first, last) of a group, first < last. O(log n). */
void flow_group_extent (const FlowGroup *group,
                        uint64_t first,
                        uint64_t last,
                        int64_t *ret_least_ns,
                        int64_t *ret_most_ns);
