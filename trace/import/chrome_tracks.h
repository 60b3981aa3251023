/* SPDX-License-Identifier: Apache-2.0
 *
 * Where events of the Chrome trace format belong: process and thread ids -> tracks.
 *
 * Ids may be numbers, strings (even empty), negative or missing; they are compared as text, so that 7 and "7"
 * are one thread, as the old PyTorch writers need. What runs on a device is placed by its device and stream
 * arguments, never by its pid: a device's index collides with small process ids. Names may come at any time,
 * before or after the events they are for, and any number of times. */

#pragma once

#include "trace/builder.h"
#include "trace/import/chrome_event.h"

typedef struct ChromeTracks ChromeTracks;

/* For the rank last begun. NULL: out of memory. */
ChromeTracks *chrome_tracks_new (TraceBuilder *builder);
void chrome_tracks_free (ChromeTracks *tracks);

/* An index for one (pid, tid); the same for the same texts. O(1). */
uint32_t chrome_tracks_place (ChromeTracks *tracks, const ChromeEvent *event);

/* The flow place of trace/builder.h that goes with it. */
uint32_t chrome_tracks_flow_place (ChromeTracks *tracks, uint32_t place);

/* The track for a slice of that kind: a band of the thread, or a row of a device. */
uint32_t
chrome_tracks_for_slice (ChromeTracks *tracks, uint32_t place, SliceKind kind, const ChromeEvent *event);

/* The track of the thread itself, for instants. */
uint32_t chrome_tracks_thread (ChromeTracks *tracks, uint32_t place);

/* For asynchronous slices of one category and name of the place's process, and for a counter's series.
 * The arguments are string ids. */
uint32_t chrome_tracks_async (ChromeTracks *tracks, uint32_t place, uint32_t category, uint32_t name);
uint32_t chrome_tracks_counter (ChromeTracks *tracks, uint32_t place, uint32_t name, uint32_t series);

/* Metadata: event is an M event named name. */
void chrome_tracks_describe (ChromeTracks *tracks, const ChromeEvent *event, const char *name, size_t length);

/* Writes the names onto the tracks. Once, at the end. */
void chrome_tracks_finish (ChromeTracks *tracks);
