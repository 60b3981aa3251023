/* SPDX-License-Identifier: Apache-2.0
 *
 * A loaded profile, which every view, report and query reads. Immutable, reference-counted.
 *
 * Any number of threads may use a Trace at once without locks. Everything returned is borrowed and lives as long as the
 * caller's reference.
 *
 * A mapped profile is used before its large sections are verified, and a forged file may have valid checksums. Tables
 * that are decoded at open (tracks, rows, ranks, devices, settings, categories) are checked and are as described here.
 * Mapped columns (slices, instants, samples, flows) may hold any value. Read them through the functions below, which
 * keep their promises whatever the file holds: ids exist, times are in range, durations are not negative, samples are
 * finite. Only the order is not checked: do not rely on "ascending" to stay within an array or to end a loop. Use bare
 * columns only for comparing, and in readers that are safe with any value (trace/index/lod.h,
 * trace/index/interval_index.h).
 *
 * Times are int64 nanoseconds from the time origin, which is the begin of the earliest slice of the earliest rank
 * (without the profiler's own span). So the first slice begins at 0. Ids are indices of the arrays below.
 *
 *   nodes > processes > host threads > bands of slices        nodes > devices > streams > slices
 *
 * Slices are stored as columns, grouped by track, then by lane, then ascending by start. A track is a line of the tree.
 * A row is one lane of a track: a contiguous run of slices that do not overlap. A track has at most 512 lanes; the last
 * one holds everything deeper, so its slices may overlap. */

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

/* Starts and durations in a file must not exceed this, which is 73 years; larger ones are refused. So the end of a
 * slice and the difference of two times cannot overflow. */
#define TRACE_TIME_MAX_NS (INT64_C (1) << 61)

/* Returns the nearest valid time. */
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

/* Returns the readable form of a slice's name (trace/naming/display_name.h). It is valid UTF-8, and different names
 * have different forms. */
const char *trace_display_name (const Trace *trace, uint32_t name);

/* ---- slices ---- */

typedef enum
{
  SLICE_UNFINISHED = 1 << 0, /* has no end event: lasts until the recording ends; not counted in totals */
  SLICE_PAIRED = 1 << 1,     /* made from a begin and an end event, not from one complete event */
} SliceFlags;

/* Columns of n slices; [i] of each belongs to slice i. Read them with slice_start_ns () and so on. */
typedef struct
{
  uint64_t n;
  const int64_t *start_ns;
  const int64_t *dur_ns;      /* >= 0 */
  const uint32_t *name;       /* string id of the exact name */
  const uint32_t *category;   /* string id, as spelled in the file */
  const uint32_t *track;      /* ascending */
  const uint8_t *kind;        /* SliceKind; compare it, do not use it as an index */
  const uint8_t *flags;       /* SliceFlags */
  const int64_t *correlation; /* 0 if none */
  const uint64_t *args;       /* for trace_args (); ARGS_NONE */
  uint32_t n_strings;         /* trace_n_strings (), kept here for loops */
} SliceColumns;

const SliceColumns *trace_slices (const Trace *trace);

static inline int64_t
slice_start_ns (const SliceColumns *slices, uint64_t slice)
{
  return trace_time_clamp (slices->start_ns[slice]);
}

/* Returns the duration, from 0 to TRACE_TIME_MAX_NS. */
static inline int64_t
slice_dur_ns (const SliceColumns *slices, uint64_t slice)
{
  return CLAMP (slices->dur_ns[slice], 0, TRACE_TIME_MAX_NS);
}

/* Returns start + duration. */
static inline int64_t
slice_end_ns (const SliceColumns *slices, uint64_t slice)
{
  return slice_start_ns (slices, slice) + slice_dur_ns (slices, slice);
}

/* Returns the string id of the name, which is always below n_strings. */
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

/* Returns the track of a slice. O(1); O(log rows) in a damaged profile. */
uint32_t trace_track_of (const Trace *trace, uint64_t slice);

/* Starts decoding the arguments of a slice or instant. Returns false when it has none. Safe for any value of args. See
 * trace/model/args.h. */
