/* SPDX-License-Identifier: Apache-2.0
 *
 * What the sources that read the events of a line share: xspace_event.c reads an event, xspace_facts.c its stats,
 * xspace_device_args.c says what the work of a device is, and xspace_reading.c adds it to the rows of the line. */

#pragma once

#include "trace/import/tracks/launch_occupancy.h"
#include "trace/import/tracks/row_args.h"
#include "trace/import/xspace/xspace_details.h"
#include "trace/import/xspace/xspace_import.h"
#include "trace/import/xspace/xspace_plane.h"

/* Events with more stats are read twice. */
#define XSPACE_STATS_MAX 24

/* XEvent and XEventMetadata: the fields that hold stats. */
#define XSPACE_EVENT_STATS 4
#define XSPACE_NAMED_STATS 5

/* A line that is being read. */
typedef struct
{
  XSpaceImport *import;
  XSpacePlane *plane;
  const XSpaceLine *line;
  XSpaceShape shape; /* of a kernel whose details are not a name of the plane */
  GpuLimits limits;
  bool is_device;
  XSpaceLineWord word;
  int64_t stream;
  uint32_t place;
  uint32_t pid;                   /* string */
  int64_t n_steps;                /* events without a number so far, of a line of steps */
  int64_t begin_ns;               /* of the line, from the base of the rank's times if that is known before */
  bool is_absolute;               /* the line counts from 1970 */
  uint32_t tracks[N_SLICE_KINDS]; /* TRACE_NONE while there is none */
  uint32_t thread;                /* track likewise */
  uint32_t categories[N_SLICE_KINDS]; /* of events of devices; STRING_EMPTY while there is none */
} XSpaceReading;

/* What the stats of an event tell beside their arguments. */
typedef struct
{
  int64_t correlation;
  const char *kernel, *copy;
  size_t n_kernel, n_copy;
  XSpaceStatName *kernel_name; /* whose name the text of the kernel is, or NULL */
  bool is_memset, is_eager;
  bool has_step_number, has_group, has_step_name;
  int64_t step_number, group, step_name;
  bool has_producer, has_consumer;
  uint64_t producer, consumer;
  int64_t producer_type, consumer_type;
  double occupancy_percent;
  const char *allocator;
  size_t n_allocator;
  int64_t index_on_host, allocated, reserved, bytes, address; /* -1 if not told */
} XSpaceFacts;

typedef struct
{
  int64_t name_id, offset_ps, duration_ps;
  bool is_aggregate;
  ProtobufSpan span;
  ProtobufSpan stats[XSPACE_STATS_MAX]; /* the first of them */
  unsigned n_stats;
} XSpaceEvent;

/* Sets the place and the names of the line, which has no rows yet. */
void xspace_reading_begin (XSpaceReading *line);

/* Add what was read to the row of its kind, and count it. */
void xspace_reading_add_slice (XSpaceReading *line, SliceInput *slice);
void xspace_reading_add_instant (XSpaceReading *line, const SliceInput *slice);
void xspace_reading_add_flows (XSpaceReading *line, const SliceInput *slice, const XSpaceFacts *facts);

/* Counts an event that is not shown, and why. Returns false. */
bool xspace_reading_skip (XSpaceReading *line, HealthId id, int64_t offset);

/* Write the stats of an event itself, and those of its name, as arguments, and gather what they tell. */
void xspace_facts_put_own (XSpaceReading *line, RowArgs *args, const XSpaceEvent *event, XSpaceFacts *facts);
void xspace_facts_put_named (XSpaceReading *line, RowArgs *args, XSpaceEventName *name, XSpaceFacts *facts);

/* Writes the arguments that work of a device has in all formats, and sets its kind and, for a copy, its name. */
void xspace_device_args_put (XSpaceReading *line, RowArgs *args, SliceInput *slice, XSpaceFacts *facts);

/* Returns the string of the category of such a kind. */
uint32_t xspace_device_args_category (XSpaceReading *line, SliceKind kind);
