/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the launching API calls of many activities: trace_launch_of (), fast if the activities of each stream are
 * queried mostly in order. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  uint64_t near;    /* position of the last one found */
  uint64_t rewound; /* LaunchFinder.rewound at that time */
} FoundLaunch;

typedef struct
{
  const Trace *trace;
  FoundLaunch *found; /* by track */
  uint64_t rewound;   /* number of rewinds */
} LaunchFinder;

/* Returns false when memory runs out; call launch_finder_clear () in either case. O(tracks). */
bool launch_finder_init (LaunchFinder *finder, const Trace *trace);
void launch_finder_clear (LaunchFinder *finder);

/* Makes later results independent of earlier queries, on which they may depend in a damaged profile. O(1). */
void launch_finder_rewind (LaunchFinder *finder);

/* Returns the API call that launched an activity, or SLICE_NONE. O(log slices since the last one of its stream). */
uint64_t launch_finder_of (LaunchFinder *finder, uint64_t activity);
