/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/stragglers.h"

#include <math.h>
#include <stdlib.h>

#include <glib.h>

#include "trace/container/stop_check.h"
#include "trace/ranks/clock_curve.h"

COLUMN_IMPLEMENT (StragglerColumn, straggler_column)
COLUMN_IMPLEMENT (StepLatenessColumn, step_lateness_column)

/* From a median absolute deviation to the standard deviation of a normal distribution. */
#define NORMAL_DEVIATION 1.4826

#define NO_STEP UINT64_MAX

/* A rank in a step. */
typedef struct
{
  uint64_t step; /* index into Search.steps */
  int64_t number; /* of the step */
  uint32_t rank;
  bool is_late;
  int64_t lateness_ns, step_ns;
  uint64_t skew, wait; /* the collective at which it was latest, and its part of it */
} RankStep;

COLUMN_DEFINE (RankStepColumn, rank_step_column, RankStep)
COLUMN_IMPLEMENT (RankStepColumn, rank_step_column)

/* A collective of a step. */
typedef struct
{
  int64_t number; /* of the step, or its index where it has none */
  uint64_t skew;
} SteppedSkew;

typedef struct
{
  const StatsScope *scope;
  const CollectiveWaits *waits;
  const CollectiveGaps *gaps;
  StopCheck check;
  SteppedSkew *skews; /* ascending by step */
  size_t n_skews;
  RankStepColumn steps; /* ascending by step */
  uint64_t n_steps;
  uint64_t *first_steps; /* of each rank, in the step table; one more for the end */
  RankStep *latest;      /* by rank: the step being examined */
  uint32_t *ranks;       /* those with a collective in it */
  uint8_t *is_there;     /* by rank */
  double *scratch;
} Search;

static uint32_t
rank_of (const Search *search, uint64_t wait)
{
  return trace_device (search->scope->trace, search->waits->waits.at[wait].device)->rank;
}

static double
median_begin (Search *search, const CollectiveSkew *skew)
{
  for (uint64_t i = 0; i < skew->n_waits; i++)
    search->scratch[i] = (double) (search->waits->waits.at[skew->first_wait + i].begin_ns - skew->begin_ns);
  return clock_median (search->scratch, skew->n_waits);
}

/* ---- steps ---- */

/* Returns the step of a rank that a time lies in, or NULL. */
static const TraceStep *
step_at (const Search *search, uint32_t rank, int64_t time_ns)
{
  uint64_t low = search->first_steps[rank], high = search->first_steps[rank + 1];

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (step_table_get (search->scope->steps, middle)->host_begin_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == search->first_steps[rank])
    return NULL;
  const TraceStep *step = step_table_get (search->scope->steps, low - 1);
  return time_ns < step->host_end_ns ? step : NULL;
}

/* Returns false if no part of the collective was launched in a step. */
static bool
number_of (const Search *search, const CollectiveSkew *skew, int64_t *ret_number)
{
  const Trace *trace = search->scope->trace;
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
    {
      uint64_t slice = search->waits->waits.at[i].slice, launch = trace_launch_of (trace, slice);
      const TraceStep *step =
        step_at (search, rank_of (search, i), slice_start_ns (slices, launch != SLICE_NONE ? launch : slice));

      if (step != NULL)
        {
          *ret_number = step->has_number ? step->number : step->index;
          return true;
        }
    }
  return false;
}

static int
compare_skews (const void *a, const void *b)
{
  const SteppedSkew *x = a, *y = b;

  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return x->skew < y->skew ? -1 : x->skew > y->skew;
}

static void
choose_skews (Search *search)
{
  bool has_steps = search->scope->steps != NULL && step_table_count (search->scope->steps) > 0;

  for (uint64_t i = 0; i < search->waits->skews.n; i++)
    {
      SteppedSkew stepped = { .number = (int64_t) i, .skew = i };

      if (has_steps ? number_of (search, &search->waits->skews.at[i], &stepped.number)
                    : search->gaps->previous[i] != UINT64_MAX)
        search->skews[search->n_skews++] = stepped;
    }
  if (search->n_skews > 0)
    qsort (search->skews, search->n_skews, sizeof *search->skews, compare_skews);
}

