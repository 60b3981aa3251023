/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of a Trace, for the files that make and read one: trace.c, builder_finish.c and what it calls. */

#pragma once

#include <stdatomic.h>

#include "trace/model/profile_records.h"
#include "trace/model/trace.h"
#include "trace/section/section_map.h"

COLUMN_DEFINE (TrackColumn, track_column, TraceTrack)
COLUMN_DEFINE (RowColumn, row_column, TraceRow)
COLUMN_DEFINE (InstantColumn, instant_column, TraceInstant)
COLUMN_DEFINE (FlowColumn, flow_column, TraceFlow)
COLUMN_DEFINE (RankColumn, rank_column, TraceRank)
COLUMN_DEFINE (DeviceColumn, device_column, TraceDevice)
COLUMN_DEFINE (SettingColumn, setting_column, TraceSetting)
COLUMN_DEFINE (CategoryColumn, category_column, CategoryCount)

/* What is derived from a profile when it is first asked for, and then kept with it. The room that derives it begins
 * its structure with this. */
typedef struct TraceDerived TraceDerived;
struct TraceDerived
{
  void (*free) (TraceDerived *derived);
};

/* NULL until somebody has asked for it. */
typedef _Atomic (TraceDerived *) TraceDerivedSlot;

/* The word for a format, with its NUL. */
#define TRACE_FORMAT_BYTES 32

/* Tables of a few entries are decoded; everything that grows with the events lies in the file, or, while a profile is
 * being built, in memory or in what was written of the file so far. */
struct Trace
{
  atomic_int n_references;

  SectionMap *map; /* NULL: being built */

  StringTable *strings;
  ArgKeys *arg_keys;
  const uint8_t *args; /* of one that is being built: only while what follows from its flows is found */
  uint64_t n_args_bytes;
  const DisplayRecord *display;
  const char *display_bytes;
  uint64_t n_display, n_display_bytes;

  SliceColumns slices;
  void *building; /* what is written of the file, while it is being built */
  size_t n_building_bytes;

  TrackColumn tracks;
  RowColumn rows;

  bool owns_columns; /* those from here on: gathered in memory while it is being built */
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

  /* Derived, to be had at once; NULL: to be computed. */
  const BusyRecord *busy; /* one a device */
  const BusyInterval *busy_intervals;
  uint64_t n_busy_intervals;
  const StepRecord *steps;
  uint64_t n_steps;
  const NameTotalRecord *name_totals;
  uint64_t n_name_totals;
  const MemoryRecord *memory; /* checked; n_memory of them take up memory_samples */
  uint64_t n_memory;
  SampleColumns memory_samples;
  SamplePeak *own_peaks; /* what samples.peaks is where the file has none */

  TraceDerivedSlot kernel_classes; /* owned; trace/classify/kernel_classes.h */

  uint8_t key[TRACE_KEY_BYTES];
  char format[TRACE_FORMAT_BYTES];
  ProfileStatus status;
  bool has_epoch;
  int64_t epoch_ns;
  int64_t begin_ns, end_ns;
  HealthTable health;
};

/* An empty one with one reference; NULL: out of memory. */
Trace *trace_new (void);
