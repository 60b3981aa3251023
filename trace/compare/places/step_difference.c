/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/step_difference.h"

#include <stdlib.h>

#include "trace/compare/matching/kernel_matching.h"
#include "trace/compare/places/slice_peers.h"
#include "trace/container/column.h"
#include "trace/container/stoppable_order.h"
#include "trace/stats/step_names.h"

#define LEAST_SHARE 10 /* 1 / the relative difference */

COLUMN_DEFINE (DifferenceColumn, difference_column, StepDifference)
COLUMN_IMPLEMENT (DifferenceColumn, difference_column)

/* A step as a side of its own. */
typedef struct
{
  const TraceStep *step;
  CompareSteps side;
  uint32_t sample;
  PeerColumn slices;
} OneStep;

typedef struct
{
  const Trace *trace;
  OneStep step, other;
  DifferenceColumn found;
  uint64_t n_compared;
  StopCheck check;
} StepPair;

/* ---- the slices of both ---- */

static bool
select_step (const Trace *trace, const StepTable *steps, uint64_t row, OneStep *ret_step)
{
  ComparePart part = compare_part_of_step (trace, steps, row);

  *ret_step = (OneStep){ .step = step_table_get (steps, row), .sample = SAMPLE_NONE };
  if (!compare_steps_select (&part, &ret_step->side))
    return false;
  ret_step->sample = ret_step->side.steps[row - ret_step->side.first_table_row].sample;
  return true;
}

static bool
use_window (OneStep *step)
{
  step->sample = 0;
  return compare_steps_ignore (&step->side);
}

static bool
collect (StepPair *pair, OneStep *step, const uint8_t *is_step_name)
{
  const PeerSide side = { .steps = &step->side, .is_step_name = is_step_name };

  return slice_peers_collect (&side, step->step->rank, step->sample, NULL, &pair->check, &step->slices);
}

static bool
collect_both (StepPair *pair, const StepTable *steps)
{
  OneStep *step = &pair->step, *other = &pair->other;
  uint8_t *is_step_name = step_names_new (pair->trace, steps);
  bool ok = is_step_name != NULL;

  if (step->sample == SAMPLE_NONE || other->sample == SAMPLE_NONE)
    ok = ok && use_window (step) && use_window (other);
  ok = ok && collect (pair, step, is_step_name) && collect (pair, other, is_step_name);
  free (is_step_name);
  return ok;
}

/* ---- kernels with other names ---- */

