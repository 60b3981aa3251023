/* SPDX-License-Identifier: Apache-2.0
 *
 * The only mutable stage of a profile: an importer appends what it reads, then finish () makes the Trace.
 *
 * One owner, one thread. Nothing needs to come in any order: finish () sorts, lays out lanes, links launches,
 * binds flows, finds the time origin and builds the indices, in O(n log n) at worst and O(n) for rows that
 * are nearly in order.
 *
 * Memory running out is remembered, not returned by each call: appending goes on as a no-op, and
 * trace_builder_failed () (worth asking once per chunk) and finish () tell. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/health/health.h"
#include "trace/model/args.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

typedef struct TraceBuilder TraceBuilder;

/* fd: an empty regular file, open for reading and writing, that becomes the native file; borrowed until the builder
 * is freed. NULL: out of memory. */
TraceBuilder *trace_builder_new_for_file (int fd);

/* For a file without a name that lives in memory, for as long as a Trace needs it. */
TraceBuilder *trace_builder_new (void); /* NULL: out of memory */
void trace_builder_free (TraceBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceBuilder, trace_builder_free)

bool trace_builder_failed (const TraceBuilder *builder);

/* "kineto" and so on; static. The first rank's format names the profile. */
void trace_builder_set_format (TraceBuilder *builder, const char *format);

/* Of the whole profile; see trace_profile_key (). All 0 when it is never set. */
void trace_builder_set_key (TraceBuilder *builder, const uint8_t key[TRACE_KEY_BYTES]);

/* ---- text and arguments ---- */

uint32_t trace_builder_string (TraceBuilder *builder, const char *text, size_t length);

/* For writing arguments with trace/model/args.h. Borrowed. */
StringTable *trace_builder_strings (TraceBuilder *builder);
ArgKeys *trace_builder_arg_keys (TraceBuilder *builder);
ArgsBlob *trace_builder_args_blob (TraceBuilder *builder);

/* Worth calling between events: what has gathered of arguments goes to the file. Entries from before cannot be
 * changed or taken back any more, but joined. */
void trace_builder_spill (TraceBuilder *builder);

/* Entries that were written elsewhere, and goes on like spill (). Returns where they begin. */
uint64_t trace_builder_add_args (TraceBuilder *builder, const uint8_t *entries, size_t n);
uint64_t trace_builder_join_args (TraceBuilder *builder, uint64_t first, uint64_t second);

void trace_builder_set_failed (TraceBuilder *builder);

/* ---- ranks ---- */

/* Opens a rank: one source file. What follows belongs to it, until the next. Returns its index. */
uint32_t trace_builder_begin_rank (TraceBuilder *builder, const char *path);

/* Takes the rank last begun back with everything that was added since: its file turned out to be no trace, or
 * could not be read to the end. Once per begin. */
void trace_builder_drop_rank (TraceBuilder *builder);

/* Of the rank last begun; each may come any time before the next begin. */
void trace_builder_set_rank_number (TraceBuilder *builder, int64_t number);
void trace_builder_set_source (TraceBuilder *builder, const SourceRecord *source);
void trace_builder_set_world_size (TraceBuilder *builder, int64_t world_size);
void trace_builder_set_node_name (TraceBuilder *builder, uint32_t name);
void trace_builder_set_status (TraceBuilder *builder, ProfileStatus status);
void trace_builder_add_setting (TraceBuilder *builder, uint32_t key, uint32_t value);
void trace_builder_set_device_name (TraceBuilder *builder, int32_t device, uint32_t name);

/* What its times count from: base_ns is nanoseconds since 1970 when is_epoch, else of no known clock. */
void trace_builder_set_time_base (TraceBuilder *builder, int64_t base_ns, bool is_epoch);

/* ---- tracks ---- */

/* Adds a track to the rank last begun. parent: a track of this rank, or TRACE_NONE for the rank's node.
 * Empty tracks (nothing on them or below them) do not reach the Trace. */
uint32_t trace_builder_add_track (TraceBuilder *builder, TrackKind kind, uint32_t parent);

