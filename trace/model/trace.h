/* SPDX-License-Identifier: Apache-2.0
 *
 * A loaded profile: immutable, reference-counted, what every view, report and query reads.
 *
 * Any number of threads may use a Trace at once without locks. Everything returned is borrowed and lives as
 * long as the caller's reference.
 *
 * A mapped profile is used before its large sections are verified, and a forged one has right checksums. Tables
 * that are decoded at open (tracks, rows, ranks, devices, settings, categories) hold what is said of them here;
 * columns that are mapped (slices, instants, samples, flows) may hold any value. So they are read through the
 * functions below, which return what is promised whatever the file says: ids that exist, times in range,
 * durations that are not negative, samples that are finite. Only their order is not sure: no reader may rely on
 * "ascending" to stay within an array or to come to an end. Bare columns are for comparing, and for readers that are
 * safe with anything (trace/index/lod.h, trace/index/interval_index.h).
 *
 * Times are int64 nanoseconds from the time origin: the begin of the earliest slice of the earliest rank
 * (the profiler's own span left out), so the first slice begins at 0. Ids are indices of the arrays below.
 *
 *   nodes > processes > host threads > bands of slices        nodes > devices > streams > slices
 *
 * Slices are stored as columns, grouped by track, then by lane, then ascending by start. A track is a line of
 * the tree; a row is one lane of a track: a contiguous run of slices that do not overlap (but the last lane
 * of a track with 512, where everything deeper is kept, may hold slices that do). */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/health/health.h"
#include "trace/model/args.h"
#include "trace/model/slice_kind.h"

typedef struct Trace Trace;

Trace *trace_ref (Trace *trace);
void trace_unref (Trace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Trace, trace_unref)

/* Starts, and durations, of a file beyond this, 73 years, are refused, so that the end of a slice and the difference of
 * two times cannot overflow. */
#define TRACE_TIME_MAX_NS (INT64_C (1) << 61)

/* The nearest time that there can be. */
static inline int64_t
trace_time_clamp (int64_t time_ns)
{
  return CLAMP (time_ns, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS);
}

#define TRACE_NONE UINT32_MAX
#define SLICE_NONE UINT64_MAX

/* ---- text ---- */

/* The text of a string id: bytes of the file, not necessarily valid UTF-8; "" for an id that does not exist.
 * ret_length may be NULL. */
const char *trace_string (const Trace *trace, uint32_t id, size_t *ret_length);
uint32_t trace_n_strings (const Trace *trace);

/* The readable form of a slice's name (trace/naming/display_name.h): valid UTF-8, different for different names. */
const char *trace_display_name (const Trace *trace, uint32_t name);

/* ---- slices ---- */

typedef enum
{
  SLICE_UNFINISHED = 1 << 0, /* begun, never ended: ends with the recording; enters no total */
  SLICE_PAIRED = 1 << 1,     /* of a begin and an end event, not of one event that tells both */
} SliceFlags;

/* Columns of n slices; [i] of each belongs to slice i. To be read with slice_start_ns () and so on. */
typedef struct
{
  uint64_t n;
  const int64_t *start_ns;
  const int64_t *dur_ns;      /* >= 0 */
  const uint32_t *name;       /* string id of the exact name */
  const uint32_t *category;   /* string id, as spelled in the file */
  const uint32_t *track;      /* ascending */
  const uint8_t *kind;        /* SliceKind; compared, never an index */
  const uint8_t *flags;       /* SliceFlags */
  const int64_t *correlation; /* 0: none */
  const uint64_t *args;       /* for trace_args (); ARGS_NONE */
  uint32_t n_strings;         /* trace_n_strings (), where loops have it at hand */
} SliceColumns;

const SliceColumns *trace_slices (const Trace *trace);

static inline int64_t
slice_start_ns (const SliceColumns *slices, uint64_t slice)
{
  return trace_time_clamp (slices->start_ns[slice]);
}

/* 0 to TRACE_TIME_MAX_NS */
static inline int64_t
slice_dur_ns (const SliceColumns *slices, uint64_t slice)
{
  return CLAMP (slices->dur_ns[slice], 0, TRACE_TIME_MAX_NS);
}

/* Start + duration. */
static inline int64_t
slice_end_ns (const SliceColumns *slices, uint64_t slice)
{
  return slice_start_ns (slices, slice) + slice_dur_ns (slices, slice);
}

/* String ids below n_strings. */
static inline uint32_t
slice_name (const SliceColumns *slices, uint64_t slice)
{
  uint32_t name = slices->name[slice];

  return name < slices->n_strings ? name : 0;
}

static inline uint32_t
slice_category (const SliceColumns *slices, uint64_t slice)
{
  uint32_t category = slices->category[slice];

  return category < slices->n_strings ? category : 0;
}