static size_t
first_kernel (const PeerColumn *slices)
{
  size_t low = 0, high = slices->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (slices->at[middle].kind < SLICE_KERNEL)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static bool
is_kernel (const PeerColumn *slices, size_t at)
{
  return at < slices->n && slices->at[at].kind == SLICE_KERNEL;
}

/* Moves *at past the kernels of a name. */
static void
pass_kernels (const PeerColumn *slices, size_t *at)
{
  uint32_t name = slices->at[*at].name;

  while (is_kernel (slices, *at) && slices->at[*at].name == name)
    ++*at;
}

/* Returns whether each step has kernels with names that the other has not. Only then may kernels with different names
 * correspond. */
static bool
have_other_kernels (const StepPair *pair)
{
  const PeerColumn *a = &pair->step.slices, *b = &pair->other.slices;
  bool has_a = false, has_b = false;

  for (size_t i = first_kernel (a), k = first_kernel (b); is_kernel (a, i) || is_kernel (b, k);)
    {
      int64_t order = !is_kernel (b, k)   ? -1
                      : !is_kernel (a, i) ? 1
                                          : (int64_t) a->at[i].name - (int64_t) b->at[k].name;

      has_a = has_a || order < 0;
      has_b = has_b || order > 0;
      if (order <= 0)
        pass_kernels (a, &i);
      if (order >= 0)
        pass_kernels (b, &k);
    }
  return has_a && has_b;
}

/* Gives the kernels of the step the names of those of the other to which they correspond. Rows with nothing in them are in
 * no table. */
static bool
rename_kernels (StepPair *pair, const CompareRows *rows, const CompareRows *other, uint32_t *partner_of)
{
  PeerColumn *slices = &pair->step.slices;
  uint32_t *names = malloc ((trace_n_strings (pair->trace) + (size_t) 1) * sizeof *names);
  bool ok = names != NULL;

  for (uint32_t row = 0; row < rows->rows.n; row++)
    if (partner_of[row] != TRACE_NONE
        && (compare_rows_is_empty (rows, row) || compare_rows_is_empty (other, partner_of[row])))
      partner_of[row] = TRACE_NONE;
  ok = ok && slice_peers_match_kernels (rows, other, partner_of, NULL, names);
  for (size_t i = first_kernel (slices); ok && is_kernel (slices, i); i++)
    slices->at[i].name = names[slices->at[i].name];
  free (names);
  return ok && slice_peers_order (slices, &pair->check);
}

/* Matches the kernels as trace/compare/comparison.h does, with the other step as the baseline. */
static bool
match_kernels (StepPair *pair)
{
  const StopCheck *check = &pair->check;
  /* The steps of both sides are borrowed. */
  CompareSide base = { .trace = pair->trace, .steps = pair->other.side };
  CompareSide side = { .trace = pair->trace, .steps = pair->step.side };
  RowMatching matching = { 0 };
  bool ok =
    device_rows_compute (&base.steps, check->should_continue, check->user_data, &base.device)
    && device_rows_compute (&side.steps, check->should_continue, check->user_data, &side.device)
    && kernel_matching_compute (&base, &side, NULL, 0, check->should_continue, check->user_data, &matching)
    && rename_kernels (pair, &side.device.kernels, &base.device.kernels, matching.base_of);

  row_matching_clear (&matching);
  device_rows_clear (&base.device);
  device_rows_clear (&side.device);
  return ok;
}

/* ---- the differences ---- */

static bool
add_missing (StepPair *pair, const Peer *peer)
{
  int64_t begin_ns =
    trace_time_clamp (peer->start_ns - pair->other.step->host_begin_ns + pair->step.step->host_begin_ns);
  int64_t dur_ns = slice_dur_ns (trace_slices (pair->trace), peer->slice);

  return difference_column_push (&pair->found, (StepDifference){ .kind = DIFFERS_MISSING,
                                                                 .lane = peer->row,
                                                                 .slice = peer->slice,
                                                                 .other = SLICE_NONE,
                                                                 .begin_ns = begin_ns,
                                                                 .end_ns = begin_ns + dur_ns });
}

/* other is NULL if there is none. */
static bool
compare_pair (StepPair *pair, const Peer *peer, const Peer *other)
{
  const SliceColumns *slices = trace_slices (pair->trace);
  int64_t dur_ns = slice_dur_ns (slices, peer->slice);
  StepDifference difference = {
    .kind = DIFFERS_ADDITIONAL,
    .lane = peer->row,
    .slice = peer->slice,
    .other = SLICE_NONE,
    .begin_ns = peer->start_ns,
    .end_ns = peer->start_ns + dur_ns,
  };

  if (other != NULL && peer->name == PEER_STEP)
    return true;
  pair->n_compared++;
  if (other != NULL)
    {
      int64_t other_ns = slice_dur_ns (slices, other->slice);

      difference.kind = DIFFERS_LONGER;
      difference.other = other->slice;
      difference.longer_ns = dur_ns - other_ns;
      if (difference.longer_ns <= STEP_DIFFERENCE_LEAST_NS || difference.longer_ns <= other_ns / LEAST_SHARE)
        return true;
    }
  return difference_column_push (&pair->found, difference);
}

static bool
meet (void *user_data, const Peer *peer, const Peer *other)
{
  return peer != NULL ? compare_pair (user_data, peer, other) : add_missing (user_data, other);
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
arrange (StepPair *pair, StepDifferences *ret_differences)
{
  const StopCheck *check = &pair->check;

  if (!stoppable_order (pair->found.at, pair->found.n, sizeof *pair->found.at, compare_places,
                        check->should_continue, check->user_data))
    return false;
  StepDifferences differences = { .at = pair->found.at, .n = pair->found.n, .n_compared = pair->n_compared };

  pair->found = (DifferenceColumn){ 0 };
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
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StepDifferences *ret_differences)
{
  StepPair pair = { .trace = trace, .check = { should_continue, user_data, 0 } };
  PeerColumn *a = &pair.step.slices, *b = &pair.other.slices;
  bool ok = select_step (trace, steps, step, &pair.step) && select_step (trace, steps, other, &pair.other)
            && collect_both (&pair, steps) && (!have_other_kernels (&pair) || match_kernels (&pair))
            && slice_peers_meet (a, b, &pair.check, meet, &pair) && arrange (&pair, ret_differences);

  peer_column_clear (a);
  peer_column_clear (b);
  compare_steps_clear (&pair.step.side);
  compare_steps_clear (&pair.other.side);
  difference_column_clear (&pair.found);
  return ok;
}

void
step_differences_clear (StepDifferences *differences)
{
  free (differences->at);
  *differences = (StepDifferences){ 0 };
}
