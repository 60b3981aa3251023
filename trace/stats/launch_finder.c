/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch_finder.h"

#include <stdlib.h>

bool
launch_finder_init (LaunchFinder *finder, const Trace *trace)
{
  *finder = (LaunchFinder){ trace, calloc (trace_n_tracks (trace) + (size_t) 1, sizeof *finder->near) };
  return finder->near != NULL;
}

void
launch_finder_clear (LaunchFinder *finder)
{
  free (finder->near);
  finder->near = NULL;
}

uint64_t
launch_finder_of (LaunchFinder *finder, uint64_t activity)
{
  return trace_launch_of_near (finder->trace, activity,
                               &finder->near[trace_track_of (finder->trace, activity)]);
}
