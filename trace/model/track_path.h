/* SPDX-License-Identifier: Apache-2.0
 *
 * Stable names of tracks: a track keeps its name when the profile is read again. Stored data about a track, or about a
 * slice on it, is found again by this name (trace/model/slice_identity.h).
 *
 *   node=host1/process=0,1074/thread=1074/operators      rank 0, pid, tid
 *   node=host1/gpu=0,3/stream=7                           rank 0, device, stream
 *
 * Texts are encoded by trace/text/bounded_text.h. If siblings have the same name, the second, in the order of the
 * profile, becomes "...~2". Immutable; any thread. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

typedef struct TrackPaths TrackPaths;

/* Computes the paths of all tracks. The trace must outlive the result. Returns NULL when memory runs out. O(tracks x
 * log tracks). */
TrackPaths *track_paths_new (const Trace *trace);
void track_paths_free (TrackPaths *paths);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrackPaths, track_paths_free)

const Trace *track_paths_trace (const TrackPaths *paths);

/* Returns the path of a track, at most TRACK_PATH_MAX bytes with the NUL, or NULL if the track is nested too deep. */
#define TRACK_PATH_MAX 12288
const char *track_paths_get (const TrackPaths *paths, uint32_t track);

/* Returns the track with that path, or TRACE_NONE. O(log tracks). */
uint32_t track_paths_find (const TrackPaths *paths, const char *path);
