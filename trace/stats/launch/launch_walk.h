/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks pairs of a launching API call and a run (the device work that it launched), in the order of the runs.
 *
 * trace/build/flow_link.h decides which call launched what: by correlation, whatever the name of the call
 * (cudaLaunchKernel, cuLaunchKernelEx, hipLaunchKernel, cudaGraphLaunch). A call may have many runs. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  uint64_t call, run; /* slices */
  bool is_alone;      /* the call launched nothing else, of any kind or time */
} Launch;

typedef struct
{
  const Trace *trace;
  uint64_t at, n; /* position and number of the flows in order of their ends */
  uint64_t end;   /* all runs are before this slice */
} LaunchWalk;

/* Starts a walk over the finished runs among slices [first, end), of any kind. O(log flows). */
LaunchWalk launch_walk_begin (const Trace *trace, uint64_t first, uint64_t end);

/* Returns the next pair, ascending by run. Returns false when there are no more. O(1), amortised; for a graph, O(its
 * other flows). */
bool launch_walk_next (LaunchWalk *walk, Launch *ret_launch);
