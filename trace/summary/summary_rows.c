/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/summary_rows.h"

#include <string.h>

#include "trace/stats/device/device_stats.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/launch/launch_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "trace/stats/name_groups.h"
#include "trace/stats/quantile_sketch.h"

static uint32_t
text_of (TraceBuilder *builder, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  return trace_builder_string (builder, text, length);
}

/* ---- ranks and devices ---- */

/* The span of a trace with one rank is known; those of several are of their slices, without times far from all others. */
static void
find_span (const Trace *trace, uint32_t rank, JobRankRecord *record)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t least_ns, most_ns;
  bool any = false;

  trace_span (trace, &least_ns, &most_ns);
  record->begin_ns = least_ns;
  record->end_ns = most_ns;
  if (trace_n_ranks (trace) == 1)
    return;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint64_t i = track->first_slice; track->rank == rank && i < track->first_slice + track->n_slices;
           i++)
        {
          int64_t begin_ns = CLAMP (slice_start_ns (slices, i), least_ns, most_ns);
          int64_t end_ns = CLAMP (slice_end_ns (slices, i), least_ns, most_ns);

          if (slices->kind[i] == SLICE_PROFILER_SPAN)
            continue;
          record->begin_ns = any ? MIN (record->begin_ns, begin_ns) : begin_ns;
          record->end_ns = any ? MAX (record->end_ns, end_ns) : end_ns;
          any = true;
        }
    }
}

static bool
add_device (JobInput *job, const DeviceStats *device, int64_t origin_ns)
{
  const JobDeviceRecord record = {
    .activities = device->activities,
    .first_start_ns = device->first_start_ns - origin_ns,
    .last_end_ns = device->last_end_ns - origin_ns,
    .busy_ns = device->busy_ns,
    .kernel_busy_ns = device->kernel_busy_ns,
    .memcpy_busy_ns = device->memcpy_busy_ns,
    .memset_busy_ns = device->memset_busy_ns,
    .compute_ns = device->compute_ns,
    .communication_ns = device->communication_ns,
    .overlap_ns = device->overlap_ns,
    .exposed_communication_ns = device->exposed_communication_ns,
    .exposed_copy_ns = device->exposed_copy_ns,
    .n_streams = device->n_streams,
  };
  bool ok = job_device_column_push (&job->devices, record);

  for (uint32_t i = 0; i < device->n_streams && ok; i++)
    ok = job_stream_column_push (&job->streams,
                                 (JobStreamRecord){ device->streams[i].stream, device->streams[i].activities,
                                                    device->streams[i].busy_ns });
  return ok;
}

/* A device whose activities all lie outside of the span has no row in the statistics. */
static bool
add_devices (const StatsScope *scope, JobInput *job)
{
  DeviceStatsTable table;
  bool ok = device_stats_compute (scope, NULL, NULL, &table);
  uint32_t at = 0;

  for (uint32_t d = 0; d < trace_n_devices (scope->trace) && ok; d++)
    {
      const DeviceStats none = { .device = d };

      if (at < table.n && table.devices[at].device == d)
        ok = add_device (job, &table.devices[at++],
                         job->ranks.at[trace_device (scope->trace, d)->rank].begin_ns);
      else
        ok = add_device (job, &none, 0);
    }
  device_stats_clear (&table);
  return ok;
}

bool
summary_ranks_add (TraceBuilder *builder, const Trace *trace, const StepTable *steps, JobInput *job)
{
  StatsScope scope = stats_scope_whole (trace, steps);
  const char *format = trace_format (trace);

  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      JobRankRecord record = { .format = trace_builder_string (builder, format, strlen (format)) };

      find_span (trace, r, &record);
      if (!job_rank_column_push (&job->ranks, record))
        return false;
    }
  return add_devices (&scope, job);
}

/* ---- durations ---- */

/* Adds a row of n > 0 durations, which are sorted in place. */
static bool
add_row (JobInput *job, JobRowRecord row, int64_t *durations_ns, size_t n)
{
  Distribution distribution = distribution_of (durations_ns, n);

  row.count = n;
  row.total_ns = distribution.total_ns;
  row.min_ns = distribution.min_ns;
  row.max_ns = distribution.max_ns;
  row.deviation = distribution.stddev_ns * distribution.stddev_ns * (double) (n - 1);
  row.first_bin = job->bins.n;
  if (!quantile_sketch_append (&job->bins, durations_ns, n))
    return false;
  /* Of more durations than 2^32 none is known. */
  row.n_bins = (uint32_t) (job->bins.n - row.first_bin);
  return job_row_column_push (&job->rows, row);
}

