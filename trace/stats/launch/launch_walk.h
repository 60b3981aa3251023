/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of a launching call and what it ran on a device, in the order of the runs.
 *
 * Which call launched what is the matter of trace/build/flow_link.h: by correlation, whatever the call is named
 * (cudaLaunchKernel, cuLaunchKernelEx, hipLaunchKernel, cudaGraphLaunch), and one call may have many runs. */

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
  uint64_t at, n; /* of the flows in order of their ends */
  uint64_t end;   /* no run is this slice or behind it */
} LaunchWalk;

/* Of runs that are slices [first, end), finished ones, of any kind. O(log flows). */
LaunchWalk launch_walk_begin (const Trace *trace, uint64_t first, uint64_t end);

/* Ascending by run. False: there is no more. O(1), amortised: of a graph, O(its other arrows). */
bool launch_walk_next (LaunchWalk *walk, Launch *ret_launch);
