/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/slow_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/block_bootstrap.h"

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

static void
find_part (const CompareSide *side, const uint8_t *is_slow, SlowSteps *slow)
{
  double divisor = (double) compare_steps_divisor (&side->steps);

  for (int part = 0; part < PART_NO_GPU; part++)
    {
      double of_slow = 0, of_others = 0, longer_ns;

      for (uint64_t i = 0; i < side->steps.n; i++)
        *(is_slow[i] ? &of_slow : &of_others) += part_of_sample (side, i, part);
      longer_ns = (of_slow / (double) slow->n_slow - of_others / (double) (slow->n - slow->n_slow)) / divisor;
      if (part == 0 || longer_ns > slow->part_ns)
        {
          slow->part = (WaterfallPart) part;
          slow->part_ns = longer_ns;
        }
    }
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
  if (values == NULL || is_slow == NULL || n < COMPARE_WARMUP_LEAST)
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
      find_part (side, is_slow, ret_slow);
    }
  ret_slow->median_ns /= divisor;
  free (values);
  free (is_slow);
  return true;
}

static bool
has_many_more (const SlowSteps *a, const SlowSteps *b)
{
  return a->n_slow >= SLOW_LEAST
         && (double) a->n_slow * (double) b->n >= TIMES_AS_MANY * (double) b->n_slow * (double) a->n;
}

bool
slow_steps_differ (const SlowSteps *base, const SlowSteps *other)
{
  return has_many_more (base, other) || has_many_more (other, base);
}