static bool
add_precisions (TraceBuilder *builder,
                const PrecisionStats *precisions,
                uint32_t name,
                JobInput *job,
                JobRowRecord *row)
{
  const PrecisionOfName *times = precision_stats_name (precisions, name);

  row->first_precision = job->precisions.n;
  if (times == NULL)
    return true;
  row->amount = (int64_t) times->n_by_operands;
  for (int i = 0; i < N_PRECISIONS; i++)
    {
      const char *word = precision_word ((Precision) i);

      if (times->times.count[i] == 0)
        continue;
      row->n_precisions++;
      if (!job_precision_column_push (
            &job->precisions,
            (JobPrecisionRecord){ .precision = trace_builder_string (builder, word, strlen (word)),
                                  .count = times->times.count[i],
                                  .ns = times->times.ns[i] }))
        return false;
    }
  return true;
}

/* precisions is NULL for annotations. */
static bool
add_names (TraceBuilder *builder,
           const StatsScope *scope,
           JobRowWhat what,
           const PrecisionStats *precisions,
           JobInput *job)
{
  NameGroups groups;
  bool ok = true;

  if (!name_groups_collect (scope, what == JOB_KERNEL ? SLICE_KERNEL : SLICE_ANNOTATION, NULL, NULL, &groups))
    return false;
  for (uint32_t i = 0; i < groups.n_groups && ok; i++)
    {
      const NameGroup *group = &groups.groups[i];
      JobRowRecord row = { .rank = scope->rank,
                           .what = what,
                           .name = text_of (builder, scope->trace, group->name) };

      ok = (precisions == NULL || add_precisions (builder, precisions, group->name, job, &row))
           && add_row (job, row, groups.dur_ns + group->first, (size_t) group->n);
    }
  name_groups_clear (&groups);
  return ok;
}

static bool
add_kernels (TraceBuilder *builder, const StatsScope *scope, JobInput *job)
{
  PrecisionStats precisions;

  if (!precision_stats_compute (scope, NULL, NULL, &precisions))
    return false;
  bool ok = add_names (builder, scope, JOB_KERNEL, &precisions, job);
  precision_stats_clear (&precisions);
  return ok;
}

static bool
add_memory (TraceBuilder *builder, const StatsScope *scope, JobInput *job)
{
  MemoryStatsTable table;
  bool ok = memory_stats_compute (scope, NULL, NULL, &table);

  for (uint64_t i = 0; i < table.n && ok; i++)
    {
      const MemoryStats *kind = &table.kinds[i];

      ok = job_row_column_push (
        &job->rows, (JobRowRecord){ .rank = scope->rank,
                                    .what = kind->is_set ? JOB_MEMSET : JOB_MEMORY,
                                    .name = trace_builder_string (builder, kind->kind, strlen (kind->kind)),
                                    .count = kind->count,
                                    .total_ns = kind->total_ns,
                                    .amount = kind->bytes,
                                    .first_bin = job->bins.n,
                                    .first_precision = job->precisions.n });
    }
  if (ok)
    memory_stats_clear (&table);
  return ok;
}

static bool
add_launches (const StatsScope *scope, JobInput *job)
{
  JobRankRecord *rank = &job->ranks.at[scope->rank];
  I64Column latencies = { 0 };
  LaunchStats stats;
  bool ok = launch_stats_collect (scope, &stats, &latencies);

  rank->matched = stats.matched;
  rank->unmatched = stats.unmatched;
  rank->without_correlation = stats.without_correlation;
  ok = ok
       && (latencies.n == 0
           || add_row (
             job,
             (JobRowRecord){ .rank = scope->rank, .what = JOB_LATENCY, .first_precision = job->precisions.n },
             latencies.at, latencies.n));
  i64_column_clear (&latencies);
  return ok;
}

/* A trace counts its categories, not its ranks. */
static bool
add_categories (TraceBuilder *builder, const Trace *trace, JobInput *job)
{
  bool ok = true;

  for (uint64_t i = 0; i < trace_n_categories (trace) && ok; i++)
    ok = job_row_column_push (
      &job->rows, (JobRowRecord){ .what = JOB_CATEGORY,
                                  .name = text_of (builder, trace, trace_category (trace, i)->category),
                                  .count = trace_category (trace, i)->n,
                                  .first_bin = job->bins.n,
                                  .first_precision = job->precisions.n });
  return ok;
}

bool
summary_rows_add (TraceBuilder *builder, const Trace *trace, const StepTable *steps, JobInput *job)
{
  bool ok = add_categories (builder, trace, job);

  for (uint32_t r = 0; r < trace_n_ranks (trace) && ok; r++)
    {
      StatsScope scope = stats_scope_whole (trace, steps);

      stats_scope_limit (&scope, r, TRACE_NONE);
      ok = add_kernels (builder, &scope, job) && add_names (builder, &scope, JOB_ANNOTATION, NULL, job)
           && add_memory (builder, &scope, job) && add_launches (&scope, job);
    }
  return ok;
}