/* To fill in what is known of it, now or later; valid until the next add_track. */
TraceTrack *trace_builder_track (TraceBuilder *builder, uint32_t track);

/* How many tracks were added, to all ranks. Ids are below it. */
uint32_t trace_builder_n_tracks (const TraceBuilder *builder);

/* ---- events; times are the file's, from the rank's base ---- */

typedef struct
{
  uint32_t track;
  uint32_t name, category;
  SliceKind kind : 8; /* narrow: every slice of a profile is in memory while it is read */
  SliceFlags flags : 8;
  int64_t start_ns, dur_ns; /* dur_ns >= 0 */
  int64_t correlation;      /* 0: none */
  uint64_t args;
} SliceInput;

void trace_builder_add_slice (TraceBuilder *builder, const SliceInput *slice);
void trace_builder_add_slices (TraceBuilder *builder, const SliceInput *slices, size_t n);

/* All slices of the rank last begun, in the order in which they were added. The caller may change kind and track of
 * each. Valid until the next slice is added. */
SliceInput *trace_builder_rank_slices (TraceBuilder *builder, size_t *ret_n);

/* dur_ns of an unfinished slice is set by finish (): up to the end of the rank's last slice. */

void trace_builder_add_instant (TraceBuilder *builder, const TraceInstant *instant);
void trace_builder_add_sample (TraceBuilder *builder, uint32_t track, int64_t time_ns, double value);

/* One end of an arrow of the file. Points of one rank with the same key form a chain in order of time:
 * start, steps, end. It is bound to a slice of any of the tracks given (TRACE_NONE: unused entry). */
typedef enum
{
  FLOW_POINT_START,
  FLOW_POINT_STEP,
  FLOW_POINT_END,
} FlowPointPhase;

#define FLOW_POINT_TRACKS 8

typedef struct
{
  uint64_t key;      /* identifies the arrow within its rank */
  uint32_t category; /* string id */
  uint32_t place;    /* from trace_builder_add_place () */
  int64_t time_ns;
  FlowPointPhase phase : 8;
  SliceKind prefer : 8; /* among slices that begin at that very time; SLICE_OTHER: the innermost */
  bool next_slice;      /* bind to the next slice that begins, not to the one around it */
  bool is_launch; /* says the same as a correlation id of value key; used only where that links nothing */
  bool
    is_only_link; /* with is_launch: the writer has no correlation ids, so that the arrow itself is the launch */
} FlowPoint;

/* A place is what the file calls a thread: the tracks (bands, streams) its slices were put on. */
uint32_t trace_builder_add_place (TraceBuilder *builder);
void trace_builder_add_place_track (TraceBuilder *builder, uint32_t place, uint32_t track);

void trace_builder_add_flow_point (TraceBuilder *builder, const FlowPoint *point);

/* ---- bookkeeping ---- */

EventCounts *trace_builder_event_counts (TraceBuilder *builder);
void trace_builder_add_health (TraceBuilder *builder, HealthId id, uint64_t count, int64_t offset);

/* About a file that is no rank of the profile. */
void trace_builder_add_file_health (TraceBuilder *builder, HealthId id, const char *path);

/* Waits until what was handed over is in the file: worth doing before forking. False: writing has failed. */
bool trace_builder_drain (TraceBuilder *builder);

/* In a process that was forked off, the builder drained: from now on everything goes to another file, and what has gone
 * to the first one is copied there. That one is left alone. The profile is marked as partial. False: out of memory, or
 * the first file cannot be read; the builder is then only to be freed. */
bool trace_builder_move (TraceBuilder *builder, int fd);
bool trace_builder_is_partial (const TraceBuilder *builder);

/* Completes the native file; nothing is synced. The builder is empty afterwards and still to be freed. path is for
 * messages. TRACE_ERROR_NO_MEMORY, TRACE_ERROR_NO_SPACE, TRACE_ERROR_UNWRITABLE. */
bool trace_builder_finish_file (TraceBuilder *builder, const char *path, GError **error);

/* The same, and maps it. */
Trace *trace_builder_finish (TraceBuilder *builder, GError **error);
