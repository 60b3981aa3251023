/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of tracks that stay the same when a profile is read anew: what is stored about a track, or about a slice on it,
 * is found again by them (trace/model/slice_identity.h).
 *
 *   node=host1/process=0,1074/thread=1074/operators      rank 0, pid, tid
 *   node=host1/gpu=0,3/stream=7                           rank 0, device, stream
 *
 * Texts are those of trace/text/bounded_text.h. Of siblings that are called the same, the second is "...~2", by the order of
 * the profile. Immutable; any thread. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

typedef struct TrackPaths TrackPaths;

/* The trace has to outlive it. O(tracks x log tracks). NULL: out of memory. */
TrackPaths *track_paths_new (const Trace *trace);
void track_paths_free (TrackPaths *paths);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrackPaths, track_paths_free)

const Trace *track_paths_trace (const TrackPaths *paths);

/* At most TRACK_PATH_MAX bytes with the zero. NULL: the track lies deeper than tracks do. */
#define TRACK_PATH_MAX 12288
const char *track_paths_get (const TrackPaths *paths, uint32_t track);

/* TRACE_NONE: there is no such track. O(log tracks). */
uint32_t track_paths_find (const TrackPaths *paths, const char *path);
