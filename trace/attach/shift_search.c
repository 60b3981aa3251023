/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/shift_search.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

/* A shift is found to about this part of an interval. */
#define STEPS_OF_INTERVAL 8

/* More samples than this within the profile are averaged to fewer: the cost is this number times that of shifts. */
#define SAMPLES_WITHIN_MAX 512
#define SHIFTS_MAX         ((size_t) 1 << 20)
#define CELLS_MAX          ((size_t) 1 << 20)

/* More samples than this tell no more of how likely a shift is: the cost is its square for each GPU. */
#define SAMPLES_CHANCE_MAX 1024

/* Shifts with fewer samples within the profile than this part of the most are not compared with others. */
#define OVERLAP_MIN 0.6

/* A GPU, on the grid of shifts. */
typedef struct
{
  I64Column time; /* in steps from the begin of the profile, before shifting */
  F64Column value;
  double *busy; /* of [0, n_cells]: busy steps before the cell */
} Grid;

typedef struct
{
  const ShiftSearch *search;
  int64_t step_ns, interval_ns;
  int64_t covers;  /* steps */
  int64_t n_cells; /* of the profile */
  Grid *grids;
  double *correlations; /* of each shift; -2 if it cannot be compared */
  int64_t *shifts;      /* in steps */
  uint32_t *n_within;
  size_t n;
} Work;

static int64_t
floor_divided (int64_t a, int64_t b)
{
  return a / b - (a % b < 0);
}

/* Samples of one interval become their mean, at the end of the interval. */
static bool
add_samples (Work *work, Grid *grid, const ShiftPair *pair)
{
  int64_t begin_ns = work->search->begin_ns;

  for (size_t i = 0; i < pair->n;)
    {
      int64_t cell = floor_divided (pair->samples[i].time_ns, work->interval_ns);
      double sum = 0, time = 0, n = 0;

      for (; i < pair->n && floor_divided (pair->samples[i].time_ns, work->interval_ns) == cell; i++, n++)
        {
          sum += pair->samples[i].value;
          time += (double) (pair->samples[i].time_ns - begin_ns);
        }
      if (!i64_column_push (&grid->time, (int64_t) floor (time / n / (double) work->step_ns + 0.5))
          || !f64_column_push (&grid->value, sum / n))
        return false;
    }
  return true;
}

static bool
add_busy (Work *work, Grid *grid, const ShiftPair *pair)
{
  int64_t begin_ns = work->search->begin_ns;
  size_t next = 0;
  double before_ns = 0;

  grid->busy = malloc (((size_t) work->n_cells + 1) * sizeof *grid->busy);
  if (grid->busy == NULL)
    return false;
  for (int64_t c = 0; c <= work->n_cells; c++)
    {
      int64_t at_ns = begin_ns + c * work->step_ns;

      for (; next < pair->n_busy && pair->busy[next].end_ns <= at_ns; next++)
        before_ns += (double) (pair->busy[next].end_ns - MAX (pair->busy[next].begin_ns, begin_ns))
                     * (pair->busy[next].end_ns > begin_ns);
      double part_ns = next < pair->n_busy && pair->busy[next].begin_ns < at_ns
                         ? (double) (at_ns - MAX (pair->busy[next].begin_ns, begin_ns))
                         : 0;
      grid->busy[c] = (before_ns + part_ns) / (double) work->step_ns;
    }
  return true;
}

static double
share_at (const Work *work, const Grid *grid, int64_t at)
{
  return (grid->busy[at] - grid->busy[at - work->covers]) / (double) work->covers;
}

/* ---- one shift ---- */

