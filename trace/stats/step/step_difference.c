/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_difference.h"

#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/slice_find.h"

#define LEAST_SHARE 10 /* 1 / the relative difference */

typedef struct
{
  uint32_t name, lane;
  int64_t start_ns;
  uint64_t slice;
} Begun;

COLUMN_DEFINE (BegunColumn, begun_column, Begun)
COLUMN_DEFINE (DifferenceColumn, difference_column, StepDifference)
COLUMN_IMPLEMENT (BegunColumn, begun_column)
COLUMN_IMPLEMENT (DifferenceColumn, difference_column)

/* A step, and the time that it really took: [begin_ns, end_ns). */
typedef struct
{
  const TraceStep *step;
  int64_t begin_ns, end_ns;
} Bounds;

typedef struct
{
  const Trace *trace;
  Bounds step, other;
  BegunColumn of_step, of_other; /* the slices of one track */
  DifferenceColumn found;
  uint64_t n_compared;

  bool (*should_continue) (void *user_data);
  void *user_data;
  uint64_t n_looked_at; /* slices, and pairs of them */
} Comparison;

/* Called for each slice and pair that is examined. */
static bool
should_continue (Comparison *comparison)
{
  return comparison->n_looked_at++ % STOPPABLE_AT_ONCE != 0 || comparison->should_continue == NULL
         || comparison->should_continue (comparison->user_data);
}

static bool
order (Comparison *comparison,
       void *items,
       size_t n,
       size_t size,
       int (*compare) (const void *, const void *))
{
  return stoppable_order (items, n, size, compare, comparison->should_continue, comparison->user_data);
}

static bool
is_of_device (TrackKind kind)
{
  return kind == TRACK_STREAM || kind == TRACK_SYNC || kind == TRACK_DEVICE_ANNOTATIONS;
}

/* As trace/compare/side/compare_steps.h, which sums over the same slices. O(steps). */
static Bounds
bounds_of (const StepTable *steps, uint64_t at)
{
  const TraceStep *step = step_table_get (steps, at);
  Bounds bounds = { .step = step, .end_ns = INT64_MIN };

  /* The end of a step is never before that of an earlier one. */
  for (uint64_t i = at + 1; i-- > 0 && step_table_get (steps, i)->rank == step->rank;)
    {
      const TraceStep *earlier = step_table_get (steps, i);

      bounds.end_ns = MAX (bounds.end_ns, earlier->host_end_ns);
      if (earlier->has_device)
        bounds.end_ns = MAX (bounds.end_ns, earlier->device_end_ns);
    }
  bounds.begin_ns = trace_time_clamp (bounds.end_ns) - CLAMP (step->wall_ns, 0, TRACE_TIME_MAX_NS);
  return bounds;
}

static bool
belongs (const Trace *trace, const Bounds *bounds, bool is_device, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceStep *step = bounds->step;
  uint64_t launch = is_device ? trace_launch_of (trace, slice) : SLICE_NONE;
  int64_t time_ns = slice_start_ns (slices, launch != SLICE_NONE ? launch : slice);

  if (slice == step->slice || (slices->flags[slice] & SLICE_UNFINISHED))
    return false;
  if (is_device && launch == SLICE_NONE)
    return time_ns >= bounds->begin_ns && time_ns < bounds->end_ns;
  return time_ns >= step->host_begin_ns && time_ns < step->host_end_ns;
}

