/* SPDX-License-Identifier: Apache-2.0
 *
 * The tracks of one rank, found or added by what a source calls them: processes, threads with a band per kind of slice,
 * devices, streams, asynchronous slices and counters.
 *
 * Process and thread ids are texts. In the Chrome trace format they may be numbers, strings (even empty), negative or
 * missing; they are compared as text, so that 7 and "7" are one thread, as old PyTorch files need. What runs on a device
 * is placed by its device and stream, never by its process, because a device's index collides with small process ids.
 * Names may come at any time, before or after the events they are for, and any number of times. */

#pragma once

#include "trace/build/builder.h"

typedef struct ImportTracks ImportTracks;

/* Creates the state for the current rank of the builder. Its tracks go to that rank whichever is the current one later.
 * Returns NULL if memory runs out. */
ImportTracks *import_tracks_new (TraceBuilder *builder);
void import_tracks_free (ImportTracks *tracks);

/* Returns an index for a (pid, tid) pair of string ids of the builder. O(1). */
uint32_t import_tracks_place (ImportTracks *tracks, uint32_t pid, uint32_t tid);

/* Returns the flow place of trace/build/builder.h for that index. */
uint32_t import_tracks_flow_place (ImportTracks *tracks, uint32_t place);

typedef enum
{
  ROW_THREAD,
  ROW_HOST,           /* slices of a kind on a thread */
  ROW_DEVICE,         /* slices of a kind on a stream */
  ROW_ASYNC,          /* slices of a category and name in a process */
  ROW_COUNTER,        /* samples of one series of a process's counter */
  ROW_NAMED_COUNTER,  /* samples of a counter of a process that is one series */
  ROW_DEVICE_COUNTER, /* samples of one counter of a device */
  ROW_NODE_COUNTER,   /* samples of one counter of the machine */
} ImportRowForm;

/* The destination of slices, instants or samples: one track of the profile. Several rows may be the same
 * track. */
typedef struct
{
  ImportRowForm form;
  SliceKind kind;
  uint32_t place;
  int64_t a, b; /* device and stream; category and name; name and series; name; device and name; name */
} ImportRow;

/* Returns the builder's track for a row. Its place, and the strings in a and b, are those of the profile. O(1). */
uint32_t import_tracks_row (ImportTracks *tracks, const ImportRow *row);

/* Sets the device track that slices of the place were put on last; it takes the place's name. */
void import_tracks_set_device_track (ImportTracks *tracks, uint32_t place, uint32_t track);

typedef enum
{
  DESCRIBES_PROCESS_NAME,
  DESCRIBES_PROCESS_LABELS,
  DESCRIBES_PROCESS_ORDER,
  DESCRIBES_THREAD_NAME,
  DESCRIBES_THREAD_ORDER,
  N_DESCRIPTIONS
} ImportDescriptionKind;

typedef struct
{
  ImportDescriptionKind kind;
  uint32_t place;
  uint32_t text;
  int64_t number;
} ImportDescription;

/* Adds metadata; its place and its text are those of the profile. The last one of a kind counts. */
void import_tracks_describe (ImportTracks *tracks, const ImportDescription *description);

/* Writes the names to the tracks. Call this once, at the end. */
void import_tracks_finish (ImportTracks *tracks);
