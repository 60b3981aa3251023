/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/launch_walk.h"

LaunchWalk
launch_walk_begin (const Trace *trace, uint64_t first, uint64_t end)
{
  LaunchWalk walk = { .trace = trace, .n = trace_n_flows (trace), .end = end };
  uint64_t high = walk.n;

  while (walk.at < high)
    {
      uint64_t middle = walk.at + (high - walk.at) / 2;

      if (trace_flow_into (trace, middle).to < first)
        walk.at = middle + 1;
      else
        high = middle;
    }
  return walk;
}

/* Returns whether the same call has another launch in that direction. The flows of one call are adjacent. */
static bool
has_another (const Trace *trace, uint64_t flow, bool is_behind)
{
  uint64_t call = trace_flow (trace, flow).from, n = trace_n_flows (trace);

  for (uint64_t i = flow; is_behind ? i + 1 < n : i > 0;)
    {
      i = is_behind ? i + 1 : i - 1;
      TraceFlow other = trace_flow (trace, i);

      if (other.from != call)
        return false;
      if (other.kind == FLOW_LAUNCH)
        return true;
    }
  return false;
}

bool
launch_walk_next (LaunchWalk *walk, Launch *ret_launch)
{
  const SliceColumns *slices = trace_slices (walk->trace);

  while (walk->at < walk->n)
    {
      uint64_t id = trace_flow_into_id (walk->trace, walk->at);
      TraceFlow flow = trace_flow (walk->trace, id);

      if (flow.to >= walk->end)
        break;
      walk->at++;
      if (flow.kind != FLOW_LAUNCH || slices->flags[flow.to] & SLICE_UNFINISHED)
        continue;
      *ret_launch = (Launch){
        .call = flow.from,
        .run = flow.to,
        .is_alone = !has_another (walk->trace, id, false) && !has_another (walk->trace, id, true),
      };
      return true;
    }
  return false;
}
