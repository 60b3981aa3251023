/* SPDX-License-Identifier: Apache-2.0
 *
 * Derived data that a native file stores so that opening it is cheap: indices and statistics. */

#pragma once

#include "trace/derive/memory_find.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"
#include "trace/section/section_writer.h"

/* Writes the interval index and the level of detail of each row. trace needs only its slices and rows.
 * Returns false if memory runs out (section_writer_finish () reports if the writer ran out). O(slices). */
bool profile_derive_indices (const Trace *trace, SectionWriter *writer);

/* Statistics of all slices and instants, before they are written. */
typedef struct
{
  BusyRecord *busy; /* one per device */
  BusyInterval *busy_intervals;
  StepRecord *steps;
  NameTotalRecord *name_totals;
  size_t n_busy, n_busy_intervals, n_steps, n_name_totals;
  MemoryFound memory;
} ProfileStatistics;

/* Each fills its part of statistics, which is all zeros at first; they may run at the same time. trace needs
 * slices, rows, tracks and texts; busy also needs devices, steps also needs flows. Returns false if memory
 * runs out. O(slices x log slices). */
bool profile_derive_busy (ProfileStatistics *statistics, const Trace *trace);
bool profile_derive_steps (ProfileStatistics *statistics, const Trace *trace);
bool profile_derive_name_totals (ProfileStatistics *statistics, const Trace *trace);

/* Like these, for instants. O(instants + changes x log changes). */
bool profile_derive_memory (ProfileStatistics *statistics, const MemorySource *source);

/* Writes the sections of all statistics; statistics is empty afterwards. */
void profile_statistics_write (ProfileStatistics *statistics, SectionWriter *writer);
void profile_statistics_clear (ProfileStatistics *statistics);

/* Computes and writes all statistics. memory describes the instants of the trace. */
bool profile_derive_statistics (const Trace *trace, const MemorySource *memory, SectionWriter *writer);

/* Writes the peaks of n samples. Returns false if memory runs out. O(n). */
bool profile_derive_peaks (const double *values, uint64_t n, SectionWriter *writer);
