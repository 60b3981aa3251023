/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/profile_derive.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/large_memory.h"
#include "trace/derive/busy_index.h"
#include "trace/derive/name_totals.h"
#include "trace/derive/sample_peaks.h"
#include "trace/derive/step.h"
#include "trace/index/interval_index.h"
#include "trace/index/lod.h"

/* ---- indices ---- */

/* Indices of rows are collected in pieces of about this size. */
#define INDEX_BYTES ((size_t) 1 << 20)

static void
hand_over (SectionWriter *writer, SectionId id, U8Column *bytes)
{
  if (bytes->n > 0)
    section_writer_take (writer, id, bytes->at, bytes->n);
  *bytes = (U8Column){ 0 };
}

/* Makes room for n more bytes, 8-byte aligned like all before them. Returns NULL if memory runs out. */
static void *
add_bytes (U8Column *bytes, size_t n)
{
  if (!u8_column_reserve (bytes, n))
    return NULL;
  bytes->n += n;
  return bytes->at + bytes->n - n;
}

bool
profile_derive_indices (const Trace *trace, SectionWriter *writer)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n_index_bytes = 0, n_lod_bytes = 0;
  U8Column index = { 0 }, lod = { 0 };
  bool ok = true;

  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    {
      n_index_bytes += interval_index_length (trace_row (trace, r)->n_slices) * sizeof (int64_t);
      n_lod_bytes += lod_size_bytes (trace_row (trace, r)->n_slices);
    }
  section_writer_begin (writer, SECTION_INTERVAL_INDEX, SECTION_RAW, n_index_bytes);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, n_lod_bytes);
  for (uint32_t r = 0; r < trace_n_rows (trace) && ok; r++)
    {
      const TraceRow *row = trace_row (trace, r);
      const int64_t *start_ns = slices->start_ns + row->first_slice;
      const int64_t *dur_ns = slices->dur_ns + row->first_slice;
      void *row_index = add_bytes (&index, interval_index_length (row->n_slices) * sizeof (int64_t));
      void *row_lod = add_bytes (&lod, lod_size_bytes (row->n_slices));

      ok = row_index != NULL && row_lod != NULL;
      if (!ok)
        break;
      interval_index_build (start_ns, dur_ns, row->n_slices, row_index);
      lod_build (start_ns, dur_ns, slices->name + row->first_slice, row->n_slices, row_lod);
      if (index.n >= INDEX_BYTES)
        hand_over (writer, SECTION_INTERVAL_INDEX, &index);
      if (lod.n >= INDEX_BYTES)
        hand_over (writer, SECTION_LOD, &lod);
    }
  hand_over (writer, SECTION_INTERVAL_INDEX, &index);
  hand_over (writer, SECTION_LOD, &lod);
  if (ok)
    {
      section_writer_end (writer, SECTION_INTERVAL_INDEX, 0);
      section_writer_end (writer, SECTION_LOD, 0);
    }
  return ok;
}

/* ---- statistics ---- */

bool
profile_derive_busy (ProfileStatistics *statistics, const Trace *trace)
{
  uint32_t n = trace_n_devices (trace);
  BusyIndex **devices = calloc ((size_t) n + 1, sizeof *devices);
  BusyRecord *records = calloc ((size_t) n + 1, sizeof *records);
  uint64_t n_intervals = 0;
  bool ok = devices != NULL && records != NULL;

  for (uint32_t i = 0; i < n && ok; i++)
    if ((ok = (devices[i] = busy_index_new (trace, i)) != NULL))
      {
        records[i].first = n_intervals;
        busy_index_intervals (devices[i], &records[i].n);
        n_intervals += records[i].n;
      }
  statistics->busy = records;
  statistics->n_busy = n;
  statistics->busy_intervals = ok ? large_memory_new (n_intervals * sizeof *statistics->busy_intervals + 1) : NULL;
  statistics->n_busy_intervals = n_intervals;
  ok = statistics->busy_intervals != NULL;
  for (uint32_t i = 0; i < n && devices != NULL; i++)
    {
      if (ok && records[i].n > 0)
        memcpy (statistics->busy_intervals + records[i].first,
                busy_index_intervals (devices[i], &records[i].n),
                records[i].n * sizeof *statistics->busy_intervals);
      busy_index_free (devices[i]);
    }
  free (devices);
  return ok;
}

