/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/statistics/block_bootstrap.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/statistics/student_t.h"

uint64_t
block_length (uint64_t n)
{
  uint64_t length = 1;

  while (2 * (length + 1) * (length + 1) * (length + 1) <= n)
    length++;
  return length;
}

/* splitmix64 */
static uint64_t
next_random (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * UINT64_C (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

static int
compare_values (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

static double
quantile (const double *sorted, uint64_t n, double q)
{
  double place = (double) (n - 1) * q;
  uint64_t below = (uint64_t) place;
  double beyond = place - (double) below;

  return below + 1 < n ? sorted[below] + beyond * (sorted[below + 1] - sorted[below]) : sorted[n - 1];
}

/* Divides once, so that the means of equal values are equal whatever their number. */
static double
mean_of_sum (double sum, uint64_t n, uint64_t divisor)
{
  return sum / ((double) n * (double) divisor);
}

double
bootstrap_figure_of (BootstrapFigure figure, double *values, uint64_t n, uint64_t divisor)
{
  double sum = 0;

  if (figure != BOOTSTRAP_MEAN)
    {
      qsort (values, n, sizeof *values, compare_values);
      return quantile (values, n, figure == BOOTSTRAP_MEDIAN ? 0.5 : 0.95) / (double) divisor;
    }
  for (uint64_t i = 0; i < n; i++)
    sum += values[i];
  return mean_of_sum (sum, n, divisor);
}

/* ---- draws of one run ---- */

typedef struct
{
  uint64_t n, divisor, length, n_blocks;
  const double *values;
  double *before;   /* n + 1: the sum of the values before each */
  double *sorted;   /* the values, ascending */
  uint32_t *place;  /* by value: its index in sorted */
  uint32_t *counts; /* by index in sorted: how often it was drawn; all 0 between draws */
  uint64_t state;
} Draws;

typedef struct
{
  double value;
  uint32_t at;
} Placed;

static int
compare_placed (const void *a, const void *b)
{
  const Placed *x = a, *y = b;

  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

static bool
draws_init (Draws *draws, const BootstrapRun *run, bool means_alone)
{
  uint64_t n = run->n;
  Placed *placed = malloc (n * sizeof *placed);

  *draws = (Draws){
    .n = n,
    .divisor = run->divisor,
    .length = block_length (n),
    .values = run->values,
    .before = malloc ((n + 1) * sizeof *draws->before),
    .sorted = malloc (n * sizeof *draws->sorted),
    .place = malloc (n * sizeof *draws->place),
    .counts = calloc (n, sizeof *draws->counts),
    .state = run->seed,
  };
  draws->n_blocks = (n + draws->length - 1) / draws->length;
  if (placed == NULL || draws->before == NULL || draws->sorted == NULL || draws->place == NULL
      || draws->counts == NULL)
    {
      free (placed);
      return false;
    }
  draws->before[0] = 0;
  for (uint64_t i = 0; i < n; i++)
    {
      draws->before[i + 1] = draws->before[i] + run->values[i];
      placed[i] = (Placed){ run->values[i], (uint32_t) i };
    }
  if (!means_alone)
    qsort (placed, n, sizeof *placed, compare_placed);
  for (uint64_t i = 0; i < n; i++)
    {
      draws->sorted[i] = placed[i].value;
      draws->place[placed[i].at] = (uint32_t) i;
    }
  free (placed);
  return true;
}

static void
draws_clear (Draws *draws)
{
  free (draws->before);
  free (draws->sorted);
  free (draws->place);
  free (draws->counts);
}

/* The sum of the values [begin, begin + length), wrapping round. */
static double
sum_of_block (const Draws *draws, uint64_t begin, uint64_t length)
{
  uint64_t end = begin + length;

  if (end <= draws->n)
    return draws->before[end] - draws->before[begin];
  return draws->before[draws->n] - draws->before[begin] + draws->before[end - draws->n];
}

/* Returns the value at a place of the drawn values in ascending order; *at and *passed are where the last one was found. */
static double
drawn_at (const Draws *draws, uint64_t place, uint64_t *at, uint64_t *passed)
{
  while (*passed + draws->counts[*at] <= place)
    *passed += draws->counts[(*at)++];
  return draws->sorted[*at];
}

static double
drawn_quantile (const Draws *draws, double q, uint64_t *at, uint64_t *passed)
{
  double place = (double) (draws->n - 1) * q;
  uint64_t below = (uint64_t) place;
  double low = drawn_at (draws, below, at, passed);

  if (below + 1 >= draws->n)
    return low;
  return low + (place - (double) below) * (drawn_at (draws, below + 1, at, passed) - low);
}

static void
draw (Draws *draws, bool means_alone, double ret_figures[N_BOOTSTRAP_FIGURES])
{
  uint64_t left = draws->n, at = 0, passed = 0;
  double sum = 0;

  for (uint64_t b = 0; b < draws->n_blocks; b++)
    {
      uint64_t begin = ((next_random (&draws->state) >> 32) * draws->n) >> 32;
      uint64_t length = MIN (draws->length, left);

      sum += sum_of_block (draws, begin, length);
      left -= length;
      for (uint64_t i = 0; i < length && !means_alone; i++)
        draws->counts[draws->place[begin + i < draws->n ? begin + i : begin + i - draws->n]]++;
    }
  ret_figures[BOOTSTRAP_MEAN] = mean_of_sum (sum, draws->n, draws->divisor);
  if (means_alone)
    return;
  ret_figures[BOOTSTRAP_MEDIAN] = drawn_quantile (draws, 0.5, &at, &passed) / (double) draws->divisor;
  ret_figures[BOOTSTRAP_P95] = drawn_quantile (draws, 0.95, &at, &passed) / (double) draws->divisor;
  memset (draws->counts, 0, draws->n * sizeof *draws->counts);
}

/* ---- intervals ---- */

#define Z_975 1.959963984540054
#define Z_995 2.5758293035489004

static uint64_t
blocks_of (uint64_t n)
{
  return n / block_length (n);
}

static BootstrapInterval
interval_around (double difference, const double *sorted, uint64_t n, double tail, double z, uint64_t m)
{
  double widened = student_t_quantile (1 - tail, (double) (m - 1)) / z * sqrt ((double) m / (double) (m - 1));

  return (BootstrapInterval){ difference - widened * (difference - quantile (sorted, n, tail)),
                              difference + widened * (quantile (sorted, n, 1 - tail) - difference) };
}

uint64_t
bootstrap_draws (uint64_t n_base, uint64_t n_other)
{
  uint64_t n = MAX (n_base, n_other);

  return n * BOOTSTRAP_DRAWS <= BOOTSTRAP_VALUES_MAX ? BOOTSTRAP_DRAWS : MAX (100, BOOTSTRAP_VALUES_MAX / n);
}

static void
set_differences (const BootstrapRun *base,
                 const BootstrapRun *other,
                 double *scratch,
                 int n_figures,
                 BootstrapDifference *differences)
{
  for (int figure = 0; figure < n_figures; figure++)
    {
      double of_base;

      memcpy (scratch, base->values, base->n * sizeof *scratch);
      of_base = bootstrap_figure_of ((BootstrapFigure) figure, scratch, base->n, base->divisor);
      memcpy (scratch, other->values, other->n * sizeof *scratch);
      differences[figure] = (BootstrapDifference){
        .difference =
          bootstrap_figure_of ((BootstrapFigure) figure, scratch, other->n, other->divisor) - of_base,
        .is_decided = base->n >= BOOTSTRAP_LEAST && other->n >= BOOTSTRAP_LEAST,
      };
    }
}

static bool
compute (const BootstrapRun *base,
         const BootstrapRun *other,
         bool means_alone,
         bool (*should_continue) (void *user_data),
         void *user_data,
         BootstrapDifference *differences)
{
  uint64_t most = MAX (base->n, other->n), m = MIN (blocks_of (base->n), blocks_of (other->n));
  uint64_t n = bootstrap_draws (base->n, other->n);
  int n_figures = means_alone ? 1 : N_BOOTSTRAP_FIGURES;
  double *drawn = malloc (n * N_BOOTSTRAP_FIGURES * sizeof *drawn + most * sizeof *drawn);
  Draws a, b;
  bool ok = draws_init (&a, base, means_alone);

  ok = draws_init (&b, other, means_alone) && ok && drawn != NULL;
  if (ok)
    set_differences (base, other, drawn, n_figures, differences);
  if (ok && differences[0].is_decided)
    {
      for (uint64_t i = 0; i < n && ok; i++)
        {
          double of_base[N_BOOTSTRAP_FIGURES], of_other[N_BOOTSTRAP_FIGURES];

          draw (&a, means_alone, of_base);
          draw (&b, means_alone, of_other);
          for (int figure = 0; figure < n_figures; figure++)
            drawn[(uint64_t) figure * n + i] = of_other[figure] - of_base[figure];
          ok = should_continue == NULL || should_continue (user_data);
        }
      for (int figure = 0; figure < n_figures && ok; figure++)
        {
          double *of_figure = drawn + (uint64_t) figure * n;

          qsort (of_figure, n, sizeof *of_figure, compare_values);
          differences[figure].at_95 =
            interval_around (differences[figure].difference, of_figure, n, 0.025, Z_975, m);
          differences[figure].at_99 =
            interval_around (differences[figure].difference, of_figure, n, 0.005, Z_995, m);
        }
    }
  draws_clear (&a);
  draws_clear (&b);
  free (drawn);
  return ok;
}

bool
block_bootstrap_compute (const BootstrapRun *base,
                         const BootstrapRun *other,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         BootstrapDifference ret_differences[N_BOOTSTRAP_FIGURES])
{
  return compute (base, other, false, should_continue, user_data, ret_differences);
}

bool
block_bootstrap_mean (const BootstrapRun *base,
                      const BootstrapRun *other,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      BootstrapDifference *ret_difference)
{
  return compute (base, other, true, should_continue, user_data, ret_difference);
}

/* ---- without draws ---- */

double
block_error_squared (const int64_t *values, const uint32_t *at, uint64_t n_values, uint64_t n, double *sums)
{
  uint64_t length = block_length (n), n_touched = 0;
  double mean = 0, squares = 0;

  for (uint64_t i = 0; i < n_values; i++)
    {
      mean += (double) values[i];
      for (uint64_t back = 0; back < length; back++)
        sums[at[i] >= back ? at[i] - back : at[i] + n - back] += (double) values[i];
    }
  mean /= (double) n;
  for (uint64_t i = 0; i < n_values; i++)
    for (uint64_t back = 0; back < length; back++)
      {
        double *sum = &sums[at[i] >= back ? at[i] - back : at[i] + n - back];
        double from_mean = *sum / (double) length - mean;

        if (*sum == 0)
          continue;
        squares += from_mean * from_mean;
        n_touched++;
        *sum = 0;
      }
  squares += (double) (n - n_touched) * mean * mean;
  return squares / (double) n / (double) (blocks_of (n) - 1);
}

double
block_difference_p (double difference,
                    double base_error_squared,
                    double other_error_squared,
                    uint64_t n_base,
                    uint64_t n_other)
{
  double error = sqrt (base_error_squared + other_error_squared);
  uint64_t m = MIN (blocks_of (n_base), blocks_of (n_other));

  if (difference == 0)
    return 1;
  return error > 0 ? student_t_two_sided (fabs (difference) / error, (double) (m - 1)) : 0;
}
