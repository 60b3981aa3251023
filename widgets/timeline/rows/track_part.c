/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/track_part.h"

/* None of them is a kind of tracks. */
static const char *const parts[N_TRACK_PARTS] = {
  [TRACK_PART_WHOLE] = "",
  [TRACK_PART_COUNTERS] = "/counters",
  [TRACK_PART_UTILIZATION] = "/utilization",
  [TRACK_PART_INSTANTS] = "/instants",
  [TRACK_PART_MEMORY] = "/memory",
};

char *
track_part_path (const TrackPaths *paths, uint32_t track, TrackPart part)
{
  const char *path = track_paths_get (paths, track);

  return path != NULL ? g_strconcat (path, parts[part], NULL) : g_strdup ("");
}
