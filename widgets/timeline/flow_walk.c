/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/flow_walk.h"

static uint64_t
flows_at (const Trace *trace, uint64_t slice, bool is_forward, uint64_t *ret_first)
{
  return is_forward ? trace_flows_from (trace, slice, ret_first) : trace_flows_to (trace, slice, ret_first);
}

static uint64_t
end_of (const Trace *trace, bool is_forward, uint64_t flow)
{
  return is_forward ? trace_flow (trace, flow).to : trace_flow_into (trace, flow).from;
}

uint64_t
flow_walk_follow (FlowWalk *walk, const Trace *trace, uint64_t slice, bool is_forward)
{
  uint64_t first;

  if (flows_at (trace, slice, is_forward, &first) == 0)
    return SLICE_NONE;
  *walk = (FlowWalk){
    .has_way = true, .is_forward = is_forward, .from = slice, .to = end_of (trace, is_forward, first)
  };
  return walk->to;
}

uint64_t
flow_walk_other (FlowWalk *walk, const Trace *trace, uint64_t slice, int by)
{
  uint64_t first;

  if (!walk->has_way || walk->to != slice)
    return flow_walk_follow (walk, trace, slice, by > 0);
  uint64_t n = flows_at (trace, walk->from, walk->is_forward, &first);
  if (n == 0)
    return SLICE_NONE;
  walk->i = by > 0 ? (walk->i + 1) % n : (walk->i + n - 1) % n;
  walk->to = end_of (trace, walk->is_forward, first + walk->i);
  return walk->to;
}
