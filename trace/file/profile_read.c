/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/profile_read.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "trace/derive/sample_peaks.h"
#include "trace/file/profile_reading.h"
#include "trace/index/interval_index.h"
#include "trace/index/lod.h"
#include "trace/model/trace_private.h"
#include "trace/text/trace_error.h"

_Static_assert(sizeof (TraceInstant) == 32 && offsetof (TraceInstant, scope) == 12
                 && offsetof (TraceInstant, time_ns) == 16 && offsetof (TraceInstant, args) == 24,
               "instants lie in the file as in memory");
_Static_assert(sizeof (TraceFlow) == 24 && offsetof (TraceFlow, kind) == 16
                 && offsetof (TraceFlow, category) == 20,
               "flows lie in the file as in memory");

bool
profile_is_wrong (ProfileReading *reading, SectionId id)
{
  reading->wrong = id;
  return false;
}

static bool
find_array (const ProfileReading *reading,
            SectionId id,
            size_t width,
            const void **ret_items,
            uint64_t *ret_n)
{
  if (reading->map != NULL)
    return section_map_array (reading->map, id, width, ret_items, ret_n);

  uint64_t n_bytes = section_writer_size_bytes (reading->writer, id);
  *ret_items = (const uint8_t *) reading->trace->building + section_writer_at (reading->writer, id);
  *ret_n = n_bytes / width;
  return n_bytes % width == 0;
}

bool
profile_take_array (ProfileReading *reading,
                    SectionId id,
                    size_t width,
                    const void *ret_items,
                    uint64_t *ret_n)
{
  const void *items;

  if (!find_array (reading, id, width, &items, ret_n))
    return profile_is_wrong (reading, id);
  memcpy ((void *) (uintptr_t) ret_items, &items, sizeof items);
  return true;
}

bool
profile_take_table (ProfileReading *reading,
                    SectionId id,
                    size_t width,
                    const void *ret_records,
                    uint64_t *ret_n)
{
  const void *records;

  if (!find_array (reading, id, width, &records, ret_n))
    return profile_is_wrong (reading, id);
  free (reading->table);
  reading->table = malloc ((size_t) *ret_n * width + 1);
  if (reading->table == NULL)
    return false;
  memcpy (reading->table, records, (size_t) *ret_n * width);
  memcpy ((void *) (uintptr_t) ret_records, &reading->table, sizeof reading->table);
  return true;
}

bool
profile_take_column (ProfileReading *reading, SectionId id, size_t width, uint64_t n, const void *ret_items)
{
  uint64_t n_here;

  return profile_take_array (reading, id, width, ret_items, &n_here)
         && (n_here == n || profile_is_wrong (reading, id));
}

/* ---- columns ---- */

static bool
read_slices (ProfileReading *reading)
{
  SliceColumns *slices = &reading->trace->slices;
  uint64_t n;

  if (!profile_take_array (reading, SECTION_SLICE_START, sizeof (int64_t), &slices->start_ns, &n))
    return false;
  slices->n = reading->n_slices = n;
  return profile_take_column (reading, SECTION_SLICE_DURATION, sizeof (int64_t), n, &slices->dur_ns)
         && profile_take_column (reading, SECTION_SLICE_NAME, sizeof (uint32_t), n, &slices->name)
         && profile_take_column (reading, SECTION_SLICE_CATEGORY, sizeof (uint32_t), n, &slices->category)
         && profile_take_column (reading, SECTION_SLICE_TRACK, sizeof (uint32_t), n, &slices->track)
         && profile_take_column (reading, SECTION_SLICE_KIND, sizeof (uint8_t), n, &slices->kind)
         && profile_take_column (reading, SECTION_SLICE_FLAGS, sizeof (uint8_t), n, &slices->flags)
         && profile_take_column (reading, SECTION_SLICE_CORRELATION, sizeof (int64_t), n,
                                 &slices->correlation);
}

static bool
read_arguments (ProfileReading *reading)
{
  Trace *trace = reading->trace;

  return profile_take_column (reading, SECTION_SLICE_ARGUMENTS, sizeof (uint64_t), trace->slices.n,
                              &trace->slices.args)
         && profile_take_array (reading, SECTION_ARGUMENTS, 1, &trace->args, &trace->n_args_bytes);
}

static bool
read_instants (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  uint64_t n;

  if (!profile_take_array (reading, SECTION_INSTANTS, sizeof (TraceInstant), &trace->instants.at, &n))
    return false;
  trace->instants.n = (size_t) n;
  return true;
}

static bool
read_samples (ProfileReading *reading)
{
  Trace *trace = reading->trace;

  return profile_take_array (reading, SECTION_SAMPLE_TIME, sizeof (int64_t), &trace->samples.time_ns,
                             &trace->samples.n)
         && profile_take_column (reading, SECTION_SAMPLE_VALUE, sizeof (double), trace->samples.n,
                                 &trace->samples.value);
}

