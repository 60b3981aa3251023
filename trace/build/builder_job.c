/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_job.h"
#include "trace/build/set_job.h"

#include <stdlib.h>
#include <string.h>

void
trace_builder_set_job (TraceBuilder *builder, JobInput *job)
{
  job_input_clear (&builder->job);
  builder->job = *job;
  builder->is_job = true;
  *job = (JobInput){ 0 };
}

/* ---- categories ---- */

static int
compare_categories (const void *a, const void *b, void *strings)
{
  const CategoryCount *x = a, *y = b;
  size_t n, m;
  const char *s = string_table_get (strings, x->category, &n);
  const char *t = string_table_get (strings, y->category, &m);
  int order = memcmp (s, t, n < m ? n : m);

  return order != 0 ? order : n < m ? -1 : n > m;
}

bool
builder_job_categories (const TraceBuilder *builder, Trace *trace)
{
  uint32_t n = string_table_count (trace->strings);
  uint64_t *counts = calloc (n + (size_t) 1, sizeof *counts);
  bool ok = counts != NULL;

  for (size_t i = 0; ok && i < builder->job.rows.n; i++)
    if (builder->job.rows.at[i].what == JOB_CATEGORY && builder->job.rows.at[i].name < n)
      counts[builder->job.rows.at[i].name] += builder->job.rows.at[i].count;
  for (uint32_t id = 0; ok && id < n; id++)
    if (counts[id] > 0)
      ok = category_column_push (&trace->categories, (CategoryCount){ id, counts[id] });
  if (trace->categories.n > 0)
    qsort_r (trace->categories.at, trace->categories.n, sizeof *trace->categories.at, compare_categories,
             trace->strings);
  free (counts);
  return ok;
}

/* ---- steps ---- */

static void
take_step (StepRecord *step, const StepRecord *stored)
{
  step->has_device = stored->has_device;
  step->device_begin_ns = stored->has_device ? step->host_begin_ns + stored->device_begin_ns : 0;
  step->device_end_ns = stored->has_device ? step->host_begin_ns + stored->device_end_ns : 0;
  step->is_truncated = stored->is_truncated;
  step->wall_ns = stored->wall_ns;
  step->busy_ns = stored->busy_ns;
  step->activities = stored->activities;
}

/* Both ascend by rank. */
bool
builder_job_steps (TraceBuilder *builder, ProfileStatistics *statistics, const uint32_t *rank_map)
{
  const JobInput *job = &builder->job;
  JobStepColumn steps = { 0 };
  size_t at = 0;

  if (!job_step_column_reserve (&steps, statistics->n_steps))
    return false;
  for (size_t first = 0, end; first < statistics->n_steps; first = end)
    {
      uint32_t rank = statistics->steps[first].rank;
      size_t stored;

      for (end = first + 1; end < statistics->n_steps && statistics->steps[end].rank == rank;)
        end++;
      while (at < job->stored_steps.n && rank_map[job->stored_steps.at[at].rank] < rank)
        at++;
      for (stored = at; stored < job->stored_steps.n && rank_map[job->stored_steps.at[stored].rank] == rank;)
        stored++;
      for (size_t i = first; i < end; i++)
        if (stored - at == end - first)
          {
            take_step (&statistics->steps[i], &job->stored_steps.at[at + i - first]);
            steps.at[steps.n++] = job->steps.at[at + i - first];
          }
        else
          steps.at[steps.n++] = (JobStepRecord){ .memory_peak_bytes = -1 };
    }
  job_step_column_clear (&builder->job.steps);
  builder->job.steps = steps;
  return true;
}

/* ---- writing ---- */

/* What was found in the slices was found in the traces already. */
static void
take_health (const TraceBuilder *builder, Trace *trace)
{
  HealthRow no_common_clock = trace->health.rows[HEALTH_RANKS_NO_COMMON_CLOCK];

  trace->health = builder->health;
  trace->health.rows[HEALTH_RANKS_NO_COMMON_CLOCK] = no_common_clock;
}

bool
builder_job_write (TraceBuilder *builder, Trace *trace, const uint32_t *rank_map, const int64_t *shift_ns)
{
  JobInput *job = &builder->job;
  SectionWriter *writer = builder->writer;
  bool is_sound = job->ranks.n == trace->ranks.n && job->devices.n == trace->devices.n;

  for (uint32_t r = 0; r < builder->ranks.n && is_sound; r++)
    is_sound = rank_map[r] == r;
  if (!is_sound)
    {
      builder->failed = true;
      return false;
    }
  for (size_t r = 0; r < job->ranks.n; r++)
    {
      job->ranks.at[r].begin_ns += shift_ns[r];
      job->ranks.at[r].end_ns += shift_ns[r];
    }
  take_health (builder, trace);
  section_writer_put_lent (writer, SECTION_JOB_RANKS, job->ranks.at, job->ranks.n * sizeof *job->ranks.at);
  section_writer_put_lent (writer, SECTION_JOB_DEVICES, job->devices.at,
                           job->devices.n * sizeof *job->devices.at);
  section_writer_put_lent (writer, SECTION_JOB_STREAMS, job->streams.at,
                           job->streams.n * sizeof *job->streams.at);
  section_writer_put_lent (writer, SECTION_JOB_STEPS, job->steps.at, job->steps.n * sizeof *job->steps.at);
  section_writer_put_lent (writer, SECTION_JOB_ROWS, job->rows.at, job->rows.n * sizeof *job->rows.at);
  section_writer_put_lent (writer, SECTION_JOB_BINS, job->bins.at, job->bins.n * sizeof *job->bins.at);
  section_writer_put_lent (writer, SECTION_JOB_PRECISIONS, job->precisions.at,
                           job->precisions.n * sizeof *job->precisions.at);
  section_writer_put_lent (writer, SECTION_JOB_PARTS, job->parts.at, job->parts.n * sizeof *job->parts.at);
  return true;
}