/* Returns the median length of a step over the ranks that have it. */
static int64_t
length_of_step (Search *search, const SteppedSkew *stepped)
{
  const StepTable *table = search->scope->steps;
  const CollectiveSkew *skew = &search->waits->skews.at[stepped->skew];
  size_t n = 0;

  if (table == NULL || step_table_count (table) == 0)
    return skew->begin_ns - search->waits->skews.at[search->gaps->previous[stepped->skew]].begin_ns;
  for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
    {
      uint64_t slice = search->waits->waits.at[i].slice, launch = trace_launch_of (search->scope->trace, slice);
      const TraceStep *step = step_at (search, rank_of (search, i),
                                       slice_start_ns (trace_slices (search->scope->trace),
                                                       launch != SLICE_NONE ? launch : slice));
      if (step != NULL)
        search->scratch[n++] = (double) step->wall_ns;
    }
  return n > 0 ? (int64_t) clock_median (search->scratch, n) : 0;
}

/* ---- who is late ---- */

static void
add_lateness (Search *search, uint64_t s, size_t *n_ranks)
{
  const CollectiveSkew *skew = &search->waits->skews.at[s];
  int64_t middle_ns = (int64_t) median_begin (search, skew);

  for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
    {
      uint32_t rank = rank_of (search, i);
      int64_t late_ns = search->waits->waits.at[i].begin_ns - skew->begin_ns - middle_ns;
      RankStep *latest = &search->latest[rank];

      if (!search->is_there[rank])
        {
          search->is_there[rank] = 1;
          search->ranks[(*n_ranks)++] = rank;
          *latest = (RankStep){ .step = search->n_steps, .rank = rank, .skew = s, .wait = i };
        }
      if (late_ns > latest->lateness_ns)
        {
          latest->lateness_ns = late_ns;
          latest->skew = s;
          latest->wait = i;
        }
    }
}

/* Adds a step with the collectives [first, end) of search->skews. */
static bool
add_step (Search *search, size_t first, size_t end)
{
  size_t n_ranks = 0;

  for (size_t i = first; i < end; i++)
    add_lateness (search, search->skews[i].skew, &n_ranks);
  int64_t step_ns = length_of_step (search, &search->skews[first]);
  for (size_t i = 0; i < n_ranks; i++)
    search->scratch[i] = (double) search->latest[search->ranks[i]].lateness_ns;
  double middle = clock_median (search->scratch, n_ranks);
  for (size_t i = 0; i < n_ranks; i++)
    search->scratch[i] = fabs ((double) search->latest[search->ranks[i]].lateness_ns - middle);
  double limit = MAX (STRAGGLER_DEVIATIONS * NORMAL_DEVIATION * clock_median (search->scratch, n_ranks),
                      STRAGGLER_STEP_SHARE * (double) step_ns);
  for (size_t i = 0; i < n_ranks; i++)
    {
      RankStep *latest = &search->latest[search->ranks[i]];

      latest->number = search->skews[first].number;
      latest->is_late = (double) latest->lateness_ns - middle > limit;
      latest->step_ns = step_ns;
      search->is_there[latest->rank] = 0;
      if (!rank_step_column_push (&search->steps, *latest))
        return false;
    }
  search->n_steps++;
  return stop_check_next (&search->check);
}

static bool
add_steps (Search *search)
{
  for (size_t first = 0, end; first < search->n_skews; first = end)
    {
      for (end = first + 1; end < search->n_skews && search->skews[end].number == search->skews[first].number;)
        end++;
      if (!add_step (search, first, end))
        return false;
    }
  return true;
}

/* Returns the probability of at least k successes in n attempts with probability p each. O(n). */
static double
at_least (uint64_t k, uint64_t n, double p)
{
  double sum = 0;

  if (k == 0)
    return 1;
  if (p <= 0)
    return 0;
  if (p >= 1)
    return 1;
  for (uint64_t i = k; i <= n; i++)
    sum += exp (lgamma ((double) n + 1) - lgamma ((double) i + 1) - lgamma ((double) (n - i) + 1)
                + (double) i * log (p) + (double) (n - i) * log1p (-p));
  return MIN (sum, 1);
}