bool trace_args (const Trace *trace, uint64_t args, ArgIter *iter);

/* Does the same with arg_iter_move (); clear iter in any case. */
bool trace_args_move (const Trace *trace, uint64_t args, ArgIter *iter);

/* Does the same with arg_iter_move_to_values (). */
bool trace_args_move_to_values (const Trace *trace, uint64_t args, ArgIter *iter);

/* ---- tracks and rows ---- */

/* The numbers of this enumeration and the others here are stored in native files; add new ones at the end. */
typedef enum
{
  TRACK_NODE,               /* a machine */
  TRACK_PROCESS,            /* a process of a rank */
  TRACK_THREAD,             /* a host thread; its slices lie in the bands below it */
  TRACK_ANNOTATIONS,        /* band: user annotations */
  TRACK_OPERATORS,          /* band: operators, and slices of no known category */
  TRACK_CALLS,              /* band: runtime and driver API calls */
  TRACK_PYTHON,             /* band: Python frames */
  TRACK_PROFILER,           /* band: the profiler's own work */
  TRACK_ASYNC,              /* asynchronous slices (b/e) of a process with one category and name */
  TRACK_DEVICE,             /* a GPU as one process numbers it */
  TRACK_STREAM,             /* kernels, memcpys and memsets of one stream */
  TRACK_DEVICE_ANNOTATIONS, /* annotations projected on a stream */
  TRACK_SYNC,               /* device-side records of synchronisations */
  TRACK_COUNTER,            /* one series of samples */
  N_TRACK_KINDS
} TrackKind;

typedef struct
{
  TrackKind kind;
  uint32_t parent;    /* a smaller track id; TRACE_NONE for a node */
  uint32_t name;      /* string id of the file's name for it, else of "" */
  uint32_t rank;      /* index of trace_rank (); TRACE_NONE for a node */
  uint32_t pid, tid;  /* string ids of pid and tid as in the file; of "" where there is none */
  int32_t device;     /* -1 if none */
  int64_t stream;     /* -1 if none */
  int64_t sort_index; /* order among siblings that the file requests; 0 if it requests none */

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
  const int64_t *index; /* of exactly these slices; see trace/index/interval_index.h */
  const void *lod;      /* of exactly these slices; see trace/index/lod.h */
} TraceRow;

/* Return the number of rows, and one of them. trace/model/slice_find.h finds the row of a slice, and the slices of a
 * row from a time on. */
uint32_t trace_n_rows (const Trace *trace);
const TraceRow *trace_row (const Trace *trace, uint32_t row);

/* Appends to out the slices of one track that overlap [begin_ns, end_ns): row by row, each ascending by start. O(rows x
 * log n + k). Returns false when memory runs out. */
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

/* The lowest and the highest value of a run of samples. */
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

/* Returns a finite value; 0 if the file's is not finite. */
static inline double
sample_value (const SampleColumns *samples, uint64_t sample)
{
  double value = samples->value[sample];

  return value - value == 0 ? value : 0;
}

/* ---- flows ---- */

typedef enum
{
  FLOW_LAUNCH, /* API call -> the device work it launched; derived from correlation ids; one to many for graphs */
  FLOW_SYNC,    /* API call -> device-side record of a synchronisation; derived likewise */
  FLOW_OF_FILE, /* s, t, f events of any other category, such as fwdbwd */
  N_FLOW_KINDS
} FlowKind;

typedef struct
{
  uint64_t from, to; /* slices */
  FlowKind kind;
  uint32_t category; /* string id; of "" for derived flows */
} TraceFlow;

/* Return the number of flows, and one of them. They ascend by from, then by to. */
uint64_t trace_n_flows (const Trace *trace);
TraceFlow trace_flow (const Trace *trace, uint64_t flow);

/* Finds the flows that begin at a slice: the ids [*ret_first, *ret_first + n). Returns n. O(log n). */
uint64_t trace_flows_from (const Trace *trace, uint64_t slice, uint64_t *ret_first);

/* Finds the flows that end at a slice: the i-th is trace_flow_into (trace, *ret_first + i), i < n. Returns n. O(log
 * n). */
