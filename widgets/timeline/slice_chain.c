/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/slice_chain.h"

#include <string.h>

#include "widgets/timeline/slice_stack.h"

typedef struct
{
  const Trace *trace;
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

static void
add_forward (Chain *chain, uint64_t op)
{
  uint64_t first, n = trace_flows_to (chain->trace, op, &first);

  for (uint64_t i = first; i < first + MIN (n, CHAIN_RUNS_MAX); i++)
    {
      TraceFlow flow = trace_flow_into (chain->trace, i);
      SliceStack stack;

      if (!leads_from_forward_to_backward (chain->trace, &flow))
        continue;
      if (op != chain->slice)
        add (chain, CHAIN_FORWARD, flow.from, op);
      slice_stack_around (chain->trace, flow.from, &stack);
      add_around (chain, CHAIN_FORWARD_AROUND, &stack, flow.from);
    }
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
add_backward (Chain *chain, uint64_t op, bool with_runs)
{
  uint64_t first, n = trace_flows_from (chain->trace, op, &first);

  for (uint64_t i = first; i < first + MIN (n, CHAIN_RUNS_MAX); i++)
    {
      TraceFlow flow = trace_flow (chain->trace, i);

      if (!leads_from_forward_to_backward (chain->trace, &flow))
        continue;
      if (with_runs)
        add_runs (chain, CHAIN_RUN_BACKWARD, flow.to);
      else if (op != chain->slice)
        add (chain, CHAIN_BACKWARD, op, flow.to);
    }
}

GArray *
slice_chain_new (const Trace *trace, uint64_t slice)
{
  Chain chain = { trace, slice, g_array_new (FALSE, FALSE, sizeof (ChainLink)) };
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
