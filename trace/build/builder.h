/* SPDX-License-Identifier: Apache-2.0
 *
 * The only mutable stage of a profile: an importer appends what it reads, then finish () makes the Trace.
 *
 * A builder has one owner and one thread. Input may come in any order: finish () sorts, lays out lanes, links
 * launches, binds flows, finds the time origin and builds the indices, in O(n log n) at worst and O(n) for
 * rows that are nearly in order.
 *
 * If memory runs out, the builder remembers it instead of failing each call: further appends do nothing, and
 * trace_builder_failed () (worth a call once per chunk) and finish () report it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/build/counter_log.h"
#include "trace/health/health.h"
#include "trace/model/args.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

typedef struct TraceBuilder TraceBuilder;

/* Makes a builder whose result goes to fd, an empty regular file that is open for reading and writing and is
 * borrowed until the builder is freed. Returns NULL if memory runs out. */
TraceBuilder *trace_builder_new_for_file (int fd);

/* Makes a builder for an unnamed file in memory, which lives as long as a Trace needs it. */
TraceBuilder *trace_builder_new (void); /* returns NULL if memory runs out */
void trace_builder_free (TraceBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceBuilder, trace_builder_free)

bool trace_builder_failed (const TraceBuilder *builder);

/* Sets the format, such as "kineto"; the text must be static. The first rank's format names the profile. */
void trace_builder_set_format (TraceBuilder *builder, const char *format);

/* Returns how often another format than that of the first rank was set. */
uint32_t trace_builder_n_other_formats (const TraceBuilder *builder);

/* Sets the key of the whole profile; see trace_profile_key (). It is all 0 if never set. */
void trace_builder_set_key (TraceBuilder *builder, const uint8_t key[TRACE_KEY_BYTES]);

/* ---- text and arguments ---- */

uint32_t trace_builder_string (TraceBuilder *builder, const char *text, size_t length);

/* Return the tables with which arguments are written (trace/model/args.h). Borrowed. */
StringTable *trace_builder_strings (TraceBuilder *builder);
ArgKeys *trace_builder_arg_keys (TraceBuilder *builder);
ArgsBlob *trace_builder_args_blob (TraceBuilder *builder);

/* Writes the arguments gathered so far to the file. Call it between events. Older entries can then no longer
 * be changed or taken back, but they can still be joined. */
void trace_builder_spill (TraceBuilder *builder);

/* Appends entries that were written elsewhere, then spills. Returns where they begin. */
uint64_t trace_builder_add_args (TraceBuilder *builder, const uint8_t *entries, size_t n);
uint64_t trace_builder_join_args (TraceBuilder *builder, uint64_t first, uint64_t second);

void trace_builder_set_failed (TraceBuilder *builder);

/* ---- ranks ---- */

/* Opens a rank, the first one of a source file. Everything added from now on belongs to it, until the next rank.
 * Returns its index. */
uint32_t trace_builder_begin_rank (TraceBuilder *builder, const char *path);

/* Opens another rank of the same source file, for a file that holds several processes. Returns its index. Its tracks, its
 * device names and its settings may only be added while it is the current one. Ranks of one file share its clock, even
 * if nobody knows when it began. */
uint32_t trace_builder_begin_rank_of_file (TraceBuilder *builder);

/* Makes a rank of the file last begun the current one: "the rank last begun" below means it, until another one is begun
 * or chosen. */
void trace_builder_choose_rank (TraceBuilder *builder, uint32_t rank);
uint32_t trace_builder_current_rank (const TraceBuilder *builder);

/* Removes all ranks of the file last begun with everything added since: it turned out not to be a trace, or could
 * not be read to the end. Call it at most once per trace_builder_begin_rank (). */
void trace_builder_drop_rank (TraceBuilder *builder);

/* These set properties of the rank last begun. Each may be called any time before the next begin. The source is that of
 * all ranks of the file. Settings of one rank follow one another: none of another rank may come between them. */
void trace_builder_set_rank_number (TraceBuilder *builder, int64_t number);
/* Without it the path is that of the file last begun. */
void trace_builder_set_rank_path (TraceBuilder *builder, const char *path);
void trace_builder_set_source (TraceBuilder *builder, const SourceRecord *source);
void trace_builder_set_world_size (TraceBuilder *builder, int64_t world_size);
void trace_builder_set_node_name (TraceBuilder *builder, uint32_t name);
void trace_builder_set_status (TraceBuilder *builder, ProfileStatus status);
void trace_builder_add_setting (TraceBuilder *builder, uint32_t key, uint32_t value);
void trace_builder_set_device_name (TraceBuilder *builder, int32_t device, uint32_t name);

/* Sets the base of the rank's times. base_ns is in nanoseconds since 1970 if is_epoch; else its clock is
 * unknown. */
void trace_builder_set_time_base (TraceBuilder *builder, int64_t base_ns, bool is_epoch);

/* Returns whether the base of the rank's times was set in nanoseconds since 1970. */
bool trace_builder_has_epoch (const TraceBuilder *builder);

