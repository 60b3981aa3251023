/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/summary_steps.h"

#include <stdlib.h>
#include <string.h>

#include "trace/derive/memory_use.h"
#include "trace/stats/step/step_breakdown.h"
#include "trace/stats/step/step_memory.h"

_Static_assert((int) JOB_STEP_PARTS == (int) N_STEP_PARTS, "FORMAT.md");

static bool
add_step (JobInput *job, const TraceStep *step, const StepBreakdown *breakdown, int64_t peak_bytes)
{
  const TimeSplit *split = &breakdown->devices;
  JobStepRecord record = {
    .begin_ns = breakdown->begin_ns - step->host_begin_ns,
    .end_ns = breakdown->end_ns - step->host_begin_ns,
    .compute_ns = split->compute_ns,
    .exposed_communication_ns = split->exposed_communication_ns,
    .exposed_copy_ns = split->exposed_copy_ns,
    .idle_ns = split->idle_ns,
    .busy_ns = split->busy_ns,
    .total_ns = split->total_ns,
    .memory_peak_bytes = peak_bytes,
  };
  StepRecord stored = {
    .rank = step->rank,
    .has_device = step->has_device,
    .is_truncated = step->is_truncated,
    .device_begin_ns = step->device_begin_ns - step->host_begin_ns,
    .device_end_ns = step->device_end_ns - step->host_begin_ns,
    .wall_ns = step->wall_ns,
    .busy_ns = step->busy_ns,
    .activities = step->activities,
  };

  memcpy (record.parts_ns, breakdown->parts_ns, sizeof record.parts_ns);
  return job_step_column_push (&job->steps, record)
         && job_stored_step_column_push (&job->stored_steps, stored);
}

/* ---- kernels and launches ---- */

/* The steps of a rank. */
typedef struct
{
  const StepTable *steps;
  const StepBreakdown *breakdowns;
  JobStepRecord *records;
  size_t n;
} RankSteps;

/* Returns the last step that begins at a time or before, whatever it ends, or SIZE_MAX. by_wall counts from the begin of wall
 * times. */
static size_t
step_before (const RankSteps *of, int64_t time_ns, bool by_wall)
{
  size_t low = 0, high = of->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const StepBreakdown *breakdown = &of->breakdowns[middle];

      if ((by_wall ? breakdown->begin_ns : step_table_get (of->steps, breakdown->step)->host_begin_ns)
          <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low == 0 ? SIZE_MAX : low - 1;
}

/* Returns the step in which a call begins, or NULL. */
static JobStepRecord *
step_of_call (const RankSteps *of, int64_t time_ns)
{
  size_t i = step_before (of, time_ns, false);

  return i != SIZE_MAX && time_ns < step_table_get (of->steps, of->breakdowns[i].step)->host_end_ns
           ? &of->records[i]
           : NULL;
}

/* Returns the step in whose wall time a kernel begins, or NULL. */
static JobStepRecord *
step_of_begin (const RankSteps *of, int64_t time_ns)
{
  size_t i = step_before (of, time_ns, true);

  return i != SIZE_MAX && time_ns < of->breakdowns[i].end_ns ? &of->records[i] : NULL;
}

static void
count_kernels (const Trace *trace, const TraceTrack *track, const RankSteps *of)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t near = 0;

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED))
      {
        uint64_t launch = trace_launch_of_near (trace, i, &near);
        JobStepRecord *step = launch != SLICE_NONE ? step_of_call (of, slice_start_ns (slices, launch))
                                                   : step_of_begin (of, slice_start_ns (slices, i));

        if (step != NULL)
          step->kernels++;
      }
}

/* Flows ascend by call. */
static void
count_launches (const Trace *trace, const RankSteps *ranks)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t last = SLICE_NONE;

  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (flow.kind != FLOW_LAUNCH || flow.from == last
          || !slice_kind_is_gpu_activity ((SliceKind) slices->kind[flow.to]))
        continue;
      last = flow.from;
      uint32_t rank = trace_track (trace, trace_track_of (trace, flow.from))->rank;
      JobStepRecord *step =
        rank != TRACE_NONE ? step_of_call (&ranks[rank], slice_start_ns (slices, flow.from)) : NULL;

      if (step != NULL)
        step->launches++;
    }
}

/* records are those of the breakdowns, which ascend by rank. Returns false when memory runs out. */
static bool
count_work (const Trace *trace,
            const StepTable *steps,
            const StepBreakdownColumn *breakdowns,
            JobStepRecord *records)
{
  RankSteps *ranks = calloc (trace_n_ranks (trace) + (size_t) 1, sizeof *ranks);

  if (ranks == NULL)
    return false;
  for (size_t i = 0; i < breakdowns->n; i++)
    {
      RankSteps *of = &ranks[step_table_get (steps, breakdowns->at[i].step)->rank];

      if (of->n++ == 0)
        *of = (RankSteps){ steps, breakdowns->at + i, records + i, 1 };
    }
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM && trace_track (trace, t)->rank < trace_n_ranks (trace))
      count_kernels (trace, trace_track (trace, t), &ranks[trace_track (trace, t)->rank]);
  count_launches (trace, ranks);
  free (ranks);
  return true;
}

bool
summary_steps_add (const Trace *trace, const StepTable *steps, JobInput *job)
{
  StatsScope scope = stats_scope_whole (trace, steps);
  StepBreakdownColumn breakdowns;
  MemoryUse *use = memory_use_new (trace);
  int64_t *peaks_bytes = malloc ((size_t) (step_table_count (steps) + 1) * sizeof *peaks_bytes);
  bool ok = use != NULL && peaks_bytes != NULL && step_memory_compute (trace, steps, use, NULL, NULL, peaks_bytes)
            && step_breakdown_compute (&scope, NULL, NULL, &breakdowns);

  if (!ok)
    breakdowns = (StepBreakdownColumn){ 0 };
  for (size_t i = 0; i < breakdowns.n && ok; i++)
    ok = add_step (job, step_table_get (steps, breakdowns.at[i].step), &breakdowns.at[i],
                   peaks_bytes[breakdowns.at[i].step]);
  ok = ok && count_work (trace, steps, &breakdowns, job->steps.at + (job->steps.n - breakdowns.n));
  step_breakdown_column_clear (&breakdowns);
  memory_use_free (use);
  free (peaks_bytes);
  return ok;
}
