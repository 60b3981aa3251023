/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the XSpace importer share. A file is read plane by plane, each twice, because the names of its events
 * follow the events: first its structure (xspace_plane.h), passing over the events, then the events (xspace_event.h). In
 * memory are the names of one plane and the slices of the profile. */

#pragma once

#include "trace/import/protobuf/protobuf_stream.h"
#include "trace/import/source/importer.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/xspace/xspace_steps.h"

/* Keys of arguments. */
typedef enum
{
  XSPACE_KEY_DEVICE,
  XSPACE_KEY_STREAM,
  XSPACE_KEY_CORRELATION,
  XSPACE_KEY_LONG_NAME,
  XSPACE_KEY_GRID,
  XSPACE_KEY_BLOCK,
  XSPACE_KEY_REGISTERS,
  XSPACE_KEY_SHARED,
  XSPACE_KEY_SCRATCH,
  XSPACE_KEY_BLOCKS_PER_SM,
  XSPACE_KEY_WARPS_PER_SM,
  XSPACE_KEY_OCCUPANCY,
  XSPACE_KEY_KIND,
  XSPACE_KEY_BYTES,
  XSPACE_KEY_MEMORY_BYTES,
  XSPACE_KEY_MEMORY_ADDRESS,
  XSPACE_KEY_MEMORY_DEVICE_TYPE,
  XSPACE_KEY_MEMORY_DEVICE,
  XSPACE_KEY_MEMORY_ALLOCATED,
  XSPACE_KEY_MEMORY_RESERVED,
  N_XSPACE_KEYS
} XSpaceKey;

typedef struct
{
  ByteSource *source;
  const char *path;
  TraceBuilder *builder;
  const ImportControl *control;
  ProtobufStream *stream;
  GError *error;  /* why reading had to stop */
  bool is_cut;    /* the file ends early */
  bool is_damaged; /* what follows damage in a message was not read */
  bool is_second; /* events are read: what is wrong with the structure has been noted */

  ImportTracks *tracks;
  uint32_t keys[N_XSPACE_KEYS];
  uint32_t memory_name; /* of instants that change the amount of memory in use: "[memory]" */
  uint32_t flow_category;
  uint32_t host_pid; /* that of the first host plane with events, where steps are shown; STRING_EMPTY */

  XSpaceSteps steps;
  GString *devices;  /* "deviceProperties", without the brackets */
  GString *problems; /* JSON texts that the profiler reports, likewise */
  unsigned n_problems;

  bool has_start;
  int64_t start_ns;   /* since 1970, of a recording whose lines count from there */
  bool has_absolute;  /* lines count since 1970 themselves */
  uint64_t n_rounded; /* times that were no whole nanoseconds */
  uint64_t n_events;  /* found, readable or not */
} XSpaceImport;

/* Take the next field of the message last entered. Returns false once it has ended, which leaves it; damage is noted and
 * leaves it likewise. False for good once the reading had to stop. */
bool xspace_next (XSpaceImport *import, ProtobufStreamField *ret_field);

/* Gives the bytes of the field last taken. Returns false if they are not all there, or more than max. */
bool xspace_bytes (XSpaceImport *import, size_t max, ProtobufSpan *ret_span);

/* Gives the first max bytes of the field last taken, of a text up to the end of a character, and sets *ret_cut if there are more.
 * Returns false if they are not all there. */
bool xspace_first_bytes (XSpaceImport *import, size_t max, ProtobufSpan *ret_span, bool *ret_cut);

/* Enters the field last taken. Returns false if it is no message. */
bool xspace_enter (XSpaceImport *import, const ProtobufStreamField *field);

static inline bool
xspace_stopped (const XSpaceImport *import)
{
  return import->error != NULL || trace_builder_failed (import->builder);
}

/* Appends a text as a JSON string. What is not UTF-8 stays as it is. */
void xspace_append_json (GString *json, const char *text, size_t length);
