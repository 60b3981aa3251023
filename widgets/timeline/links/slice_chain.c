/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/links/slice_chain.h"

#include <string.h>

#include "widgets/timeline/rows/slice_stack.h"

typedef struct
{
  const Trace *trace;
  const SequencePairs *pairs;
  uint64_t slice;
  GArray *links;
} Chain;

static void
add (Chain *chain, ChainPart part, uint64_t from, uint64_t to)
{
  ChainLink link = { part, from, to };

  g_array_append_val (chain->links, link);
}

static void
add_around (Chain *chain, ChainPart part, const SliceStack *stack, uint64_t inner)
{
  for (uint32_t i = stack->n; i > 0; i--)
    add (chain, part, stack->slices[i - 1], inner);
}

static bool
leads_from_forward_to_backward (const Trace *trace, const TraceFlow *flow)
{
  return flow->kind == FLOW_OF_FILE && strcmp (trace_string (trace, flow->category, NULL), "fwdbwd") == 0;
}

/* is_told: it is none of the slice's own flows. */
static void
add_one_forward (Chain *chain, uint64_t forward, uint64_t backward, bool is_told)
{
  SliceStack stack;

  if (is_told)
    add (chain, CHAIN_FORWARD, forward, backward);
  slice_stack_around (chain->trace, forward, &stack);
  add_around (chain, CHAIN_FORWARD_AROUND, &stack, forward);
}

static void
add_forward (Chain *chain, uint64_t op)
{
  uint64_t first, n = trace_flows_to (chain->trace, op, &first);

  for (uint64_t i = first; i < first + MIN (n, CHAIN_RUNS_MAX); i++)
    {
      TraceFlow flow = trace_flow_into (chain->trace, i);

      if (leads_from_forward_to_backward (chain->trace, &flow))
        add_one_forward (chain, flow.from, op, op != chain->slice);
    }
  uint64_t forward = sequence_pairs_forward_of (chain->pairs, op);
  if (forward != SLICE_NONE)
    add_one_forward (chain, forward, op, true);
}

static void
add_runs (Chain *chain, ChainPart part, uint64_t slice)
{
  uint64_t calls[CHAIN_RUNS_MAX];
  uint32_t n = slice_stack_launches_in (chain->trace, slice, calls, CHAIN_RUNS_MAX);
  guint limit = chain->links->len + CHAIN_RUNS_MAX;

  for (uint32_t c = 0; c < n; c++)
    {
      uint64_t first, n_flows = trace_flows_from (chain->trace, calls[c], &first);

      for (uint64_t i = first; i < first + MIN (n_flows, SLICE_STACK_LOOKS_MAX) && chain->links->len < limit;
           i++)
        if (trace_flow (chain->trace, i).kind == FLOW_LAUNCH)
          add (chain, part, calls[c], trace_flow (chain->trace, i).to);
    }
}

static void
add_one_backward (Chain *chain, uint64_t forward, uint64_t backward, bool is_told, bool with_runs)
{
  if (with_runs)
    add_runs (chain, CHAIN_RUN_BACKWARD, backward);
  else if (is_told)
    add (chain, CHAIN_BACKWARD, forward, backward);
}

static void
add_backward (Chain *chain, uint64_t op, bool with_runs)
{
  uint64_t first, n = trace_flows_from (chain->trace, op, &first);

  for (uint64_t i = first; i < first + MIN (n, CHAIN_RUNS_MAX); i++)
    {
      TraceFlow flow = trace_flow (chain->trace, i);

      if (leads_from_forward_to_backward (chain->trace, &flow))
        add_one_backward (chain, op, flow.to, op != chain->slice, with_runs);
    }
  uint64_t backward = sequence_pairs_backward_of (chain->pairs, op);
  if (backward != SLICE_NONE)
    add_one_backward (chain, op, backward, true, with_runs);
}

GArray *
slice_chain_new (const Trace *trace, const SequencePairs *pairs, uint64_t slice)
{
  Chain chain = { trace, pairs, slice, g_array_new (FALSE, FALSE, sizeof (ChainLink)) };
  uint64_t host = slice_stack_host_of (trace, slice);
  SliceStack stack;

  if (host == SLICE_NONE)
    return chain.links;
  slice_stack_around (trace, host, &stack);
  add_around (&chain, CHAIN_AROUND, &stack, host);

  add_forward (&chain, host);
  for (uint32_t i = stack.n; i > 0; i--)
    add_forward (&chain, stack.slices[i - 1]);
  for (int with_runs = 0; with_runs < 2; with_runs++)
    {
      if (with_runs && host == slice && trace_slices (trace)->kind[slice] != SLICE_CALL)
        add_runs (&chain, CHAIN_RUN_WITHIN, slice);
      add_backward (&chain, host, with_runs);
      for (uint32_t i = stack.n; i > 0; i--)
        add_backward (&chain, stack.slices[i - 1], with_runs);
    }
  return chain.links;
}
