/* SPDX-License-Identifier: Apache-2.0
 *
 * StepOutlier of SageMaker Debugger (METRICS 23). Its mean and deviation are moved by the very outliers that are looked for:
 * one step of ten that takes ten times as long is within 3 deviations. So the middle is the median, and the deviation that
 * of the median absolute deviation. Only long steps count: a short one costs nothing. */

#include <stdlib.h>

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/step_at.h"
#include "trace/stats/distribution.h"
#include "trace/stats/value_order.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SIGMA,
  EXCESS,
  SHARE
};

#define STEPS_MIN 8
/* The deviation of a normal distribution / its median absolute deviation. */
#define MAD_SIGMA 1.4826

typedef struct
{
  unsigned n;
  size_t worst; /* of facts->steps */
  double worst_median_ns;
  int64_t worst_excess_ns;
} Outliers;

/* Looks at the steps [first, end) of one rank. */
static void
look_at_rank (FindingLook *look, size_t first, size_t end, int64_t *values, Outliers *outliers)
{
  const FindingFacts *facts = look->facts;
  size_t n = end - first;
  double median_ns, sigma_ns, least_ns;

  for (size_t i = 0; i < n; i++)
    values[i] = step_at_get (facts, first + i)->wall_ns;
  value_order (values, n);
  median_ns = distribution_percentile (values, n, 0.5);
  for (size_t i = 0; i < n; i++)
    values[i] = llabs (values[i] - (int64_t) median_ns);
  value_order (values, n);
  sigma_ns = MAD_SIGMA * distribution_percentile (values, n, 0.5);
  least_ns = MAX (look_threshold (look, SIGMA) * sigma_ns, look_threshold (look, EXCESS) / 100 * median_ns);

  for (size_t i = first; i < end; i++)
    {
      const TraceStep *step = step_at_get (facts, i);
      int64_t excess_ns = step->wall_ns - (int64_t) median_ns, end_ns = step_at_end_ns (step);

      /* The first steps of a recording are slow for reasons of their own. */
      if (step->index == 0 || finding_facts_is_warm (facts, step->rank, end_ns - 1) || (double) excess_ns <= least_ns)
        continue;
      outliers->n++;
      if (excess_ns > outliers->worst_excess_ns)
        {
          outliers->worst = i;
          outliers->worst_excess_ns = excess_ns;
          outliers->worst_median_ns = median_ns;
        }
      for (uint32_t device = 0; device < trace_n_devices (facts->trace); device++)
        if (trace_device (facts->trace, device)->rank == step->rank
            && stats_scope_holds_device (facts->scope, device))
          device_idle_gain_length (look, device, end_ns - step->wall_ns, end_ns, excess_ns);
      look_place (look, step->rank, end_ns - step->wall_ns, end_ns, step->slice);
    }
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  Outliers outliers = { 0 };
  bool is_enough = false;
  int64_t *values;
  char wall[DURATION_TEXT_MAX], median[DURATION_TEXT_MAX], gain[DURATION_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  values = calloc (facts->steps.n + 1, sizeof *values);
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
      look_at_rank (look, first, end, values, &outliers);
    }
  free (values);
  if (!is_enough)
    return look_is_without (look, N_ ("There are fewer than eight whole steps."));
  if (outliers.n == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  const TraceStep *step = step_at_get (facts, outliers.worst);
  int64_t end_ns = step_at_end_ns (step), by_cause[N_IDLE_CAUSES] = { 0 };
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, step_at_number (step));
  for (uint32_t device = 0; device < trace_n_devices (facts->trace); device++)
    if (trace_device (facts->trace, device)->rank == step->rank)
      device_idle_within (facts, device, end_ns - step->wall_ns, end_ns, by_cause);

  IdleCause cause = device_idle_largest (by_cause);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "Some steps (%s of %s) take much longer than the others, which costs %s per step (%s). The worst is step %s: %s "
        "against a median of %s, with most idle time for %s.")),
    grouped_text (outliers.n, n_text), grouped_text (facts->steps.n, all_text),
    duration_text (look_gain_ns (look), gain), percent_text (look_gain_share (look), percent), number,
    duration_text ((double) step->wall_ns, wall), duration_text (outliers.worst_median_ns, median),
    look_tr (look, cause < N_IDLE_CAUSES ? device_idle_phrase (cause) : N_ ("nothing")));
}

const FindingRule rule_step_outlier = {
  .id = "step_outlier",
  .title = N_ ("Steps that take much longer"),
  .method = N_ (
    "Steps that are longer than the median of their rank by more than the given number of deviations, which are 1.4826 "
    "times the median absolute deviation, and by more than the given share of the median. The gain is their time beyond "
    "the median, idle time first. The first step is left out."),
  .advice = { N_ ("Compare the worst step with the one before it: what is longer, or only there?"),
              N_ ("Evaluate, log and save less often, or beside training in another process or thread."),
              N_ ("If batches differ in size, group samples of similar length, or pack them.") },
  .thresholds = { [SIGMA] = { "sigma", 3, 1000, N_ ("Deviations beyond the median") },
                  [EXCESS] = { "excess_percent", 20, 1e6, N_ ("Longer than the median by (%)") },
                  [SHARE] = { "share_percent", 1, 100, N_ ("Share of the mean step (%)") } },
  .look = look,
};
