/* SPDX-License-Identifier: Apache-2.0
 *
 * Where events of the Chrome trace format belong: process and thread ids -> tracks.
 *
 * Ids may be numbers, strings (even empty), negative or missing; they are compared as text, so that 7 and "7"
 * are one thread, as the old PyTorch writers need. What runs on a device is placed by its device and stream
 * arguments, never by its pid: a device's index collides with small process ids. Names may come at any time,
 * before or after the events they are for, and any number of times. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/chrome/chrome_batch.h"

typedef struct ChromeTracks ChromeTracks;

/* For the rank last begun. NULL: out of memory. */
ChromeTracks *chrome_tracks_new (TraceBuilder *builder);
void chrome_tracks_free (ChromeTracks *tracks);

/* An index for one (pid, tid), string ids of the builder. O(1). */
uint32_t chrome_tracks_place (ChromeTracks *tracks, uint32_t pid, uint32_t tid);

/* The flow place of trace/build/builder.h that goes with it. */
uint32_t chrome_tracks_flow_place (ChromeTracks *tracks, uint32_t place);

/* The builder's track for a row of a batch whose place, and whose strings where a and b are such, have become those of
 * the profile. O(1). */
uint32_t chrome_tracks_row (ChromeTracks *tracks, const BatchRow *row);

/* The track of a device that slices of the place were put on last: it takes the place's name. */
void chrome_tracks_set_device_track (ChromeTracks *tracks, uint32_t place, uint32_t track);

/* Metadata; its place and its text are those of the profile. */
void chrome_tracks_describe (ChromeTracks *tracks, const BatchDescription *description);

/* Writes the names onto the tracks. Once, at the end. */
void chrome_tracks_finish (ChromeTracks *tracks);
