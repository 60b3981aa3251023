/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of a Trace, for the files that make and read one: trace.c, builder_finish.c and what it calls. */

#pragma once

#include <stdatomic.h>

#include "trace/trace.h"

COLUMN_DEFINE (TrackColumn, track_column, TraceTrack)
COLUMN_DEFINE (RowColumn, row_column, TraceRow)
COLUMN_DEFINE (InstantColumn, instant_column, TraceInstant)
COLUMN_DEFINE (FlowColumn, flow_column, TraceFlow)
COLUMN_DEFINE (RankColumn, rank_column, TraceRank)
COLUMN_DEFINE (DeviceColumn, device_column, TraceDevice)
COLUMN_DEFINE (SettingColumn, setting_column, TraceSetting)
COLUMN_DEFINE (CategoryColumn, category_column, CategoryCount)

/* The columns of SliceColumns, owned. */
typedef struct
{
  int64_t *start_ns, *dur_ns, *correlation;
  uint64_t *args;
  uint32_t *name, *category, *track;
  uint8_t *kind, *flags;
} OwnedSlices;

struct Trace
{
  atomic_int n_references;

  StringTable *strings;
  ArgKeys *arg_keys;
  U8Column args_blob;
  char **display_names; /* by string id; NULL where the exact name is shown */
  uint32_t n_display_names;

  SliceColumns slices;
  OwnedSlices owned;
  TrackColumn tracks;
  RowColumn rows;
  int64_t *index; /* of all rows, one after the other */
  uint8_t *lod;

  InstantColumn instants;
  SampleColumns samples;
  I64Column sample_time_ns;
  F64Column sample_value;

  FlowColumn flows;     /* ascending by (from, to) */
  U64Column flows_into; /* flow ids, ascending by (to, from) */

  RankColumn ranks;
  DeviceColumn devices;
  SettingColumn settings;
  CategoryColumn categories;
  EventCounts events;

  uint8_t key[TRACE_KEY_BYTES];
  const char *format;
  ProfileStatus status;
  bool has_epoch;
  int64_t epoch_ns;
  int64_t begin_ns, end_ns;
  HealthTable health;
};