/* ---- why ---- */

/* Returns how much longer a rank did something before a collective than the median rank, whose time is *ret_middle_ns. */
static int64_t
excess_of (Search *search, const RankStep *step, int part, int64_t *ret_middle_ns)
{
  const CollectiveGap *gaps = search->gaps->gaps;
  const CollectiveSkew *skew = &search->waits->skews.at[step->skew];

  for (uint64_t i = 0; i < skew->n_waits; i++)
    search->scratch[i] = (double) gaps[skew->first_wait + i].parts_ns[part];
  *ret_middle_ns = (int64_t) clock_median (search->scratch, skew->n_waits);
  return gaps[step->wait].parts_ns[part] - *ret_middle_ns;
}

static void
choose_place (Search *search, Straggler *straggler, const RankStep *step)
{
  const CollectiveSkew *skew = &search->waits->skews.at[step->skew];
  int64_t middle_ns, excess_ns = excess_of (search, step, (int) straggler->cause, &middle_ns);

  if (excess_ns <= straggler->largest_ns)
    return;
  straggler->largest_ns = excess_ns;
  straggler->wait = step->wait;
  straggler->median_wait = UINT64_MAX;
  for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
    if (i != step->wait && search->gaps->gaps[i].parts_ns[straggler->cause] == middle_ns)
      straggler->median_wait = i;
}

/* steps are those of the rank. */
static void
find_cause (Search *search, Straggler *straggler, const RankStep *steps, size_t n)
{
  int64_t middle_ns;

  straggler->wait = straggler->median_wait = UINT64_MAX;
  for (size_t i = 0; i < n; i++)
    if (steps[i].is_late && search->gaps->previous[steps[i].skew] != UINT64_MAX)
      for (int part = 0; part < N_GAP_PARTS; part++)
        straggler->excess_ns[part] += excess_of (search, &steps[i], part, &middle_ns);
  for (int part = 1; part < N_GAP_PARTS; part++)
    if (straggler->excess_ns[part] > straggler->excess_ns[straggler->cause])
      straggler->cause = (GapPart) part;
  for (size_t i = 0; i < n; i++)
    if (steps[i].is_late && search->gaps->previous[steps[i].skew] != UINT64_MAX)
      choose_place (search, straggler, &steps[i]);
}

/* ---- the whole ---- */

/* Names a rank if it is a straggler. steps are its own; chance is the share of late ones over all ranks. */
static bool
examine_rank (Search *search,
              Stragglers *stragglers,
              const RankStep *steps,
              size_t n,
              double chance)
{
  Straggler straggler = { .rank = steps[0].rank, .n_steps = n };

  for (size_t i = 0; i < n; i++)
    if (steps[i].is_late)
      search->scratch[straggler.n_late++] = (double) steps[i].lateness_ns;
  if (n < STRAGGLER_MIN_STEPS || (double) straggler.n_late < STRAGGLER_SHARE * (double) n)
    return true;
  straggler.probability = at_least (straggler.n_late, n, chance);
  if (straggler.probability * trace_n_ranks (search->scope->trace) >= STRAGGLER_PROBABILITY)
    return true;
  straggler.lateness_ns = (int64_t) clock_median (search->scratch, straggler.n_late);
  straggler.n_late = 0;
  for (size_t i = 0; i < n; i++)
    if (steps[i].is_late)
      search->scratch[straggler.n_late++] = (double) steps[i].step_ns;
  straggler.step_ns = (int64_t) clock_median (search->scratch, straggler.n_late);
  find_cause (search, &straggler, steps, n);
  return straggler_column_push (&stragglers->stragglers, straggler) && stop_check_ask (&search->check);
}

static int
compare_steps (const void *a, const void *b)
{
  const RankStep *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->step < y->step ? -1 : x->step > y->step;
}

