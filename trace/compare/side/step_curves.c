/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/step_curves.h"

#include <math.h>
#include <stdlib.h>

#include "trace/compare/side/compare_step_at.h"
#include "trace/container/stop_check.h"
#include "trace/derive/memory_use.h"
#include "trace/stats/activity_walk.h"

/* The windows of the steps on one GPU, which a function of time is added up over. Windows ascend and do not overlap. */
typedef struct
{
  const CompareWindow *windows;
  uint64_t n, at;
  double *sums;   /* by point: in units of a point */
  double *shares; /* by point: of how much of it the value is known; NULL: always */
} Sweep;

static double
place_in (const CompareWindow *window, int64_t time_ns)
{
  return (double) (time_ns - window->begin_ns) / (double) (window->end_ns - window->begin_ns) * CURVE_POINTS;
}

static void
add_to_window (Sweep *sweep, const CompareWindow *window, int64_t begin_ns, int64_t end_ns, double value)
{
  double from = place_in (window, begin_ns), to = place_in (window, end_ns);

  for (int point = (int) from; point < CURVE_POINTS && point < to; point++)
    {
      double share = fmin (to, point + 1) - fmax (from, point);

      sweep->sums[point] += share * value;
      if (sweep->shares != NULL)
        sweep->shares[point] += share;
    }
}

/* Adds a value that holds in [begin_ns, end_ns). begin_ns ascends from call to call, and spans do not overlap. */
static void
add_span (Sweep *sweep, int64_t begin_ns, int64_t end_ns, double value)
{
  while (sweep->at < sweep->n && sweep->windows[sweep->at].end_ns <= begin_ns)
    sweep->at++;
  for (uint64_t i = sweep->at; i < sweep->n && sweep->windows[i].begin_ns < end_ns; i++)
    {
      const CompareWindow *window = &sweep->windows[i];
      int64_t from_ns = MAX (begin_ns, window->begin_ns), to_ns = MIN (end_ns, window->end_ns);

      if (from_ns < to_ns)
        add_to_window (sweep, window, from_ns, to_ns, value);
    }
}

/* ---- active ---- */

static bool
add_activities (const CompareSide *side, uint32_t device, Sweep *sweep, StopCheck *check)
{
  const SliceColumns *slices = trace_slices (side->trace);
  int64_t until_ns = sweep->windows[0].begin_ns, end_ns = sweep->windows[sweep->n - 1].end_ns;
  ActivityWalk walk;
  uint64_t slice;
  bool ok = activity_walk_init (&walk, side->trace, device, until_ns);

  while (ok && (slice = activity_walk_next (&walk)) != SLICE_NONE && slice_start_ns (slices, slice) < end_ns)
    {
      int64_t begin_ns = MAX (slice_start_ns (slices, slice), until_ns);

      until_ns = MAX (slice_end_ns (slices, slice), until_ns);
      add_span (sweep, begin_ns, until_ns, 1);
      ok = stop_check_next (check);
    }
  activity_walk_clear (&walk);
  return ok;
}

/* ---- memory ---- */

static void
add_memory (const MemoryUse *use, const MemorySeries *series, Sweep *sweep)
{
  const SampleColumns *samples = memory_use_samples (use);
  int64_t end_ns = sweep->windows[sweep->n - 1].end_ns;

  for (uint64_t i = series->first; i < series->first + series->n && sample_time_ns (samples, i) < end_ns; i++)
    {
      int64_t until_ns =
        i + 1 < series->first + series->n ? MIN (sample_time_ns (samples, i + 1), end_ns) : end_ns;

      add_span (sweep, sample_time_ns (samples, i), until_ns, sample_value (samples, i));
    }
}

/* ---- all ---- */

typedef struct
{
  const CompareSide *side;
  const MemoryUse *use;
  CompareWindow *windows;
  StepCurves *curves;
  double known[CURVE_POINTS];
  StopCheck check;
} Fill;

static bool
add_device (Fill *fill, uint32_t device)
{
  const CompareSide *side = fill->side;
  const TraceDevice *of = trace_device (side->trace, device);
  uint64_t n = compare_steps_windows (&side->steps, of->rank, fill->windows);
  const MemorySeries *series = memory_use_of_track (fill->use, of->track);
  Sweep active = { .windows = fill->windows, .n = n, .sums = fill->curves->active };
  Sweep memory = { .windows = fill->windows, .n = n, .sums = fill->curves->memory, .shares = fill->known };

  if (n == 0)
    return true;
  fill->curves->n_active += n;
  if (series != NULL && series->n > 0)
    {
      fill->curves->n_memory += n;
      add_memory (fill->use, series, &memory);
    }
  return add_activities (side, device, &active, &fill->check);
}

static void
finish (Fill *fill)
{
  StepCurves *curves = fill->curves;

  for (int point = 0; point < CURVE_POINTS; point++)
    {
      curves->active[point] /= (double) MAX (curves->n_active, 1);
      curves->memory[point] = fill->known[point] > 0 ? curves->memory[point] / fill->known[point] : NAN;
    }
}

bool
step_curves_compute (const CompareSide *side,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     StepCurves *ret_curves)
{
  const Trace *trace = side->trace;
  MemoryUse *use = memory_use_new (trace);
  Fill fill = {
    .side = side,
    .use = use,
    .windows = malloc ((side->steps.first_step[trace_n_ranks (trace)] + 1) * sizeof *fill.windows),
    .curves = ret_curves,
    .check = { should_continue, user_data, 0 },
  };
  bool ok = use != NULL && fill.windows != NULL;

  *ret_curves = (StepCurves){ 0 };
  for (uint32_t device = 0; device < trace_n_devices (trace) && ok; device++)
    ok = !compare_steps_holds_device (&side->steps, device) || add_device (&fill, device);
  if (ok)
    finish (&fill);
  free (fill.windows);
  if (use != NULL)
    memory_use_free (use);
  return ok;
}
