/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/links/flow_walk.h"

#include "widgets/timeline/rows/slice_stack.h"

typedef struct
{
  const Trace *trace;
  const SequencePairs *pairs;
  uint64_t slice;
  bool is_forward;
} Place;

static uint64_t
flows_at (const Place *place, uint64_t *ret_first)
{
  return place->is_forward ? trace_flows_from (place->trace, place->slice, ret_first)
                           : trace_flows_to (place->trace, place->slice, ret_first);
}

/* What the file does not draw. */
static uint64_t
partner_of (const Place *place)
{
  return place->is_forward ? sequence_pairs_backward_of (place->pairs, place->slice)
                           : sequence_pairs_forward_of (place->pairs, place->slice);
}

/* The i-th of *ret_n connections: flows, then forward or backward. */
static uint64_t
connected_at (const Place *place, uint64_t i, uint64_t *ret_n)
{
  uint64_t first, n = flows_at (place, &first), partner = partner_of (place);

  *ret_n = n + (partner != SLICE_NONE);
  if (i >= n)
    return i == n ? partner : SLICE_NONE;
  return place->is_forward ? trace_flow (place->trace, first + i).to
                           : trace_flow_into (place->trace, first + i).from;
}

/* The i-th of *ret_n slices around, from inside out, or of the launches within. */
static uint64_t
nested_at (const Place *place, uint64_t i, uint64_t *ret_n)
{
  uint64_t calls[SLICE_STACK_MAX];
  SliceStack stack;

  if (place->is_forward)
    {
      *ret_n = slice_stack_launches_in (place->trace, place->slice, calls, SLICE_STACK_MAX);
      return i < *ret_n ? calls[i] : SLICE_NONE;
    }
  slice_stack_around (place->trace, place->slice, &stack);
  *ret_n = stack.n;
  return i < *ret_n ? stack.slices[stack.n - 1 - i] : SLICE_NONE;
}

uint64_t
flow_walk_follow (FlowWalk *walk,
                  const Trace *trace,
                  const SequencePairs *pairs,
                  uint64_t slice,
                  bool is_forward)
{
  Place place = { trace, pairs, slice, is_forward };
  uint64_t n, to = connected_at (&place, 0, &n);
  bool is_nested = n == 0;

  if (is_nested)
    to = nested_at (&place, 0, &n);
  if (to == SLICE_NONE)
    return SLICE_NONE;
  *walk = (FlowWalk){
    .has_way = true,
    .is_forward = is_forward,
    .is_nested = is_nested,
    .from = slice,
    .to = to,
  };
  return walk->to;
}

uint64_t
flow_walk_other (FlowWalk *walk, const Trace *trace, const SequencePairs *pairs, uint64_t slice, int by)
{
  uint64_t n;

  if (!walk->has_way || walk->to != slice)
    return flow_walk_follow (walk, trace, pairs, slice, by > 0);
  Place place = { trace, pairs, walk->from, walk->is_forward };
  uint64_t (*at) (const Place *, uint64_t, uint64_t *) = walk->is_nested ? nested_at : connected_at;
  at (&place, 0, &n);
  if (n == 0)
    return SLICE_NONE;
  walk->i = by > 0 ? (walk->i + 1) % n : (walk->i + n - 1) % n;
  walk->to = at (&place, walk->i, &n);
  return walk->to;
}
