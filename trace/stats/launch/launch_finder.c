/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/launch_finder.h"

#include <stdlib.h>

bool
launch_finder_init (LaunchFinder *finder, const Trace *trace)
{
  *finder = (LaunchFinder){ trace, calloc (trace_n_tracks (trace) + (size_t) 1, sizeof *finder->found), 0 };
  return finder->found != NULL;
}

void
launch_finder_clear (LaunchFinder *finder)
{
  free (finder->found);
  finder->found = NULL;
}

void
launch_finder_rewind (LaunchFinder *finder)
{
  finder->rewound++;
}

uint64_t
launch_finder_of (LaunchFinder *finder, uint64_t activity)
{
  FoundLaunch *last = &finder->found[trace_track_of (finder->trace, activity)];

  if (last->rewound != finder->rewound)
    *last = (FoundLaunch){ 0, finder->rewound };
  return trace_launch_of_near (finder->trace, activity, &last->near);
}
