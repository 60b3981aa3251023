/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the lines of the tree that stay the same while the profile does: those of their tracks (trace/model/track_path.h),
 * and what of the track the line shows. Anything stored about a line of a profile is stored under its path. */

#pragma once

#include "trace/model/track_path.h"

/* What of a track a line of the tree is. */
typedef enum
{
  TRACK_PART_WHOLE,       /* the track itself, and what is below it */
  TRACK_PART_COUNTERS,    /* of a node: the group of its counters */
  TRACK_PART_UTILIZATION, /* of a device: its busy share over time */
  TRACK_PART_INSTANTS,    /* of any: its moments */
  TRACK_PART_MEMORY,      /* of a device or a process: memory allocated over time */
  N_TRACK_PARTS
} TrackPart;

/* Of TRACK_PART_WHOLE the path of the track. Empty: the track has none. Transfer full. */
char *track_part_path (const TrackPaths *paths, uint32_t track, TrackPart part);