/* The track that a slice lies in. O(1); O(log rows) in a damaged profile. */
uint32_t trace_track_of (const Trace *trace, uint64_t slice);

/* Starts decoding the arguments of a slice or instant; false when it has none. Safe for any args. See
 * trace/model/args.h. */
bool trace_args (const Trace *trace, uint64_t args, ArgIter *iter);

/* The same as arg_iter_move (): iter is to be cleared in any case. */
bool trace_args_move (const Trace *trace, uint64_t args, ArgIter *iter);

/* ---- tracks and rows ---- */

/* The numbers of this and of the other enumerations here are those of native files: new ones come last. */
typedef enum
{
  TRACK_NODE,               /* a machine */
  TRACK_PROCESS,            /* a process of a rank */
  TRACK_THREAD,             /* a host thread; its slices lie in the bands below it */
  TRACK_ANNOTATIONS,        /* band: user annotations */
  TRACK_OPERATORS,          /* band: operators, and slices of no known category */
  TRACK_CALLS,              /* band: runtime and driver calls */
  TRACK_PYTHON,             /* band: Python frames */
  TRACK_PROFILER,           /* band: what the profiler says of itself */
  TRACK_ASYNC,              /* asynchronous slices (b/e) of a process with one category and name */
  TRACK_DEVICE,             /* a GPU as one process numbers it */
  TRACK_STREAM,             /* kernels, copies and sets of one stream */
  TRACK_DEVICE_ANNOTATIONS, /* annotations projected on a stream */
  TRACK_SYNC,               /* device-side records of synchronisations */
  TRACK_COUNTER,            /* one series of samples */
  N_TRACK_KINDS
} TrackKind;

typedef struct
{
  TrackKind kind;
  uint32_t parent;    /* a smaller track id; TRACE_NONE for a node */
  uint32_t name;      /* string id; what the file calls it, else "" */
  uint32_t rank;      /* index of trace_rank (); TRACE_NONE for a node */
  uint32_t pid, tid;  /* string ids of the ids as in the file; "" where there is none */
  int32_t device;     /* -1: none */
  int64_t stream;     /* -1: none */
  int64_t sort_index; /* the file's wish for the order among siblings; 0 without one */

  uint64_t first_slice, n_slices;
  uint32_t first_row, n_rows;
  uint64_t first_instant, n_instants;
  uint64_t first_sample, n_samples;
  uint64_t n_overlaps; /* slices that begin inside another and end after it */
} TraceTrack;

uint32_t trace_n_tracks (const Trace *trace);
const TraceTrack *trace_track (const Trace *trace, uint32_t track);

typedef struct
{
  uint64_t first_slice, n_slices;
  uint32_t track;
  uint32_t lane;        /* 0 is the uppermost */
  const int64_t *index; /* trace/index/interval_index.h, of exactly these slices */
  const void *lod;      /* trace/index/lod.h, likewise */
} TraceRow;

/* trace/model/slice_find.h has the row of a slice, and the slices of a row from a time on. */
uint32_t trace_n_rows (const Trace *trace);
const TraceRow *trace_row (const Trace *trace, uint32_t row);

/* Slices of one track that overlap [begin_ns, end_ns), appended to out: row by row, each ascending by start.
 * O(rows x log n + k). False: out of memory. */
bool trace_track_overlapping (const Trace *trace,
                              uint32_t track,
                              int64_t begin_ns,
                              int64_t end_ns,
                              U64Column *out);

/* ---- instants and counters ---- */

/* Grouped by track, ascending by time. */
typedef struct
{
  uint32_t track;
  uint32_t name;
  uint32_t category;
  char scope; /* 't' thread, 'p' process, 'g' global */
  char zeros[3];
  int64_t time_ns;
  uint64_t args;
} TraceInstant;

uint64_t trace_n_instants (const Trace *trace);
TraceInstant trace_instant (const Trace *trace, uint64_t instant);

/* The lowest and the highest of samples that follow one another. */
typedef struct
{
  double least, most;
} SamplePeak;

/* Grouped by track, ascending by time. */
typedef struct
{
  uint64_t n;
  const int64_t *time_ns;
  const double *value;
  const SamplePeak *peaks; /* for trace/derive/sample_peaks.h; NULL while the profile is being built */
} SampleColumns;

const SampleColumns *trace_samples (const Trace *trace);

static inline int64_t
sample_time_ns (const SampleColumns *samples, uint64_t sample)
{
  return trace_time_clamp (samples->time_ns[sample]);
}

/* Finite; 0 for what is not. */
static inline double
sample_value (const SampleColumns *samples, uint64_t sample)
{
  double value = samples->value[sample];

  return value - value == 0 ? value : 0;
}

/* ---- flows ---- */

