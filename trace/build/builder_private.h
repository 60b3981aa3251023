/* SPDX-License-Identifier: Apache-2.0
 *
 * The data that builder.c collects and builder_finish.c turns into a native file. */

#pragma once

#include "trace/build/builder.h"
#include "trace/build/counter_log.h"
#include "trace/model/trace_private.h"
#include "trace/section/section_writer.h"

COLUMN_DEFINE_LARGE (SliceInputColumn, slice_input_column, SliceInput)
COLUMN_DEFINE_LARGE (FlowPointColumn, flow_point_column, FlowPoint)

typedef struct
{
  uint32_t track;
  int64_t time_ns;
  double value;
} SampleInput;

COLUMN_DEFINE_LARGE (SampleInputColumn, sample_input_column, SampleInput)

typedef struct
{
  uint32_t tracks[FLOW_POINT_TRACKS];
  uint32_t rank;
} FlowPlace;

COLUMN_DEFINE (FlowPlaceColumn, flow_place_column, FlowPlace)

typedef struct
{
  TraceRank rank;
  uint32_t first_of_file; /* index of the first rank of the same source file */
  int64_t base_ns;
  bool has_base;
  uint32_t node_name;
  SourceRecord source;
} RankInput;

COLUMN_DEFINE (RankInputColumn, rank_input_column, RankInput)

typedef struct
{
  uint32_t rank;
  int32_t number;
  uint32_t name;
} DeviceName;

COLUMN_DEFINE (DeviceNameColumn, device_name_column, DeviceName)

struct TraceBuilder
{
  bool failed;
  const char *format;
  uint32_t n_other_formats; /* set after it */
  uint8_t key[TRACE_KEY_BYTES];

  StringTable *strings;
  ArgKeys *arg_keys;

  int fd;
  bool owns_fd, is_partial;
  SectionWriter *writer; /* SECTION_ARGUMENTS is open until finish () */
  ArgsBlob args;
  uint64_t args_at;       /* where the section of arguments begins */
  uint64_t n_args_marked; /* bytes of arguments when the rank was begun */
  void *args_map;         /* the mapping that args.spilled points into */
  size_t n_args_map_bytes;

  RankInputColumn ranks;
  uint32_t current_rank; /* an index of ranks */
  RankInput no_rank;      /* written to, never read, once memory has run out */
  SettingColumn settings; /* grouped by rank */
  DeviceNameColumn device_names;
  TrackColumn tracks; /* .parent and .rank are as added */

  SliceInputColumn slices;
  InstantColumn instants;
  SampleInputColumn samples;
  CounterLogColumn logs;
  FlowPointColumn flow_points;
  FlowPlaceColumn places;

  EventCounts events;
  HealthTable health;

  bool is_job; /* a profile of summaries, whose tables are: */
  JobInput job;

  /* The state when the first rank of the file was begun, in case the file is dropped. */
  struct
  {
    size_t n_ranks, n_tracks, n_device_names, n_settings;
    size_t n_slices, n_instants, n_samples, n_logs, n_flow_points, n_places;
    uint32_t n_other_formats;
    EventCounts events;
    HealthTable health;
  } before;
};

/* Functions of builder_args.c. begin opens the section of arguments. end hands over all arguments and closes it. unmap
 * drops the mapping of what has been written. */
void builder_args_begin (TraceBuilder *builder);
void builder_args_end (TraceBuilder *builder);
void builder_args_unmap (TraceBuilder *builder);

/* mark remembers the current end of the arguments; rewind goes back to it. */
void builder_args_mark (TraceBuilder *builder);
void builder_args_rewind (TraceBuilder *builder);