/* Finds from when to when the slices, instants and samples of all ranks are, with the bases that are set now; times that are
 * far from all others are left out (trace/derive/time_extent.h). Returns false if there are none, or memory runs out.
 * O(slices + instants + samples). */
bool trace_builder_extent (const TraceBuilder *builder, int64_t *ret_first_ns, int64_t *ret_last_ns);

/* ---- tracks ---- */

/* Adds a track to the rank last begun. parent is a track of this rank, or TRACE_NONE for the rank's node.
 * Empty tracks (with nothing on or below them) do not reach the Trace. */
uint32_t trace_builder_add_track (TraceBuilder *builder, TrackKind kind, uint32_t parent);

/* Returns a track, to fill in what is known of it, now or later. Valid until the next add_track. */
TraceTrack *trace_builder_track (TraceBuilder *builder, uint32_t track);

/* Returns the number of tracks added to all ranks. Ids are below it. */
uint32_t trace_builder_n_tracks (const TraceBuilder *builder);

/* ---- events; times are those of the file, relative to the rank's base ---- */

typedef struct
{
  uint32_t track;
  uint32_t name, category;
  SliceKind kind : 8; /* narrow, because every slice of a profile is in memory while it is read */
  SliceFlags flags : 8;
  int64_t start_ns, dur_ns; /* dur_ns >= 0 */
  int64_t correlation;      /* 0 if there is none */
  uint64_t args;
} SliceInput;

void trace_builder_add_slice (TraceBuilder *builder, const SliceInput *slice);
void trace_builder_add_slices (TraceBuilder *builder, const SliceInput *slices, size_t n);

/* Returns all slices of the file last begun, in the order in which they were added. The caller may change the kind and the
 * track of each. Valid until the next slice is added. */
SliceInput *trace_builder_rank_slices (TraceBuilder *builder, size_t *ret_n);

/* finish () sets dur_ns of an unfinished slice so that it lasts until the end of the rank's last slice. */

void trace_builder_add_instant (TraceBuilder *builder, const TraceInstant *instant);
void trace_builder_add_sample (TraceBuilder *builder, uint32_t track, int64_t time_ns, double value);

/* Begins a log of changes to some counters, which have no other samples; TRACE_NONE stands for no track. Returns its
 * number. */
uint32_t trace_builder_add_log (TraceBuilder *builder, const uint32_t tracks[COUNTER_LOG_TRACKS]);

/* Adds a change to a log: see counter_log_add (). */
void trace_builder_log (TraceBuilder *builder,
                        uint32_t log,
                        int64_t time_ns,
                        unsigned plus,
                        unsigned minus,
                        int64_t amount);

/* Sets what a counter of a log has before the first change, for sources that tell only at their end from where to
 * count. */
void trace_builder_set_log_begin (TraceBuilder *builder, uint32_t log, unsigned track, double value);

/* One end of a flow arrow of the file. Points of one rank with the same key form a chain in order of time:
 * start, steps, end. Each is bound to a slice of any of the tracks of its place. */
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
  SliceKind prefer : 8; /* chosen among slices that begin at that very time; SLICE_OTHER: the innermost */
  bool next_slice;      /* bind to the next slice that begins, not to the enclosing one */
  bool is_launch; /* stands for a correlation id equal to key; used only where correlation ids link nothing */
  bool is_only_link; /* with is_launch: the file has no correlation ids, so the arrow itself is the launch */
} FlowPoint;

/* A place is what the file calls a thread: the tracks (bands, streams) that its slices were put on. */
uint32_t trace_builder_add_place (TraceBuilder *builder);
void trace_builder_add_place_track (TraceBuilder *builder, uint32_t place, uint32_t track);

void trace_builder_add_flow_point (TraceBuilder *builder, const FlowPoint *point);

/* ---- bookkeeping ---- */

EventCounts *trace_builder_event_counts (TraceBuilder *builder);
void trace_builder_add_health (TraceBuilder *builder, HealthId id, uint64_t count, int64_t offset);

/* Adds health about a file that is not a rank of the profile. */
void trace_builder_add_file_health (TraceBuilder *builder, HealthId id, const char *path);

/* Waits until everything handed over is in the file. Call it before forking. Returns false if writing has
 * failed. */
bool trace_builder_drain (TraceBuilder *builder);

/* Continues in a forked child with another file: copies what has been written to the first file, which stays
 * unchanged, and writes everything from now on to fd. The builder must have been drained before the fork. The
 * profile is marked as partial. Returns false if memory runs out or the first file cannot be read; the
 * builder can then only be freed. */
bool trace_builder_move (TraceBuilder *builder, int fd);
bool trace_builder_is_partial (const TraceBuilder *builder);

/* Completes the native file without syncing it. The builder is empty afterwards and must still be freed. path
 * is for messages. Fails with TRACE_ERROR_NO_MEMORY, TRACE_ERROR_NO_SPACE or TRACE_ERROR_UNWRITABLE. */
bool trace_builder_finish_file (TraceBuilder *builder, const char *path, GError **error);

/* Like trace_builder_finish_file (), and maps the file. */
Trace *trace_builder_finish (TraceBuilder *builder, GError **error);