bool
profile_derive_steps (ProfileStatistics *statistics, const Trace *trace)
{
  StepTable *steps = step_table_new (trace, NULL, NULL);
  uint64_t n = steps != NULL ? step_table_count (steps) : 0;
  StepRecord *records = steps != NULL ? calloc ((size_t) n + 1, sizeof *records) : NULL;

  for (uint64_t i = 0; i < n && records != NULL; i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      records[i] = (StepRecord){
        .rank = step->rank,
        .index = step->index,
        .has_number = step->has_number,
        .has_device = step->has_device,
        .is_truncated = step->is_truncated,
        .number = step->number,
        .slice = step->slice,
        .host_begin_ns = step->host_begin_ns,
        .host_end_ns = step->host_end_ns,
        .device_begin_ns = step->device_begin_ns,
        .device_end_ns = step->device_end_ns,
        .wall_ns = step->wall_ns,
        .busy_ns = step->busy_ns,
        .activities = step->activities,
      };
    }
  step_table_free (steps);
  statistics->steps = records;
  statistics->n_steps = (size_t) n;
  return records != NULL;
}

bool
profile_derive_name_totals (ProfileStatistics *statistics, const Trace *trace)
{
  NameTotals totals;

  if (!name_totals_compute (trace_slices (trace), &totals))
    return false;
  NameTotalRecord *records = calloc (totals.n + 1, sizeof *records);
  for (size_t i = 0; i < totals.n && records != NULL; i++)
    {
      const NameTotal *total = &totals.totals[i];

      records[i] = (NameTotalRecord){ total->name,     total->kind,   total->count,
                                      total->total_ns, total->min_ns, total->max_ns };
    }
  statistics->name_totals = records;
  statistics->n_name_totals = totals.n;
  name_totals_clear (&totals);
  return records != NULL;
}

bool
profile_derive_memory (ProfileStatistics *statistics, const MemorySource *source)
{
  return memory_find (source, &statistics->memory);
}

bool
profile_derive_peaks (const double *values, uint64_t n, SectionWriter *writer)
{
  size_t n_bytes = (size_t) sample_peaks_length (n) * sizeof (SamplePeak);
  SamplePeak *peaks = malloc (n_bytes + 1);

  if (peaks == NULL)
    return false;
  sample_peaks_build (values, n, peaks);
  section_writer_put_taken (writer, SECTION_SAMPLE_PEAKS, peaks, n_bytes);
  return true;
}

static void
write_memory (MemoryFound *memory, SectionWriter *writer)
{
  section_writer_put_taken (writer, SECTION_MEMORY_SERIES, memory->series,
                            memory->n_series * sizeof *memory->series);
  section_writer_put_taken (writer, SECTION_MEMORY_TIME, memory->time_ns, memory->n * sizeof *memory->time_ns);
  section_writer_put_taken (writer, SECTION_MEMORY_VALUE, memory->value, memory->n * sizeof *memory->value);
  section_writer_put_taken (writer, SECTION_MEMORY_PEAKS, memory->peaks,
                            (size_t) sample_peaks_length (memory->n) * sizeof *memory->peaks);
}

void
profile_statistics_write (ProfileStatistics *statistics, SectionWriter *writer)
{
  section_writer_put_taken (writer, SECTION_BUSY_DEVICES, statistics->busy,
                            statistics->n_busy * sizeof *statistics->busy);
  section_writer_put_taken (writer, SECTION_BUSY_INTERVALS, statistics->busy_intervals,
                            statistics->n_busy_intervals * sizeof *statistics->busy_intervals);
  section_writer_put_taken (writer, SECTION_STEPS, statistics->steps,
                            statistics->n_steps * sizeof *statistics->steps);
  section_writer_put_taken (writer, SECTION_NAME_TOTALS, statistics->name_totals,
                            statistics->n_name_totals * sizeof *statistics->name_totals);
  write_memory (&statistics->memory, writer);
  *statistics = (ProfileStatistics){ 0 };
}

void
profile_statistics_clear (ProfileStatistics *statistics)
{
  free (statistics->busy);
  free (statistics->busy_intervals);
  free (statistics->steps);
  free (statistics->name_totals);
  memory_found_clear (&statistics->memory);
  *statistics = (ProfileStatistics){ 0 };
}

bool
profile_derive_statistics (const Trace *trace, const MemorySource *memory, SectionWriter *writer)
{
  ProfileStatistics statistics = { 0 };
  bool ok = profile_derive_busy (&statistics, trace) && profile_derive_steps (&statistics, trace)
            && profile_derive_name_totals (&statistics, trace) && profile_derive_memory (&statistics, memory);

  if (ok)
    profile_statistics_write (&statistics, writer);
  profile_statistics_clear (&statistics);
  return ok;
}
