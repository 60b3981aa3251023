/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/flow_walk.h"

#include "widgets/timeline/slice_stack.h"

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

/* The i-th of the n slices around, from inside out, or of the launches within. */
static uint64_t
nested_at (const Trace *trace, uint64_t slice, bool is_forward, uint64_t i, uint64_t *ret_n)
{
  uint64_t calls[SLICE_STACK_MAX];
  SliceStack stack;

  if (is_forward)
    {
      *ret_n = slice_stack_launches_in (trace, slice, calls, SLICE_STACK_MAX);
      return i < *ret_n ? calls[i] : SLICE_NONE;
    }
  slice_stack_around (trace, slice, &stack);
  *ret_n = stack.n;
  return i < *ret_n ? stack.slices[stack.n - 1 - i] : SLICE_NONE;
}

uint64_t
flow_walk_follow (FlowWalk *walk, const Trace *trace, uint64_t slice, bool is_forward)
{
  uint64_t first, n = flows_at (trace, slice, is_forward, &first);
  uint64_t to = n > 0 ? end_of (trace, is_forward, first) : nested_at (trace, slice, is_forward, 0, &n);

  if (to == SLICE_NONE)
    return SLICE_NONE;
  *walk = (FlowWalk){
    .has_way = true,
    .is_forward = is_forward,
    .is_nested = flows_at (trace, slice, is_forward, &first) == 0,
    .from = slice,
    .to = to,
  };
  return walk->to;
}

uint64_t
flow_walk_other (FlowWalk *walk, const Trace *trace, uint64_t slice, int by)
{
  uint64_t first = 0, n;

  if (!walk->has_way || walk->to != slice)
    return flow_walk_follow (walk, trace, slice, by > 0);
  if (walk->is_nested)
    nested_at (trace, walk->from, walk->is_forward, 0, &n);
  else
    n = flows_at (trace, walk->from, walk->is_forward, &first);
  if (n == 0)
    return SLICE_NONE;
  walk->i = by > 0 ? (walk->i + 1) % n : (walk->i + n - 1) % n;
  walk->to = walk->is_nested ? nested_at (trace, walk->from, walk->is_forward, walk->i, &n)
                             : end_of (trace, walk->is_forward, first + walk->i);
  return walk->to;
}