typedef enum
{
  FLOW_LAUNCH, /* call -> what it ran on a device; derived from correlation ids, one call to many for graphs */
  FLOW_SYNC,   /* call -> device-side record of a synchronisation; likewise */
  FLOW_OF_FILE, /* s, t, f events of any other category, such as fwdbwd */
  N_FLOW_KINDS
} FlowKind;

typedef struct
{
  uint64_t from, to; /* slices */
  FlowKind kind;
  uint32_t category; /* string id; "" for derived ones */
} TraceFlow;

/* Ascending by from, then to. */
uint64_t trace_n_flows (const Trace *trace);
TraceFlow trace_flow (const Trace *trace, uint64_t flow);

/* Flows that begin at a slice: the ids [*ret_first, *ret_first + n); returns n. O(log n). */
uint64_t trace_flows_from (const Trace *trace, uint64_t slice, uint64_t *ret_first);

/* Flows that end at a slice: the i-th is trace_flow_into (trace, *ret_first + i), i < n; returns n. O(log n). */
uint64_t trace_flows_to (const Trace *trace, uint64_t slice, uint64_t *ret_first);
TraceFlow trace_flow_into (const Trace *trace, uint64_t i);
uint64_t trace_flow_into_id (const Trace *trace, uint64_t i); /* its id; one that exists */

/* The call that launched a device slice, or SLICE_NONE. O(log n). */
uint64_t trace_launch_of (const Trace *trace, uint64_t slice);

/* The same for slices that are asked for one after the other: *near, at first 0, is kept between them. O(log n) of the
 * flows between this one and the last. */
uint64_t trace_launch_of_near (const Trace *trace, uint64_t slice, uint64_t *near);

/* ---- ranks, devices, the file ---- */

typedef enum
{
  PROFILE_COMPLETED,
  PROFILE_STOPPED,     /* the file ends early */
  PROFILE_IN_PROGRESS, /* the file ends early and is still being written */
} ProfileStatus;

/* One process of the job: one source file. */
typedef struct
{
  int64_t number;
  int64_t world_size; /* 0: not told */
  uint32_t node;      /* track */
  uint32_t path;      /* string id of the source file's path */
  bool has_epoch;     /* its times are on the common clock */
  ProfileStatus status;
  uint64_t first_setting, n_settings;
} TraceRank;

uint32_t trace_n_ranks (const Trace *trace);
const TraceRank *trace_rank (const Trace *trace, uint32_t rank); /* ascending by number */

/* A GPU with at least one activity. */
typedef struct
{
  uint32_t rank;  /* index of trace_rank () */
  int32_t number; /* as its process numbers it */
  uint32_t name;  /* string id; "" when the file does not tell */
  uint32_t track;
} TraceDevice;

uint32_t trace_n_devices (const Trace *trace);
const TraceDevice *trace_device (const Trace *trace, uint32_t device); /* by rank, then number */

/* Every key of the file beside its events, such as "distributedInfo": the value is its JSON text. */
typedef struct
{
  uint32_t key, value;
} TraceSetting;

const TraceSetting *trace_setting (const Trace *trace, uint64_t setting);

/* Events of the sources as they were read. */
typedef struct
{
  uint64_t total;   /* read, metadata included */
  uint64_t skipped; /* seen but not read; total + skipped = events of the file */
  uint64_t slices;  /* X, B/E and b/e pairs that became slices (unfinished ones left out) */
  uint64_t flows, counters, instants;
} EventCounts;

const EventCounts *trace_event_counts (const Trace *trace);

/* X events by category as spelled in the file, ascending by spelling. */
typedef struct
{
  uint32_t category;
  uint64_t n;
} CategoryCount;

uint64_t trace_n_categories (const Trace *trace);
const CategoryCount *trace_category (const Trace *trace, uint64_t i);

/* "kineto", "chrome-json", ...: plain ASCII without spaces. */
const char *trace_format (const Trace *trace);
ProfileStatus trace_status (const Trace *trace);

/* Nanoseconds since 1970 of time 0; false when the file does not tell. */
bool trace_epoch_ns (const Trace *trace, int64_t *ret_epoch_ns);

/* First start to last end of all slices but the profiler's own span, and but those of a time that is far from all others
 * (trace/derive/time_extent.h); begin == end without slices. */
void trace_span (const Trace *trace, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* Identifies the profile wherever it lies: XXH3-128 (canonical, big-endian) of the bytes of its source
 * file as they are on disk, compressed or not; of a directory, of the keys of the files that became ranks,
 * one after the other in order of their names; of a pipe, of what came through it. All 0 for a profile
 * that no file was read for. */
#define TRACE_KEY_BYTES 16
const uint8_t *trace_profile_key (const Trace *trace);

const HealthTable *trace_health (const Trace *trace);
