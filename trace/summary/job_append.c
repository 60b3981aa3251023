/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/job_append.h"

#include "trace/derive/step.h"

static uint32_t
text_of (TraceBuilder *builder, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  return trace_builder_string (builder, text, length);
}

static bool
append_ranks (TraceBuilder *builder, const Trace *trace, JobInput *job)
{
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      JobRankRecord record = trace_job (trace)->ranks[r];

      record.begin_ns = trace_time_clamp (record.begin_ns);
      record.end_ns = MAX (trace_time_clamp (record.end_ns), record.begin_ns);
      record.format = text_of (builder, trace, record.format);
      record.zero = 0;
      if (!job_rank_column_push (&job->ranks, record))
        return false;
    }
  return true;
}

static bool
append_devices (const Trace *trace, JobInput *job)
{
  const JobTables *tables = trace_job (trace);
  uint64_t at = 0;
  bool ok = true;

  for (uint32_t d = 0; d < trace_n_devices (trace) && ok; d++)
    {
      JobDeviceRecord record = tables->devices[d];

      record.n_streams = MIN (record.n_streams, tables->n_streams - at);
      ok = job_device_column_push (&job->devices, record);
      for (uint64_t i = 0; i < record.n_streams && ok; i++)
        ok = job_stream_column_push (&job->streams, tables->streams[at++]);
    }
  return ok;
}

static bool
append_steps (const Trace *trace, uint32_t first_rank, JobInput *job)
{
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  bool ok = steps != NULL;

  for (uint64_t i = 0; ok && i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      const StepRecord stored = {
        .rank = first_rank + step->rank,
        .has_device = step->has_device,
        .is_truncated = step->is_truncated,
        .device_begin_ns = trace_time_clamp (step->device_begin_ns) - step->host_begin_ns,
        .device_end_ns = trace_time_clamp (step->device_end_ns) - step->host_begin_ns,
        .wall_ns = step->wall_ns,
        .busy_ns = step->busy_ns,
        .activities = step->activities,
      };

      ok = job_stored_step_column_push (&job->stored_steps, stored)
           && job_step_column_push (&job->steps, trace_job (trace)->steps[i]);
    }
  return ok;
}

static bool
append_row (TraceBuilder *builder, const Trace *trace, JobRowRecord row, uint32_t first_rank, JobInput *job)
{
  const JobTables *tables = trace_job (trace);
  uint64_t first_bin = row.first_bin, first_precision = row.first_precision;
  bool ok = true;

  row.rank += first_rank;
  row.name = text_of (builder, trace, row.name);
  row.zero = 0;
  row.first_bin = job->bins.n;
  row.first_precision = job->precisions.n;
  for (uint32_t i = 0; i < row.n_bins && ok; i++)
    ok = job_bin_column_push (&job->bins, tables->bins[first_bin + i]);
  for (uint32_t i = 0; i < row.n_precisions && ok; i++)
    {
      JobPrecisionRecord precision = tables->precisions[first_precision + i];

      precision.precision = text_of (builder, trace, precision.precision);
      precision.zero = 0;
      ok = job_precision_column_push (&job->precisions, precision);
    }
  return ok && job_row_column_push (&job->rows, row);
}

/* Rows of a forged file may share bins: what is copied is bounded by the bins that there are. */
static bool
append_rows (TraceBuilder *builder, const Trace *trace, uint32_t first_rank, JobInput *job)
{
  const JobTables *tables = trace_job (trace);
  uint64_t n_bins = 0, n_precisions = 0;
  bool ok = true;

  for (uint64_t i = 0; i < tables->n_rows && ok; i++)
    {
      JobRowRecord row = trace_job_row (trace, i);

      row.n_bins = (uint32_t) MIN (row.n_bins, tables->n_bins - n_bins);
      row.n_precisions = (uint32_t) MIN (row.n_precisions, tables->n_precisions - n_precisions);
      n_bins += row.n_bins;
      n_precisions += row.n_precisions;
      ok = row.count == 0 || append_row (builder, trace, row, first_rank, job);
    }
  return ok;
}

static bool
append_parts (const Trace *trace, uint32_t first_device, JobInput *job)
{
  const JobTables *tables = trace_job (trace);
  bool ok = true;

  for (uint64_t i = 0; i < tables->n_parts && ok; i++)
    {
      JobPartRecord part = tables->parts[i];

      if (part.device >= trace_n_devices (trace))
        continue;
      part.device += first_device;
      part.zero = 0;
      ok = job_part_column_push (&job->parts, part);
    }
  return ok;
}

bool
job_append (TraceBuilder *builder, const Trace *trace, JobInput *job)
{
  uint32_t first_rank = (uint32_t) job->ranks.n, first_device = (uint32_t) job->devices.n;

  return append_ranks (builder, trace, job) && append_devices (trace, job)
         && append_steps (trace, first_rank, job) && append_rows (builder, trace, first_rank, job)
         && append_parts (trace, first_device, job);
}
