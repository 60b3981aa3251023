/* SPDX-License-Identifier: Apache-2.0
 *
 * What a native file has so that opening it is no work: indices and statistics that follow from the rest. */

#pragma once

#include "trace/derive/memory_find.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"
#include "trace/section/section_writer.h"

/* Interval index and level of detail of each row. trace: needs no more than slices and rows. False: out of memory
 * (that of the writer is told by section_writer_finish ()). O(slices). */
bool profile_derive_indices (const Trace *trace, SectionWriter *writer);

/* What is summed up of all slices and instants, before it is written. */
typedef struct
{
  BusyRecord *busy; /* one a device */
  BusyInterval *busy_intervals;
  StepRecord *steps;
  NameTotalRecord *name_totals;
  size_t n_busy, n_busy_intervals, n_steps, n_name_totals;
  MemoryFound memory;
} ProfileStatistics;

/* Each fills its part of statistics, which is all zeros at first; they may run at the same time. trace: needs slices,
 * rows, tracks and texts; busy also devices, steps also flows. False: out of memory. O(slices x log slices). */
bool profile_derive_busy (ProfileStatistics *statistics, const Trace *trace);
bool profile_derive_steps (ProfileStatistics *statistics, const Trace *trace);
bool profile_derive_name_totals (ProfileStatistics *statistics, const Trace *trace);

/* Likewise, of instants. O(instants + changes x log changes). */
bool profile_derive_memory (ProfileStatistics *statistics, const MemorySource *source);

/* The sections of all of them; statistics is empty afterwards. */
void profile_statistics_write (ProfileStatistics *statistics, SectionWriter *writer);
void profile_statistics_clear (ProfileStatistics *statistics);

/* All of that in one. memory: of the trace. */
bool profile_derive_statistics (const Trace *trace, const MemorySource *memory, SectionWriter *writer);

/* The peaks of n samples. False: out of memory. O(n). */
bool profile_derive_peaks (const double *values, uint64_t n, SectionWriter *writer);
