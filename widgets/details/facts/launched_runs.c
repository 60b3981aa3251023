/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/launched_runs.h"

uint64_t
launched_runs (const Trace *trace, uint64_t call, uint64_t *ret_first)
{
  uint64_t first, n = trace_flows_from (trace, call, &first), n_runs = 0;

  *ret_first = SLICE_NONE;
  for (uint64_t i = first; i < first + n; i++)
    if (trace_flow (trace, i).kind == FLOW_LAUNCH && n_runs++ == 0)
      *ret_first = trace_flow (trace, i).to;
  return n_runs;
}
