/* SPDX-License-Identifier: Apache-2.0
 *
 * The launching calls of many activities: trace_launch_of (), for whoever asks of each stream mostly in order. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  uint64_t near;    /* where the last was found */
  uint64_t rewound; /* LaunchFinder.rewound when it was */
} FoundLaunch;

typedef struct
{
  const Trace *trace;
  FoundLaunch *found; /* by track */
  uint64_t rewound;   /* how many times */
} LaunchFinder;

/* False: out of memory; to be cleared all the same. O(tracks). */
bool launch_finder_init (LaunchFinder *finder, const Trace *trace);
void launch_finder_clear (LaunchFinder *finder);

/* What is found afterwards does not depend on what was asked before, which it may in a damaged profile. O(1). */
void launch_finder_rewind (LaunchFinder *finder);

/* SLICE_NONE: it has none. O(log slices since the last one of its stream). */
uint64_t launch_finder_of (LaunchFinder *finder, uint64_t activity);