static bool
read_flows (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  uint64_t n;

  if (!profile_take_array (reading, SECTION_FLOWS, sizeof (TraceFlow), &trace->flows.at, &n)
      || !profile_take_column (reading, SECTION_FLOWS_INTO, sizeof (uint64_t), n, &trace->flows_into.at))
    return false;
  trace->flows.n = trace->flows_into.n = (size_t) n;
  return true;
}

static bool
read_indices (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const int64_t *index = NULL;
  const uint8_t *lod = NULL;
  uint64_t n_index, n_lod_bytes, index_at = 0, lod_at = 0;

  if (!profile_take_array (reading, SECTION_INTERVAL_INDEX, sizeof *index, &index, &n_index)
      || !profile_take_array (reading, SECTION_LOD, 1, &lod, &n_lod_bytes))
    return false;
  for (size_t r = 0; r < trace->rows.n; r++)
    {
      TraceRow *row = &trace->rows.at[r];

      row->index = index + index_at;
      row->lod = lod + lod_at;
      index_at += interval_index_length (row->n_slices);
      lod_at += lod_size_bytes (row->n_slices);
      if (index_at > n_index)
        return profile_is_wrong (reading, SECTION_INTERVAL_INDEX);
      if (lod_at > n_lod_bytes)
        return profile_is_wrong (reading, SECTION_LOD);
    }
  return true;
}

/* ---- derived ---- */

static bool
read_busy (ProfileReading *reading)
{
  Trace *trace = reading->trace;

  if (!profile_take_column (reading, SECTION_BUSY_DEVICES, sizeof (BusyRecord), trace->devices.n,
                            &trace->busy)
      || !profile_take_array (reading, SECTION_BUSY_INTERVALS, sizeof (BusyInterval), &trace->busy_intervals,
                              &trace->n_busy_intervals))
    return false;
  for (size_t i = 0; i < trace->devices.n; i++)
    if (trace->busy[i].first > trace->n_busy_intervals
        || trace->busy[i].n > trace->n_busy_intervals - trace->busy[i].first)
      return profile_is_wrong (reading, SECTION_BUSY_DEVICES);
  return true;
}

static bool
read_steps (ProfileReading *reading)
{
  Trace *trace = reading->trace;

  if (!profile_take_array (reading, SECTION_STEPS, sizeof (StepRecord), &trace->steps, &trace->n_steps))
    return false;
  for (uint64_t i = 0; i < trace->n_steps; i++)
    if (trace->steps[i].rank >= trace->ranks.n || trace->steps[i].slice >= trace->slices.n
        || (i > 0 && trace->steps[i].rank < trace->steps[i - 1].rank))
      return profile_is_wrong (reading, SECTION_STEPS);
  return true;
}

/* Returns whether the file has a section that may be left out. */
static bool
has_section (const ProfileReading *reading, SectionId id)
{
  uint64_t n_bytes;

  return section_map_stored (reading->map, id, &n_bytes) != NULL;
}

/* The tables of a profile of summaries. Their contents are checked where they are used. */
static bool
read_job (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  JobTables *job = &trace->job;

  return !has_section (reading, SECTION_JOB_RANKS)
         || (profile_take_column (reading, SECTION_JOB_DEVICES, sizeof *job->devices, trace->devices.n, &job->devices)
             && profile_take_column (reading, SECTION_JOB_STEPS, sizeof *job->steps, trace->n_steps, &job->steps)
             && profile_take_array (reading, SECTION_JOB_STREAMS, sizeof *job->streams, &job->streams, &job->n_streams)
             && profile_take_array (reading, SECTION_JOB_ROWS, sizeof *job->rows, &job->rows, &job->n_rows)
             && profile_take_array (reading, SECTION_JOB_BINS, sizeof *job->bins, &job->bins, &job->n_bins)
             && profile_take_array (reading, SECTION_JOB_PRECISIONS, sizeof *job->precisions, &job->precisions,
                                    &job->n_precisions)
             && profile_take_array (reading, SECTION_JOB_PARTS, sizeof *job->parts, &job->parts, &job->n_parts)
             && profile_take_column (reading, SECTION_JOB_RANKS, sizeof *job->ranks, trace->ranks.n, &job->ranks));
}

static bool
read_name_totals (ProfileReading *reading)
{
  /* This section is optional. */
  return !has_section (reading, SECTION_NAME_TOTALS)
         || profile_take_array (reading, SECTION_NAME_TOTALS, sizeof (NameTotalRecord),
                                &reading->trace->name_totals, &reading->trace->n_name_totals);
}