static int
compare_stragglers (const void *a, const void *b)
{
  const Straggler *x = a, *y = b;
  double cost_x = (double) x->lateness_ns * (double) x->n_late, cost_y = (double) y->lateness_ns * (double) y->n_late;

  /* Those that only wait for another one come behind it. */
  if ((x->cause == GAP_COLLECTIVE) != (y->cause == GAP_COLLECTIVE))
    return x->cause == GAP_COLLECTIVE ? 1 : -1;
  if (cost_x != cost_y)
    return cost_x > cost_y ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static bool
examine_ranks (Search *search, Stragglers *stragglers)
{
  uint64_t n_late = 0;
  bool ok = true;

  for (size_t i = 0; i < search->steps.n; i++)
    n_late += search->steps.at[i].is_late;
  double chance = search->steps.n > 0 ? (double) n_late / (double) search->steps.n : 0;
  if (search->steps.n > 0)
    qsort (search->steps.at, search->steps.n, sizeof *search->steps.at, compare_steps);
  for (size_t i = 0; i < search->steps.n && ok; i++)
    {
      const RankStep *step = &search->steps.at[i];

      ok = step_lateness_column_push (&stragglers->lateness, (StepLateness){ step->rank, step->number, step->lateness_ns });
    }
  for (size_t first = 0, end; first < search->steps.n && ok; first = end)
    {
      for (end = first + 1; end < search->steps.n && search->steps.at[end].rank == search->steps.at[first].rank;)
        end++;
      ok = examine_rank (search, stragglers, search->steps.at + first, end - first, chance);
    }
  if (stragglers->stragglers.n > 0)
    qsort (stragglers->stragglers.at, stragglers->stragglers.n, sizeof *stragglers->stragglers.at,
           compare_stragglers);
  return ok;
}

static bool
search_init (Search *search)
{
  const Trace *trace = search->scope->trace;
  const StepTable *steps = search->scope->steps;
  size_t n_ranks = trace_n_ranks (trace) + (size_t) 1, n_waits = search->waits->waits.n + 1;

  search->skews = malloc ((search->waits->skews.n + 1) * sizeof *search->skews);
  search->first_steps = calloc (n_ranks + 1, sizeof *search->first_steps);
  search->latest = calloc (n_ranks, sizeof *search->latest);
  search->ranks = calloc (n_ranks, sizeof *search->ranks);
  search->is_there = calloc (n_ranks, sizeof *search->is_there);
  search->scratch = malloc ((n_waits + n_ranks) * sizeof *search->scratch);
  if (search->skews == NULL || search->first_steps == NULL || search->latest == NULL || search->ranks == NULL
      || search->is_there == NULL || search->scratch == NULL)
    return false;
  for (uint64_t i = 0; steps != NULL && i < step_table_count (steps); i++)
    search->first_steps[step_table_get (steps, i)->rank + 1]++;
  for (size_t r = 0; r + 1 < n_ranks; r++)
    search->first_steps[r + 1] += search->first_steps[r];
  return true;
}

static void
search_clear (Search *search)
{
  free (search->skews);
  rank_step_column_clear (&search->steps);
  free (search->first_steps);
  free (search->latest);
  free (search->ranks);
  free (search->is_there);
  free (search->scratch);
}

bool
stragglers_init (Stragglers *stragglers,
                 const StatsScope *scope,
                 const CollectiveWaits *waits,
                 const CollectiveGaps *gaps,
                 bool (*should_continue) (void *user_data),
                 void *user_data)
{
  Search search = { .scope = scope, .waits = waits, .gaps = gaps, .check = { should_continue, user_data, 0 } };

  *stragglers = (Stragglers){ 0 };
  bool ok = search_init (&search);
  if (ok)
    {
      choose_skews (&search);
      ok = add_steps (&search) && examine_ranks (&search, stragglers);
      stragglers->n_steps = search.n_steps;
    }
  search_clear (&search);
  return ok;
}

void
stragglers_clear (Stragglers *stragglers)
{
  step_lateness_column_clear (&stragglers->lateness);
  straggler_column_clear (&stragglers->stragglers);
  *stragglers = (Stragglers){ 0 };
}
