/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps the process and thread ids of the Chrome trace format to tracks.
 *
 * Ids may be numbers, strings (even empty), negative or missing. They are compared as text, so that 7 and "7"
 * are one thread, as old PyTorch files need. What runs on a device is placed by its device and stream
 * arguments, never by its pid, because a device's index collides with small process ids. Names may come at
 * any time, before or after the events they are for, and any number of times. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/chrome/chrome_batch.h"

typedef struct ChromeTracks ChromeTracks;

/* Creates the state for the rank last begun. Returns NULL if memory runs out. */
ChromeTracks *chrome_tracks_new (TraceBuilder *builder);
void chrome_tracks_free (ChromeTracks *tracks);

/* Returns an index for a (pid, tid) pair of string ids of the builder. O(1). */
uint32_t chrome_tracks_place (ChromeTracks *tracks, uint32_t pid, uint32_t tid);

/* Returns the flow place of trace/build/builder.h for that index. */
uint32_t chrome_tracks_flow_place (ChromeTracks *tracks, uint32_t place);

/* Returns the builder's track for a row of a batch. The row's place, and the strings in a and b, must have
 * been mapped to those of the profile. O(1). */
uint32_t chrome_tracks_row (ChromeTracks *tracks, const BatchRow *row);

/* Sets the device track that slices of the place were put on last; it takes the place's name. */
void chrome_tracks_set_device_track (ChromeTracks *tracks, uint32_t place, uint32_t track);

/* Adds metadata; its place and its text are those of the profile. */
void chrome_tracks_describe (ChromeTracks *tracks, const BatchDescription *description);

/* Writes the names to the tracks. Call this once, at the end. */
void chrome_tracks_finish (ChromeTracks *tracks);
