/* SPDX-License-Identifier: Apache-2.0
 *
 * The tracks of TrackEvents. TrackDescriptors describe them; a track may be described after its first event, or never. What
 * a track is decides where its slices go: to a thread, a device, or an asynchronous row of a process. All rows belong to
 * one rank. */

#pragma once

#include "trace/container/column.h"
#include "trace/container/id_map.h"
#include "trace/import/protobuf/protobuf_wire.h"
#include "trace/import/tracks/import_tracks.h"

typedef enum
{
  PERFETTO_TRACK_PLAIN,
  PERFETTO_TRACK_PROCESS,
  PERFETTO_TRACK_THREAD,
} PerfettoTrackForm;

/* So many kinds of slices of a track have their rows at hand: all that programs write on a thread, or on a device. */
#define PERFETTO_ROWS 5

/* An all-zero struct but row_kinds is a track of which nothing is known. */
typedef struct
{
  uint64_t uuid, parent; /* as keys (perfetto_tracks_key ()) */
  int64_t tid;
  int64_t last_ns; /* of the last begin or end */
  uint64_t open;   /* the innermost open slice (perfetto_slices.h), + 1 */
  int32_t pid;
  uint32_t machine;                 /* of PerfettoTracks */
  uint32_t name;                    /* string; "" if it has none */
  uint32_t first_name;              /* of its first event */
  uint32_t same_as;                 /* index: itself, or the track that stands for the same thread */
  uint32_t counter;                 /* index of counters, + 1; 0 if it is none */
  uint32_t rows[PERFETTO_ROWS];     /* of the builder, for slices of row_kinds */
  uint8_t row_kinds[PERFETTO_ROWS]; /* SliceKind, or N_SLICE_KINDS if the row is not set */
  PerfettoTrackForm form : 8;
  bool is_described, has_parent, has_pid, has_device_work;
  bool has_events, has_stray_end, is_disordered; /* perfetto_slices.h */
} PerfettoTrack;

COLUMN_DEFINE (PerfettoTrackColumn, perfetto_track_column, PerfettoTrack)

typedef struct
{
  int64_t multiplier;
  bool is_incremental, is_late; /* is_late: values wait for the end */
  double sum;                   /* of an incremental counter */
  uint32_t generation;          /* of the state of the sequence that the sum belongs to */
  uint32_t unit;                /* string */
  uint32_t row;                 /* of the builder; TRACE_NONE if not set */
} PerfettoCounter;

COLUMN_DEFINE (PerfettoCounterColumn, perfetto_counter_column, PerfettoCounter)

typedef struct
{
  TraceBuilder *builder;
  ImportTracks *rows;
  PerfettoTrackColumn at;
  PerfettoCounterColumn counters;
  IdMap index_of_uuid, index_of_thread, index_of_id;
  IdMap host_pids;  /* of processes with slices of the host, by machine and pid; set by perfetto_tracks_settle () */
  uint32_t machine; /* of what is read: its ids are its own; 0 is the one that recorded */
  uint64_t last_uuid;
  uint32_t last;       /* index of that key, + 1 */
  int32_t only_device; /* where the file has work of one GPU; else -1 */
} PerfettoTracks;

/* Returns false if memory runs out; clear in any case. */
bool perfetto_tracks_init (PerfettoTracks *tracks, TraceBuilder *builder);
void perfetto_tracks_clear (PerfettoTracks *tracks);

/* Return the index of a track, added if it is new. If memory runs out, the builder is marked as failed and it is that of
 * the track of everything, 0. O(1). */
uint32_t perfetto_tracks_of_uuid (PerfettoTracks *tracks, uint64_t uuid);
uint32_t perfetto_tracks_of_thread (PerfettoTracks *tracks, int32_t pid, int64_t tid);

/* That of an asynchronous event of old writers; id is a hash of all that identifies it. */
uint32_t perfetto_tracks_of_id (PerfettoTracks *tracks, uint64_t id, bool has_pid, int32_t pid);

/* These read a TrackDescriptor, or one of the descriptors that writers used before. They return false if it is damaged. */
bool perfetto_tracks_describe (PerfettoTracks *tracks, ProtobufSpan descriptor);
bool perfetto_tracks_describe_process (PerfettoTracks *tracks, ProtobufSpan descriptor);
bool perfetto_tracks_describe_thread (PerfettoTracks *tracks,
                                      ProtobufSpan descriptor,
                                      int32_t *ret_pid,
                                      int64_t *ret_tid);

/* Name a process or thread; "" for none changes nothing. */
void perfetto_tracks_name_process (PerfettoTracks *tracks, int32_t pid, uint32_t name);
void perfetto_tracks_name_thread (PerfettoTracks *tracks, int32_t pid, int64_t tid, uint32_t name);

/* Call this once, when all descriptors have been read, before rows of devices are asked for. */
void perfetto_tracks_settle (PerfettoTracks *tracks);

/* Returns the builder's track for slices of a kind, for instants, or for samples; TRACE_NONE if memory has run out. */
uint32_t perfetto_tracks_row (PerfettoTracks *tracks, uint32_t track, SliceKind kind);
uint32_t perfetto_tracks_instant_row (PerfettoTracks *tracks, uint32_t track);
uint32_t perfetto_tracks_counter_row (PerfettoTracks *tracks, uint32_t track);

/* Returns the builder's place of all slices of a thread's track; TRACE_NONE for other tracks. */
uint32_t perfetto_tracks_thread_place (PerfettoTracks *tracks, uint32_t track);

/* Returns what makes a counter of a track that was never described as one. */
PerfettoCounter *perfetto_tracks_counter (PerfettoTracks *tracks, uint32_t track);

/* Return the places of ImportTracks, on the machine of what is read. */
uint32_t perfetto_tracks_process_place (PerfettoTracks *tracks, bool has_pid, int32_t pid);
uint32_t perfetto_tracks_place_of_thread (PerfettoTracks *tracks, int32_t pid, int64_t tid);

/* For perfetto_descriptors.c. The first returns the track of that very uuid. The second says that a track is that of a
 * thread; several may be, and one of them then stands for all. */
uint32_t perfetto_tracks_find_uuid (PerfettoTracks *tracks, uint64_t uuid);
uint64_t perfetto_tracks_key (const PerfettoTracks *tracks,
                              uint64_t uuid); /* of a track of the machine that is read */
void perfetto_tracks_make_thread (PerfettoTracks *tracks, uint32_t track, int32_t pid, int64_t tid);

static inline PerfettoTrack *
perfetto_track (const PerfettoTracks *tracks, uint32_t track)
{
  return &tracks->at.at[track];
}
