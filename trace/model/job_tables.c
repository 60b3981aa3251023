/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/job_tables.h"

#include <stdlib.h>

#include "trace/model/trace_private.h"

COLUMN_IMPLEMENT (JobRankColumn, job_rank_column)
COLUMN_IMPLEMENT (JobDeviceColumn, job_device_column)
COLUMN_IMPLEMENT (JobStreamColumn, job_stream_column)
COLUMN_IMPLEMENT (JobStepColumn, job_step_column)
COLUMN_IMPLEMENT (JobStoredStepColumn, job_stored_step_column)
COLUMN_IMPLEMENT (JobRowColumn, job_row_column)
COLUMN_IMPLEMENT (JobBinColumn, job_bin_column)
COLUMN_IMPLEMENT (JobPrecisionColumn, job_precision_column)
COLUMN_IMPLEMENT (JobPartColumn, job_part_column)

bool
trace_is_job (const Trace *trace)
{
  return trace->job.ranks != NULL;
}

const JobTables *
trace_job (const Trace *trace)
{
  return &trace->job;
}

static bool
is_range (uint64_t first, uint64_t n, uint64_t n_all)
{
  return first <= n_all && n <= n_all - first;
}

JobRowRecord
trace_job_row (const Trace *trace, uint64_t i)
{
  JobRowRecord row = trace->job.rows[i];

  if (row.rank >= trace_n_ranks (trace) || row.what >= N_JOB_ROWS || row.name >= trace_n_strings (trace)
      || !is_range (row.first_bin, row.n_bins, trace->job.n_bins)
      || !is_range (row.first_precision, row.n_precisions, trace->job.n_precisions))
    row = (JobRowRecord){ 0 };
  return row;
}

void
job_input_clear (JobInput *input)
{
  job_rank_column_clear (&input->ranks);
  job_device_column_clear (&input->devices);
  job_stream_column_clear (&input->streams);
  job_step_column_clear (&input->steps);
  job_stored_step_column_clear (&input->stored_steps);
  job_row_column_clear (&input->rows);
  job_bin_column_clear (&input->bins);
  job_precision_column_clear (&input->precisions);
  job_part_column_clear (&input->parts);
}
