/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/slow_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/statistics/block_bootstrap.h"

#define SLOW_LEAST    2
#define TIMES_AS_MANY 3
#define DEVIATIONS    (5 * 1.4826)
#define LEAST_SHARE   0.05

/* The parts that a sample's time is known by. */
static double
part_of_sample (const CompareSide *side, uint64_t sample, int part)
{
  if (part < PART_IDLE)
    return (double) side->shares.samples[sample].share_ns[part];
  return part < PART_NO_GPU ? (double) side->idle.of_sample[sample][part - PART_IDLE] : 0;
}

/* Returns the step whose time is at a place among the sorted ones: the first with that time. */
static uint64_t
step_with_time (const CompareSide *side, double time)
{
  uint64_t i = 0;

  while (i + 1 < side->steps.n && side->values[SIDE_TIME][i] != time)
    i++;
  return i;
}

/* sorted: the times of all steps, ascending. */
static void
find_part (const CompareSide *side, const uint8_t *is_slow, const double *sorted, SlowSteps *slow)
{
  double divisor = (double) compare_steps_divisor (&side->steps);
  uint64_t low = step_with_time (side, sorted[(slow->n - 1) / 2]);
  uint64_t high = step_with_time (side, sorted[slow->n / 2]);

  for (int part = 0; part < PART_NO_GPU; part++)
    {
      double of_slow = 0,
             of_median = (part_of_sample (side, low, part) + part_of_sample (side, high, part)) / 2;
      double longer_ns;

      for (uint64_t i = 0; i < side->steps.n; i++)
        of_slow += is_slow[i] ? part_of_sample (side, i, part) : 0;
      longer_ns = (of_slow / (double) slow->n_slow - of_median) / divisor;
      if (part == 0 || longer_ns > slow->part_ns)
        {
          slow->part = (WaterfallPart) part;
          slow->part_ns = longer_ns;
        }
    }
  slow->part_ns = MIN (slow->part_ns, slow->longer_ns);
}

bool
slow_steps_find (const CompareSide *side, SlowSteps *ret_slow)
{
  uint64_t n = side->steps.n;
  const double *times = side->values[SIDE_TIME];
  double *values = malloc (n * sizeof *values), divisor = (double) compare_steps_divisor (&side->steps);
  uint8_t *is_slow = calloc (n, 1);
  double limit, sum = 0;

  *ret_slow = (SlowSteps){ .n = n };
  if (values == NULL || is_slow == NULL || n < SLOW_STEPS_LEAST)
    {
      bool ok = values != NULL && is_slow != NULL;

      free (values);
      free (is_slow);
      return ok;
    }
  memcpy (values, times, n * sizeof *values);
  ret_slow->median_ns = bootstrap_figure_of (BOOTSTRAP_MEDIAN, values, n, 1);
  for (uint64_t i = 0; i < n; i++)
    values[i] = fabs (times[i] - ret_slow->median_ns);
  limit = ret_slow->median_ns
          + MAX (DEVIATIONS * bootstrap_figure_of (BOOTSTRAP_MEDIAN, values, n, 1),
                 LEAST_SHARE * ret_slow->median_ns);
  for (uint64_t i = 0; i < n; i++)
    if (times[i] > limit)
      {
        is_slow[i] = 1;
        ret_slow->n_slow++;
        sum += times[i];
      }
  if (ret_slow->n_slow > 0)
    {
      ret_slow->longer_ns = (sum / (double) ret_slow->n_slow - ret_slow->median_ns) / divisor;
      memcpy (values, times, n * sizeof *values);
      bootstrap_figure_of (BOOTSTRAP_MEDIAN, values, n, 1);
      find_part (side, is_slow, values, ret_slow);
    }
  ret_slow->median_ns /= divisor;
  free (values);
  free (is_slow);
  return true;
}

static bool
has_many_more (const SlowSteps *a, const SlowSteps *b)
{
  return a->n_slow >= SLOW_LEAST && a->n >= SLOW_STEPS_LEAST && b->n >= SLOW_STEPS_OTHER
         && (double) a->n_slow * (double) b->n >= TIMES_AS_MANY * (double) b->n_slow * (double) a->n;
}

bool
slow_steps_differ (const SlowSteps *base, const SlowSteps *other)
{
  return has_many_more (base, other) || has_many_more (other, base);
}
