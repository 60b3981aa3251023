/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the lines of the tree that stay the same while the profile does: "node0/process:1074/thread:1074/calls".
 * Made of the kinds, names and numbers of tracks, never of indices, so that they hold after the cache was rebuilt by
 * another version of the importer, which may number tracks in another way.
 *
 * Anything stored about a line of a profile is stored under its path. */

#pragma once

#include "trace/trace.h"

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

typedef struct TrackPaths TrackPaths;

/* Of every track of the trace. O(tracks). */
TrackPaths *track_paths_new (const Trace *trace);
void track_paths_free (TrackPaths *paths);

/* Unique among all tracks; ASCII without spaces or control characters, at most TRACK_LAYOUT_PATH_MAX bytes. Valid as
 * long as paths. */
const char *track_paths_of (const TrackPaths *paths, uint32_t track);

/* The path of a part; TRACK_PART_WHOLE: of the track. Transfer full. */
char *track_paths_of_part (const TrackPaths *paths, uint32_t track, TrackPart part);