static bool
series_are_sound (const Trace *trace, const MemoryRecord *records, uint64_t n)
{
  uint64_t n_left = trace->memory_samples.n;

  for (uint64_t i = 0; i < n; i++)
    {
      const MemoryRecord record = records[i];

      if (record.track >= trace->tracks.n || (i > 0 && record.track <= records[i - 1].track)
          || (trace->tracks.at[record.track].kind != TRACK_DEVICE
              && trace->tracks.at[record.track].kind != TRACK_PROCESS)
          || record.n == 0 || record.n > n_left)
        return false;
      n_left -= record.n;
    }
  return n_left == 0;
}

static bool
read_memory (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  SampleColumns *samples = &trace->memory_samples;

  /* Files of version 1.0 lack it. */
  if (!has_section (reading, SECTION_MEMORY_SERIES))
    return true;
  return profile_take_array (reading, SECTION_MEMORY_TIME, sizeof (int64_t), &samples->time_ns, &samples->n)
         && profile_take_column (reading, SECTION_MEMORY_VALUE, sizeof (double), samples->n, &samples->value)
         && profile_take_column (reading, SECTION_MEMORY_PEAKS, sizeof (SamplePeak),
                                 sample_peaks_length (samples->n), &samples->peaks)
         && profile_take_array (reading, SECTION_MEMORY_SERIES, sizeof (MemoryRecord), &trace->memory,
                                &trace->n_memory)
         && (series_are_sound (trace, trace->memory, trace->n_memory)
             || profile_is_wrong (reading, SECTION_MEMORY_SERIES));
}

static bool
read_peaks (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  SampleColumns *samples = &trace->samples;
  uint64_t n = sample_peaks_length (samples->n);

  if (has_section (reading, SECTION_SAMPLE_PEAKS))
    return profile_take_column (reading, SECTION_SAMPLE_PEAKS, sizeof (SamplePeak), n, &samples->peaks);
  /* Files of version 1.0 lack them. */
  trace->own_peaks = malloc ((size_t) n * sizeof *trace->own_peaks + 1);
  if (trace->own_peaks == NULL)
    return false;
  sample_peaks_build (samples->value, samples->n, trace->own_peaks);
  samples->peaks = trace->own_peaks;
  return true;
}

/* ---- names ---- */

static bool
read_display_names (ProfileReading *reading)
{
  Trace *trace = reading->trace;

  return profile_take_array (reading, SECTION_DISPLAY_ENTRIES, sizeof (DisplayRecord), &trace->display,
                             &trace->n_display)
         && profile_take_array (reading, SECTION_DISPLAY_BYTES, 1, &trace->display_bytes,
                                &trace->n_display_bytes);
}

/* ---- all of it ---- */

static void
set_error (const ProfileReading *reading, const char *path, GError **error)
{
  if (reading->wrong != 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                 "%s: its section \"%s\" is damaged. Open the source file again, or convert it again.", path,
                 section_id_name (reading->wrong));
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.", path);
}

/* Returns the trace if everything was read. */
static Trace *
end_reading (ProfileReading *reading, bool is_whole, const char *path, GError **error)
{
  free (reading->table);
  if (is_whole)
    return reading->trace;
  trace_unref (reading->trace);
  set_error (reading, path, error);
  return NULL;
}

Trace *
profile_read (SectionMap *map, const char *path, GError **error)
{
  ProfileReading reading = { .trace = trace_new (), .map = map };

  if (reading.trace == NULL)
    section_map_free (map);
  else
    {
      reading.trace->map = map;
      memcpy (reading.trace->key, section_map_key (map), TRACE_KEY_BYTES);
    }
  bool ok = reading.trace != NULL && read_slices (&reading) && read_arguments (&reading)
            && read_instants (&reading) && read_samples (&reading) && read_flows (&reading)
            && profile_read_tables (&reading) && read_display_names (&reading) && read_indices (&reading)
            && read_busy (&reading) && read_steps (&reading) && read_job (&reading) && read_name_totals (&reading)
            && read_memory (&reading) && read_peaks (&reading);
  return end_reading (&reading, ok, path, error);
}

static bool
map_written (Trace *trace, int fd, SectionWriter *writer)
{
  struct stat info;

  if (!section_writer_drain (writer) || fstat (fd, &info) != 0)
    return false;
  void *map = mmap (NULL, (size_t) info.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED)
    return false;
  trace->building = map;
  trace->n_building_bytes = (size_t) info.st_size;
  return true;
}

Trace *
profile_read_written (int fd,
                      SectionWriter *writer,
                      TraceInstant *instants,
                      uint64_t n_instants,
                      const char *path,
                      GError **error)
{
  ProfileReading reading = { .trace = trace_new (), .writer = writer };

  bool ok = reading.trace != NULL && map_written (reading.trace, fd, writer);

  if (ok)
    {
      reading.trace->instants = (InstantColumn){ instants, (size_t) n_instants, (size_t) n_instants };
      ok = read_slices (&reading) && read_samples (&reading) && read_flows (&reading)
           && profile_read_tables (&reading);
    }
  return end_reading (&reading, ok, path, error);
}
