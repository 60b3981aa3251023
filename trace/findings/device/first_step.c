/* SPDX-License-Identifier: Apache-2.0
 *
 * The first steps of a recording load kernels, choose algorithms and fill caches. That happens once in a run, so there is no
 * gain per step; but means of the profile include it. */

#include <stdlib.h>

#include "trace/findings/finding_rules.h"
#include "trace/findings/step_at.h"
#include "trace/stats/distribution.h"
#include "trace/stats/value_order.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  FACTOR
};

#define STEPS_MIN 4
/* A step after the first belongs to the warm-up while it takes this many times the median. */
#define WARM_FACTOR 1.5

/* The costliest beginning of all ranks. */
typedef struct
{
  size_t first, n; /* of facts->steps */
  int64_t excess_ns;
  double median_ns;
} Warmup;

static void
look_at_rank (FindingLook *look, size_t first, size_t end, int64_t *values, Warmup *worst)
{
  const FindingFacts *facts = look->facts;
  size_t n = end - first, n_warm = 0;
  int64_t excess_ns = 0;
  double median_ns;

  for (size_t i = 1; i < n; i++)
    values[i - 1] = step_at_get (facts, first + i)->wall_ns;
  value_order (values, n - 1);
  median_ns = distribution_percentile (values, n - 1, 0.5);
  if (step_at_get (facts, first)->index != 0
      || (double) step_at_get (facts, first)->wall_ns <= look_threshold (look, FACTOR) * median_ns)
    return;
  while (n_warm < n / 2 && (double) step_at_get (facts, first + n_warm)->wall_ns > WARM_FACTOR * median_ns)
    {
      const TraceStep *step = step_at_get (facts, first + n_warm++);
      int64_t end_ns = step_at_end_ns (step);

      excess_ns += step->wall_ns - (int64_t) median_ns;
      look_place (look, step->rank, end_ns - step->wall_ns, end_ns, step->slice);
    }
  if (excess_ns > worst->excess_ns)
    *worst = (Warmup){ first, n_warm, excess_ns, median_ns };
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  Warmup worst = { 0 };
  bool is_enough = false;
  int64_t *values = calloc (facts->steps.n + 1, sizeof *values);
  char wall[DURATION_TEXT_MAX], median[DURATION_TEXT_MAX], excess[DURATION_TEXT_MAX];

  if (values == NULL)
    return look_is_stopped (look);
  for (size_t first = 0, end; first < facts->steps.n; first = end)
    {
      for (end = first + 1;
           end < facts->steps.n && step_at_get (facts, end)->rank == step_at_get (facts, first)->rank;)
        end++;
      if (end - first < STEPS_MIN)
        continue;
      is_enough = true;
      look_at_rank (look, first, end, values, &worst);
    }
  free (values);
  if (!is_enough)
    return look_is_without (look, N_ ("There are fewer than four whole steps."));
  if (worst.n == 0)
    return look_is_clear (look);
  return look_is_found_as (
    look, FINDING_INFO,
    look_tr (
      look,
      N_ (
        "The run begins slowly: its first step takes %s, the median of the others is %s. Its slow first steps (%u) cost %s in all, once, and means over this profile include them.")),
    duration_text ((double) step_at_get (facts, worst.first)->wall_ns, wall),
    duration_text (worst.median_ns, median), (unsigned) worst.n,
    duration_text ((double) worst.excess_ns, excess));
}

const FindingRule rule_first_step = {
  .id = "first_step",
  .title = N_ ("Slow first steps"),
  .method = N_ (
    "The first step takes more than the given multiple of the median of the others; steps that follow it belong to it "
    "while they take more than 1.5 times the median. It happens once: gains and means of other findings leave these steps out."),
  .advice = { N_ (
                "Let the profiler skip the first steps: torch.profiler.schedule (wait=1, warmup=3, active=5)."),
              N_ ("Keep what was compiled between runs: set TORCHINDUCTOR_CACHE_DIR and TRITON_CACHE_DIR."),
              N_ ("Judge a run by its later steps: stats --window, or a step of its own.") },
  .thresholds = { [FACTOR] = { "factor", 2, 1000, N_ ("Multiple of the median") } },
  .works_on_job = true,
  .look = look,
};