/* By name, then in order of time. */
static int
compare_begun (const void *a, const void *b)
{
  const Begun *x = a, *y = b;

  if (x->name != y->name)
    return x->name < y->name ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static bool
collect (Comparison *comparison, const TraceTrack *track, const Bounds *bounds, BegunColumn *out)
{
  const TraceStep *step = bounds->step;
  const Trace *trace = comparison->trace;
  const SliceColumns *slices = trace_slices (trace);
  bool is_device = is_of_device (track->kind);
  int64_t begin_ns = step->host_begin_ns, end_ns = step->host_end_ns;

  if (is_device)
    {
      begin_ns = MIN (begin_ns, bounds->begin_ns);
      end_ns = MAX (end_ns, bounds->end_ns);
    }
  /* If the clocks differ, work that a step launched may begin before the step. */
  if (is_device && step->has_device)
    {
      begin_ns = MIN (begin_ns, step->device_begin_ns);
      end_ns = MAX (end_ns, step->device_end_ns);
    }
  out->n = 0;
  for (uint32_t lane = track->first_row; lane < track->first_row + track->n_rows; lane++)
    {
      const TraceRow *row = trace_row (trace, lane);

      for (uint64_t i = slice_find_from (slices, row, begin_ns);
           i < row->first_slice + row->n_slices && slice_start_ns (slices, i) < end_ns; i++)
        if (!should_continue (comparison)
            || (belongs (trace, bounds, is_device, i)
                && !begun_column_push (
                  out, (Begun){ slice_name (slices, i), lane, slice_start_ns (slices, i), i })))
          return false;
    }
  return order (comparison, out->at, out->n, sizeof *out->at, compare_begun);
}

static bool
add_missing (Comparison *comparison, const Begun *begun)
{
  int64_t begin_ns = trace_time_clamp (begun->start_ns - comparison->other.step->host_begin_ns
                                       + comparison->step.step->host_begin_ns);
  int64_t dur_ns = slice_dur_ns (trace_slices (comparison->trace), begun->slice);

  return difference_column_push (&comparison->found, (StepDifference){ .kind = DIFFERS_MISSING,
                                                                       .lane = begun->lane,
                                                                       .slice = begun->slice,
                                                                       .begin_ns = begin_ns,
                                                                       .end_ns = begin_ns + dur_ns });
}

/* other is NULL if there is none. */
static bool
compare_pair (Comparison *comparison, const Begun *begun, const Begun *other)
{
  const SliceColumns *slices = trace_slices (comparison->trace);
  int64_t dur_ns = slice_dur_ns (slices, begun->slice);
  StepDifference difference = {
    .kind = DIFFERS_ADDITIONAL,
    .lane = begun->lane,
    .slice = begun->slice,
    .begin_ns = begun->start_ns,
    .end_ns = begun->start_ns + dur_ns,
  };

  comparison->n_compared++;
  if (other != NULL)
    {
      int64_t other_ns = slice_dur_ns (slices, other->slice);

      difference.kind = DIFFERS_LONGER;
      difference.longer_ns = dur_ns - other_ns;
      if (difference.longer_ns <= STEP_DIFFERENCE_LEAST_NS || difference.longer_ns <= other_ns / LEAST_SHARE)
        return true;
    }
  return difference_column_push (&comparison->found, difference);
}

static bool
compare_track (Comparison *comparison, const TraceTrack *track)
{
  BegunColumn *a = &comparison->of_step, *b = &comparison->of_other;
  bool ok =
    collect (comparison, track, &comparison->step, a) && collect (comparison, track, &comparison->other, b);

  for (size_t i = 0, k = 0; ok && (i < a->n || k < b->n); ok = ok && should_continue (comparison))
    {
      bool has_both = i < a->n && k < b->n && a->at[i].name == b->at[k].name;

      if (has_both)
        ok = compare_pair (comparison, &a->at[i++], &b->at[k++]);
      else if (k == b->n || (i < a->n && a->at[i].name < b->at[k].name))
        ok = compare_pair (comparison, &a->at[i++], NULL);
      else
        ok = add_missing (comparison, &b->at[k++]);
    }
  return ok;
}

static int
compare_places (const void *a, const void *b)
{
  const StepDifference *x = a, *y = b;

  if (x->lane != y->lane)
    return x->lane < y->lane ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* Returns the differences in order. */
static bool
arrange (Comparison *comparison, StepDifferences *ret_differences)
{
  if (!order (comparison, comparison->found.at, comparison->found.n, sizeof *comparison->found.at,
              compare_places))
    return false;
  StepDifferences differences = { .at = comparison->found.at,
                                  .n = comparison->found.n,
                                  .n_compared = comparison->n_compared };

  comparison->found = (DifferenceColumn){ 0 };
  for (uint64_t i = 0; i < differences.n; i++)
    {
      StepDifference *at = &differences.at[i];

      differences.n_of[at->kind]++;
      at->reach_ns = at->end_ns;
      if (i > 0 && at[-1].lane == at->lane && at[-1].kind == at->kind)
        at->reach_ns = MAX (at->reach_ns, at[-1].reach_ns);
    }
  *ret_differences = differences;
  return true;
}

bool
step_differences_compute (const Trace *trace,
                          const StepTable *steps,
                          uint64_t step,
                          uint64_t other,
                          bool (*wanted) (void *user_data),
                          void *user_data,
                          StepDifferences *ret_differences)
{
  Comparison comparison = {
    .trace = trace,
    .step = bounds_of (steps, step),
    .other = bounds_of (steps, other),
    .should_continue = wanted,
    .user_data = user_data,
  };
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank == comparison.step.step->rank && track->n_slices > 0 && track->kind != TRACK_PROFILER)
        ok = compare_track (&comparison, track);
    }
  begun_column_clear (&comparison.of_step);
  begun_column_clear (&comparison.of_other);
  ok = ok && arrange (&comparison, ret_differences);
  difference_column_clear (&comparison.found);
  return ok;
}

void
step_differences_clear (StepDifferences *differences)
{
  free (differences->at);
  *differences = (StepDifferences){ 0 };
}
