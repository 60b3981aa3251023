/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/launch_walk.h"

#include "trace/model/trace_private.h"

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
has_another (const Trace *trace, uint64_t flow, uint64_t call, bool is_behind)
{
  const TraceFlow *flows = trace->flows.at;
  uint64_t n = trace->flows.n, last = trace->slices.n - 1;

  for (uint64_t i = flow; is_behind ? i + 1 < n : i > 0;)
    {
      i = is_behind ? i + 1 : i - 1;
      if (MIN (flows[i].from, last) != call)
        return false;
      if (flows[i].kind == FLOW_LAUNCH)
        return true;
    }
  return false;
}

/* Reads the columns of flows itself: there are millions, and trace_flow () makes more of each than is needed. */
bool
launch_walk_next (LaunchWalk *walk, Launch *ret_launch)
{
  const Trace *trace = walk->trace;
  const TraceFlow *flows = trace->flows.at;

  while (walk->at < walk->n)
    {
      uint64_t last = trace->slices.n - 1, id = MIN (trace->flows_into.at[walk->at], trace->flows.n - 1);
      uint64_t run = MIN (flows[id].to, last), call = MIN (flows[id].from, last);

      if (run >= walk->end)
        break;
      walk->at++;
      if (flows[id].kind != FLOW_LAUNCH || trace->slices.flags[run] & SLICE_UNFINISHED)
        continue;
      *ret_launch = (Launch){
        .call = call,
        .run = run,
        .is_alone = !has_another (trace, id, call, false) && !has_another (trace, id, call, true),
      };
      return true;
    }
  return false;
}
