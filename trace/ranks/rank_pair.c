/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/rank_pair.h"

#include <glib.h>
#include <stdlib.h>

#define NO_STEP UINT64_MAX

static uint32_t
rank_of (const JobStragglers *job, uint64_t wait)
{
  return trace_device (job->of.scope->trace, job->of.waits.waits.at[wait].device)->rank;
}

/* Returns the step of a rank in whose host span a time lies, or NO_STEP. */
static uint64_t
step_at (const StepTable *steps, uint32_t rank, int64_t time_ns)
{
  uint64_t low = 0, high = steps != NULL ? step_table_count (steps) : 0;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      const TraceStep *step = step_table_get (steps, middle);

      if (step->rank < rank || (step->rank == rank && step->host_begin_ns <= time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NO_STEP;
  const TraceStep *step = step_table_get (steps, low - 1);
  return step->rank == rank && time_ns < step->host_end_ns ? low - 1 : NO_STEP;
}

/* The step in which a rank launched its part of a collective. */
static uint64_t
step_of (const JobStragglers *job, uint64_t wait)
{
  const Trace *trace = job->of.scope->trace;
  uint64_t slice = job->of.waits.waits.at[wait].slice, launch = trace_launch_of (trace, slice);

  return step_at (job->of.scope->steps, rank_of (job, wait),
                  slice_start_ns (trace_slices (trace), launch != SLICE_NONE ? launch : slice));
}

/* ---- the median ---- */

static int
compare_times (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* Returns the lower of the two in the middle of an even number, as trace/ranks/stragglers.h does. scratch has room for all. */
static int64_t
median_of (const JobStragglers *job, const CollectiveSkew *skew, GapPart part, int64_t *scratch)
{
  for (uint64_t i = 0; i < skew->n_waits; i++)
    scratch[i] = job->gaps.gaps[skew->first_wait + i].parts_ns[part];
  qsort (scratch, skew->n_waits, sizeof *scratch, compare_times);
  return scratch[(skew->n_waits - 1) / 2];
}

/* Returns the part of another rank whose time is nearest to the median; among equals that of the smallest rank. UINT64_MAX if
 * all parts are of one rank. */
static uint64_t
median_wait (const JobStragglers *job,
             const CollectiveSkew *skew,
             uint64_t wait,
             GapPart part,
             int64_t middle_ns)
{
  uint64_t best = UINT64_MAX;
  double best_ns = 0;

  for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
    {
      double distance_ns = (double) job->gaps.gaps[i].parts_ns[part] - (double) middle_ns;

      distance_ns = distance_ns < 0 ? -distance_ns : distance_ns;
      if (rank_of (job, i) == rank_of (job, wait))
        continue;
      if (best == UINT64_MAX || distance_ns < best_ns
          || (distance_ns <= best_ns && rank_of (job, i) < rank_of (job, best)))
        {
          best = i;
          best_ns = distance_ns;
        }
    }
  return best;
}

static GapPart
largest_excess (const JobStragglers *job, const CollectiveSkew *skew, uint64_t wait, int64_t *scratch)
{
  GapPart largest = 0;
  int64_t largest_ns = INT64_MIN;

  for (GapPart part = 0; part < N_GAP_PARTS; part++)
    {
      int64_t excess_ns = job->gaps.gaps[wait].parts_ns[part] - median_of (job, skew, part, scratch);

      if (excess_ns > largest_ns)
        {
          largest = part;
          largest_ns = excess_ns;
        }
    }
  return largest;
}

/* ---- the pair ---- */

static void
find_span (const JobStragglers *job, uint64_t wait, RankPair *pair)
{
  const SliceColumns *slices = trace_slices (job->of.scope->trace);
  const CollectiveGap *gap = &job->gaps.gaps[wait];
  int64_t begin_ns = slice_start_ns (slices, pair->slice), end_ns = slice_end_ns (slices, pair->slice);

  if (pair->step != NO_STEP)
    {
      const TraceStep *step = step_table_get (job->of.scope->steps, pair->step);

      pair->begin_ns = MIN (step->host_begin_ns, begin_ns);
      pair->end_ns = MAX (step->host_end_ns, end_ns);
      return;
    }
  pair->begin_ns = gap->begin_ns < gap->end_ns ? MIN (gap->begin_ns, begin_ns) : begin_ns;
  pair->end_ns = end_ns;
}

/* With N_GAP_PARTS the cause is the one with the largest excess. */
static bool
compare_at (const JobStragglers *job,
            const CollectiveSkew *skew,
            uint64_t wait,
            GapPart cause,
            RankPair *ret_pair)
{
  int64_t *scratch = malloc ((skew->n_waits + 1) * sizeof *scratch);
  uint64_t median;

  if (scratch == NULL)
    return false;
  if (cause == N_GAP_PARTS)
    cause = largest_excess (job, skew, wait, scratch);
  median = median_wait (job, skew, wait, cause, median_of (job, skew, cause, scratch));
  free (scratch);
  if (median == UINT64_MAX)
    return false;
  *ret_pair = (RankPair){
    .rank = rank_of (job, wait),
    .median = rank_of (job, median),
    .cause = cause,
    .excess_ns = job->gaps.gaps[wait].parts_ns[cause] - job->gaps.gaps[median].parts_ns[cause],
    .slice = job->of.waits.waits.at[wait].slice,
    .step = step_of (job, wait),
  };
  find_span (job, wait, ret_pair);
  return true;
}

bool
rank_pair_of_straggler (const JobStragglers *job, const Straggler *straggler, RankPair *ret_pair)
{
  for (uint64_t s = 0; s < job->of.waits.skews.n && straggler->wait != UINT64_MAX; s++)
    {
      const CollectiveSkew *skew = &job->of.waits.skews.at[s];

      if (straggler->wait >= skew->first_wait && straggler->wait - skew->first_wait < skew->n_waits)
        return compare_at (job, skew, straggler->wait, straggler->cause, ret_pair);
    }
  return false;
}

/* ---- in a step ---- */

typedef struct
{
  const JobStragglers *job;
  uint32_t rank;
  const TraceStep *step;
  int64_t latest_ns;
  uint64_t skew, wait; /* UINT64_MAX until there is one */
} Search;

static bool
is_in_step (const Search *search, uint64_t wait)
{
  uint64_t i = step_of (search->job, wait);
  const TraceStep *step = i != NO_STEP ? step_table_get (search->job->of.scope->steps, i) : NULL;

  if (step == NULL || step->has_number != search->step->has_number)
    return false;
  return step->has_number ? step->number == search->step->number : step->index == search->step->index;
}

/* Parts ascend by begin, so that the one in the middle has the median begin. */
static void
look_at (Search *search, uint64_t s)
{
  const CollectiveWaits *waits = &search->job->of.waits;
  const CollectiveSkew *skew = &waits->skews.at[s];
  int64_t middle_ns = waits->waits.at[skew->first_wait + (skew->n_waits - 1) / 2].begin_ns;

  for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
    {
      int64_t late_ns = waits->waits.at[i].begin_ns - middle_ns;

      if ((search->rank != TRACE_NONE && rank_of (search->job, i) != search->rank)
          || (search->wait != UINT64_MAX && late_ns <= search->latest_ns) || !is_in_step (search, i))
        continue;
      search->latest_ns = late_ns;
      search->skew = s;
      search->wait = i;
    }
}

bool
rank_pair_in_step (const JobStragglers *job, uint32_t rank, uint64_t step, RankPair *ret_pair)
{
  const StepTable *steps = job->of.scope->steps;
  Search search = { .job = job, .rank = rank, .wait = UINT64_MAX };

  if (steps == NULL || step >= step_table_count (steps))
    return false;
  search.step = step_table_get (steps, step);
  for (uint64_t s = 0; s < job->of.waits.skews.n; s++)
    if (job->gaps.previous[s] != UINT64_MAX && job->of.waits.skews.at[s].n_waits > 0)
      look_at (&search, s);
  return search.wait != UINT64_MAX
         && compare_at (job, &job->of.waits.skews.at[search.skew], search.wait, N_GAP_PARTS, ret_pair);
}
