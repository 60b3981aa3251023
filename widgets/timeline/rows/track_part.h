/* SPDX-License-Identifier: Apache-2.0
 *
 * Paths of the lines of the tree. They stay the same while the profile does, and consist of the path of
 * the track (trace/model/track_path.h) and the part of the track that the line shows. Everything stored
 * about a line is stored under its path. */

#pragma once

#include "trace/model/track_path.h"

/* The part of a track that a line shows. */
typedef enum
{
  TRACK_PART_WHOLE,       /* the track itself and everything below it */
  TRACK_PART_COUNTERS,    /* of a node: the group of its counters */
  TRACK_PART_UTILIZATION, /* of a device: its busy share over time */
  TRACK_PART_INSTANTS,    /* of any: its moments */
  TRACK_PART_MEMORY,      /* of a device or a process: memory allocated over time */
  N_TRACK_PARTS
} TrackPart;

/* Returns the path; for TRACK_PART_WHOLE it is the path of the track. Empty if the track has none.
 * Transfer full. */
char *track_part_path (const TrackPaths *paths, uint32_t track, TrackPart part);
