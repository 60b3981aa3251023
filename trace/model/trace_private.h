/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of a Trace, for the files that make and read one: trace.c, builder_finish.c and the files it calls. */

#pragma once

#include <stdatomic.h>

#include "trace/model/job_tables.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"
#include "trace/section/section_map.h"

COLUMN_DEFINE (TrackColumn, track_column, TraceTrack)
COLUMN_DEFINE (RowColumn, row_column, TraceRow)
COLUMN_DEFINE_LARGE (InstantColumn, instant_column, TraceInstant)
COLUMN_DEFINE_LARGE (FlowColumn, flow_column, TraceFlow)
COLUMN_DEFINE (RankColumn, rank_column, TraceRank)
COLUMN_DEFINE (DeviceColumn, device_column, TraceDevice)
COLUMN_DEFINE (SettingColumn, setting_column, TraceSetting)
COLUMN_DEFINE (CategoryColumn, category_column, CategoryCount)

/* Data that is derived from a profile when it is first requested and then kept with it. The structure of the room that
 * derives it begins with this one. */
typedef struct TraceDerived TraceDerived;
struct TraceDerived
{
  void (*free) (TraceDerived *derived);
};

/* NULL until first requested. */
typedef _Atomic (TraceDerived *) TraceDerivedSlot;

/* Size of the name of a format, with its NUL. */
#define TRACE_FORMAT_BYTES 32

/* Small tables are decoded into memory. Everything that grows with the events is read from the mapped file; while a
 * profile is being built, it is in memory or in the part of the file written so far. */
struct Trace
{
  atomic_int n_references;

  SectionMap *map; /* NULL while the profile is being built */

  StringTable *strings;
  ArgKeys *arg_keys;
  const uint8_t *args; /* of one that is being built: only while what follows from its flows is found */
  uint64_t n_args_bytes;
  const DisplayRecord *display;
  const char *display_bytes;
  uint64_t n_display, n_display_bytes;

  SliceColumns slices;
  void *building; /* the part of the file written so far, while it is being built */
  size_t n_building_bytes;

  TrackColumn tracks;
  RowColumn rows;

  bool owns_columns; /* those from here on, which are in memory while it is being built */
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

  /* Stored derived data; NULL if it must be computed. */
  const BusyRecord *busy; /* one per device */
  const BusyInterval *busy_intervals;
  uint64_t n_busy_intervals;
  const StepRecord *steps;
  uint64_t n_steps;
  const NameTotalRecord *name_totals;
  uint64_t n_name_totals;
  const MemoryRecord *memory; /* checked; n_memory records, whose samples are memory_samples */
  uint64_t n_memory;
  SampleColumns memory_samples;
  JobTables job;         /* ranks is NULL if the profile is not one of summaries */
  SamplePeak *own_peaks; /* samples.peaks where the file has none; owned */

  TraceDerivedSlot kernel_classes; /* owned; trace/classify/kernel_classes.h */

  uint8_t key[TRACE_KEY_BYTES];
  char format[TRACE_FORMAT_BYTES];
  ProfileStatus status;
  bool has_epoch;
  int64_t epoch_ns;
  int64_t begin_ns, end_ns;
  HealthTable health;
};

/* Returns an empty profile with one reference. Returns NULL when memory runs out. */
Trace *trace_new (void);