uint64_t trace_flows_to (const Trace *trace, uint64_t slice, uint64_t *ret_first);
TraceFlow trace_flow_into (const Trace *trace, uint64_t i);
uint64_t trace_flow_into_id (const Trace *trace, uint64_t i); /* the id of that flow; always exists */

/* Returns the API call that launched a device slice, or SLICE_NONE. O(log n). */
uint64_t trace_launch_of (const Trace *trace, uint64_t slice);

/* Does the same for a sequence of slices. Set *near to 0 before the first call and keep it between calls. O(log of the
 * number of flows between this slice and the last one). */
uint64_t trace_launch_of_near (const Trace *trace, uint64_t slice, uint64_t *near);

/* ---- ranks, devices, the file ---- */

typedef enum
{
  PROFILE_COMPLETED,
  PROFILE_STOPPED,     /* the file ends early */
  PROFILE_IN_PROGRESS, /* the file ends early and is still being written */
  PROFILE_FAILED,      /* the job that was recorded has failed */
  PROFILE_STOPPING,    /* it is being stopped */
  N_PROFILE_STATUSES
} ProfileStatus;

/* One process of the job: one source file. */
typedef struct
{
  int64_t number;
  int64_t world_size; /* 0 if the file does not say */
  uint32_t node;      /* track */
  uint32_t path;      /* string id of the source file's path */
  bool has_epoch;     /* its times are on the clock that all ranks share */
  ProfileStatus status;
  uint64_t first_setting, n_settings;
} TraceRank;

uint32_t trace_n_ranks (const Trace *trace);
const TraceRank *trace_rank (const Trace *trace, uint32_t rank); /* ascending by number */

/* A GPU with at least one activity. */
typedef struct
{
  uint32_t rank;  /* index of trace_rank () */
  int32_t number; /* number in its process */
  uint32_t name;  /* string id; of "" when the file does not say */
  uint32_t track;
} TraceDevice;

uint32_t trace_n_devices (const Trace *trace);
const TraceDevice *trace_device (const Trace *trace, uint32_t device); /* by rank, then number */

/* A key of the file outside its events, such as "distributedInfo". The value is its JSON text. */
typedef struct
{
  uint32_t key, value;
} TraceSetting;

const TraceSetting *trace_setting (const Trace *trace, uint64_t setting);

/* Counts of the events in the source files. */
typedef struct
{
  uint64_t total;   /* read, metadata included */
  uint64_t skipped; /* found but not read; total + skipped = events in the files */
  uint64_t slices;  /* X events and B/E and b/e pairs that became slices, without unfinished ones */
  uint64_t flows, counters, instants;
} EventCounts;

const EventCounts *trace_event_counts (const Trace *trace);

/* Number of X events per category as spelled in the file, ascending by spelling. */
typedef struct
{
  uint32_t category;
  uint64_t n;
} CategoryCount;

uint64_t trace_n_categories (const Trace *trace);
const CategoryCount *trace_category (const Trace *trace, uint64_t i);

/* Returns the format of the source, such as "kineto" or "chrome-json", in plain ASCII without spaces. */
const char *trace_format (const Trace *trace);
ProfileStatus trace_status (const Trace *trace);

/* Returns time 0 in nanoseconds since 1970. Returns false when the file does not say. */
bool trace_epoch_ns (const Trace *trace, int64_t *ret_epoch_ns);

/* Returns the first start and the last end of all slices, except the profiler's own span and slices whose time is far
 * from all others (trace/derive/time_extent.h). begin == end without slices. */
void trace_span (const Trace *trace, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* Identifies the profile wherever its files are. It is the XXH3-128 (canonical, big-endian) of the bytes of the source
 * file on disk, compressed or not. For a directory it is computed from the keys of the files that became ranks, one
 * after the other in order of their names; for a pipe, from the bytes that were read. All 0 for a profile that was not
 * read from a file. */
#define TRACE_KEY_BYTES 16
const uint8_t *trace_profile_key (const Trace *trace);

const HealthTable *trace_health (const Trace *trace);