/* Returns the first sample from which on the time that it covers lies within the profile. */
static size_t
first_within (const Work *work, const Grid *grid, int64_t shift)
{
  size_t low = 0, high = grid->time.n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (grid->time.at[middle] + shift - work->covers < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static double
correlation_at (const Work *work, int64_t shift, uint32_t *ret_n)
{
  double product = 0, sampled = 0, shared = 0;

  *ret_n = 0;
  for (size_t p = 0; p < work->search->n_pairs; p++)
    {
      const Grid *grid = &work->grids[p];
      double x = 0, y = 0, xx = 0, yy = 0, xy = 0, n = 0;

      for (size_t i = first_within (work, grid, shift);
           i < grid->time.n && grid->time.at[i] + shift <= work->n_cells; i++, n++)
        {
          int64_t at = grid->time.at[i] + shift;
          double share = share_at (work, grid, at);
          double value = grid->value.at[i];

          x += value;
          y += share;
          xx += value * value;
          yy += share * share;
          xy += value * share;
        }
      if (n < 2)
        continue;
      *ret_n += (uint32_t) n;
      product += xy - x * y / n;
      sampled += xx - x * x / n;
      shared += yy - y * y / n;
    }
  /* What hardly varies says nothing: shares are from 0 to 1, and values may be of any unit. */
  if (*ret_n < SHIFT_SAMPLES_MIN || shared < 1e-4 * *ret_n || sampled <= 1e-9 * *ret_n)
    return -2;
  return product / sqrt (sampled * shared);
}

/* ---- all of them ---- */

static bool
try_all (Work *work)
{
  const ShiftSearch *search = work->search;
  size_t n = 0;

  for (size_t r = 0; r < search->n_ranges; r++)
    n += (size_t) (2 * (search->ranges[r].reach_ns / work->step_ns) + 1);
  work->correlations = malloc (n * sizeof *work->correlations);
  work->shifts = malloc (n * sizeof *work->shifts);
  work->n_within = malloc (n * sizeof *work->n_within);
  if (work->correlations == NULL || work->shifts == NULL || work->n_within == NULL)
    return false;
  for (size_t r = 0; r < search->n_ranges; r++)
    {
      int64_t centre = floor_divided (search->ranges[r].centre_ns, work->step_ns);
      int64_t reach = search->ranges[r].reach_ns / work->step_ns;

      for (int64_t shift = centre - reach; shift <= centre + reach; shift++)
        {
          work->correlations[work->n] = correlation_at (work, shift, &work->n_within[work->n]);
          work->shifts[work->n++] = shift;
        }
    }
  return true;
}

static void
leave_out_small_overlaps (Work *work)
{
  uint32_t most = 0;

  for (size_t i = 0; i < work->n; i++)
    most = MAX (most, work->n_within[i]);
  for (size_t i = 0; i < work->n; i++)
    if (work->n_within[i] < OVERLAP_MIN * most)
      work->correlations[i] = -2;
}

/* Returns the first or the last shift of those beside the best one that are good because it is. */
static size_t
end_of_peak (const Work *work, size_t best, bool is_first)
{
  size_t i = best;

  for (;;)
    {
      size_t next = is_first ? i - 1 : i + 1;

      if ((is_first && i == 0) || next >= work->n || work->correlations[next] < work->correlations[best] / 2
          || llabs (work->shifts[next] - work->shifts[i]) > 1)
        return i;
      i = next;
    }
}

/* The top of the parabola through the best shift and those beside it. */
static double
top_of_peak (const Work *work, size_t best)
{
  if (best == 0 || best + 1 >= work->n || work->shifts[best + 1] - work->shifts[best - 1] != 2)
    return (double) work->shifts[best];
  double before = work->correlations[best - 1], at = work->correlations[best],
         after = work->correlations[best + 1];
  double bend = before - 2 * at + after;

  return (double) work->shifts[best]
         + (bend < -1e-12 && before > -2 && after > -2 ? CLAMP ((before - after) / (2 * bend), -0.5, 0.5)
                                                       : 0);
}

/* ---- against chance ---- */

/* The samples of a GPU within the profile, and the share of each, both less their means. */
typedef struct
{
  double sampled[SAMPLES_CHANCE_MAX], shared[SAMPLES_CHANCE_MAX];
  size_t n;
} Deviations;

static void
deviations_of (const Work *work, const Grid *grid, int64_t shift, Deviations *of)
{
  double sampled = 0, shared = 0;

  of->n = 0;
  for (size_t i = first_within (work, grid, shift);
       i < grid->time.n && grid->time.at[i] + shift <= work->n_cells && of->n < SAMPLES_CHANCE_MAX; i++)
    {
      of->sampled[of->n] = grid->value.at[i];
      of->shared[of->n] = share_at (work, grid, grid->time.at[i] + shift);
      sampled += of->sampled[of->n];
      shared += of->shared[of->n++];
    }
  for (size_t i = 0; i < of->n; i++)
    {
      of->sampled[i] -= sampled / (double) of->n;
      of->shared[i] -= shared / (double) of->n;
    }
}

static double
product_at_lag (const double *values, size_t n, size_t lag)
{
  double sum = 0;

  for (size_t i = lag; i < n; i++)
    sum += values[i] * values[i - lag];
  return sum;
}

/* How many samples the correlation rests on: of a single pause, it is the few samples beside it, whatever else there is. Three
 * times what the fourth powers tell, so that normal values are all counted. */
static double
n_that_count (const Deviations *of)
{
  double sum = 0, squares = 0;

  for (size_t i = 0; i < of->n; i++)
    {
      double product = of->sampled[i] * of->shared[i];

      sum += product;
      squares += product * product;
    }
  return squares > 0 ? 3 * sum * sum / squares : 0;
}

/* How many samples of the GPU are independent of each other: the first lags at which samples and shares follow themselves. */
static double
n_independent (const Deviations *of)
{
  double sampled = product_at_lag (of->sampled, of->n, 0), shared = product_at_lag (of->shared, of->n, 0);
  double stretch = 1;

  if (sampled <= 0 || shared <= 0)
    return 0;
  for (size_t lag = 1; lag < of->n / 2; lag++)
    {
      double both = product_at_lag (of->sampled, of->n, lag) / sampled
                    * (product_at_lag (of->shared, of->n, lag) / shared);

      if (both <= 0)
        break;
      stretch += 2 * both;
    }
  return MIN ((double) of->n / stretch, n_that_count (of));
}

/* Returns false if a correlation as good is likely among so many shifts of samples that have nothing to do with the work. */
static bool
is_better_than_chance (const Work *work, int64_t shift, double correlation, uint64_t n_shifts)
{
  double independent = 0;
  Deviations of;

  for (size_t p = 0; p < work->search->n_pairs; p++)
    {
      deviations_of (work, &work->grids[p], shift, &of);
      independent = MAX (independent, n_independent (&of));
    }
  if (independent < SHIFT_INDEPENDENT_MIN)
    return false;
  double deviation = atanh (MIN (correlation, 1 - 1e-9)) * sqrt (independent - 3);
  double trials = 1 + 2 * (double) n_shifts / STEPS_OF_INTERVAL;

  return trials * erfc (deviation / G_SQRT2) / 2 < SHIFT_CHANCE_MAX;
}

static void
find_best (Work *work, ShiftFound *found)
{
  size_t best = 0;
  uint64_t n_others = 0;

  for (size_t i = 0; i < work->n; i++)
    if (work->correlations[i] > work->correlations[best])
      best = i;
  if (work->n == 0 || work->correlations[best] <= 0)
    return;
  size_t first = end_of_peak (work, best, true), last = end_of_peak (work, best, false);
  double second = -1;

  for (size_t i = 0; i < work->n; i++)
    if ((i < first || i > last) && work->correlations[i] > -2)
      {
        second = MAX (second, work->correlations[i]);
        n_others++;
      }
  found->correlation = work->correlations[best];
  found->second = second;
  found->n_samples = work->n_within[best];
  found->shift_ns = (int64_t) floor (top_of_peak (work, best) * (double) work->step_ns + 0.5);
  /* The best of a few that all lie in one peak is not known to be better than others. */
  found->is_sure = found->correlation >= SHIFT_CORRELATION_MIN
                   && found->correlation - second >= SHIFT_LEAD_MIN && n_others >= last - first + 1
                   && is_better_than_chance (work, work->shifts[best], found->correlation, n_others);
}

/* ---- the whole ---- */

/* The interval grows until there are few enough samples in the profile, few enough cells and few enough shifts. */
static void
choose_steps (Work *work)
{
  const ShiftSearch *search = work->search;
  int64_t span_ns = search->end_ns - search->begin_ns;
  double shifts_ns = 0;

  for (size_t r = 0; r < search->n_ranges; r++)
    shifts_ns += 2.0 * (double) search->ranges[r].reach_ns;
  work->interval_ns = MAX (search->interval_ns, STEPS_OF_INTERVAL);
  while (span_ns / work->interval_ns > SAMPLES_WITHIN_MAX
         || (double) span_ns * STEPS_OF_INTERVAL / (double) work->interval_ns > (double) CELLS_MAX
         || shifts_ns * STEPS_OF_INTERVAL / (double) work->interval_ns > (double) SHIFTS_MAX)
    work->interval_ns *= 2;
  work->step_ns = work->interval_ns / STEPS_OF_INTERVAL;
  work->n_cells = span_ns / work->step_ns;
  work->covers = CLAMP (MIN (work->interval_ns, MAX (SHIFT_COVERS_MAX_NS, work->step_ns)) / work->step_ns, 1,
                        STEPS_OF_INTERVAL);
}

static void
work_clear (Work *work)
{
  for (size_t p = 0; work->grids != NULL && p < work->search->n_pairs; p++)
    {
      i64_column_clear (&work->grids[p].time);
      f64_column_clear (&work->grids[p].value);
      free (work->grids[p].busy);
    }
  free (work->grids);
  free (work->correlations);
  free (work->shifts);
  free (work->n_within);
}

bool
shift_search_run (const ShiftSearch *search, ShiftFound *ret_found)
{
  Work work = { .search = search };
  bool ok = true;

  *ret_found = (ShiftFound){ .second = -1 };
  if (search->n_pairs == 0 || search->end_ns <= search->begin_ns || search->interval_ns <= 0)
    return true;
  choose_steps (&work);
  work.grids = calloc (search->n_pairs, sizeof *work.grids);
  ok = work.grids != NULL;
  for (size_t p = 0; ok && p < search->n_pairs; p++)
    ok = add_samples (&work, &work.grids[p], &search->pairs[p])
         && add_busy (&work, &work.grids[p], &search->pairs[p]);
  if (ok)
    ok = try_all (&work);
  if (ok)
    {
      leave_out_small_overlaps (&work);
      find_best (&work, ret_found);
    }
  work_clear (&work);
  return ok;
}
