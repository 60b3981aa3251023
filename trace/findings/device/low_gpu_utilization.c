/* SPDX-License-Identifier: Apache-2.0
 *
 * "GPU utilization" of PyTorch's TensorBoard plugin and LowGPUUtilization of SageMaker Debugger (METRICS 23 and 25). It says
 * what is wrong, not why: it has no gain, so that the rules that know the cause come before it. */

#include <stdlib.h>

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  MEAN,
  HIGH_PERCENTILE,
  LOW_PERCENTILE,
  BUCKET
};

#define BUCKETS_MAX 100000
/* With fewer, percentiles say nothing. */
#define BUCKETS_MIN 20

typedef struct
{
  uint32_t device;
  double mean, p5, p95; /* shares; the percentiles are -1 with too few buckets */
  IdleCause cause;
} Use;

static int
compare_shares (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static bool
measure (const FindingFacts *facts, uint32_t device, Interval range, double bucket_ns, Use *use)
{
  int64_t by_cause[N_IDLE_CAUSES] = { 0 };
  double length_ns = (double) (range.end_ns - range.begin_ns);
  double idle_ns = (double) device_idle_within (facts, device, range.begin_ns, range.end_ns, by_cause);
  double n = MIN (length_ns / MAX (bucket_ns, 1), BUCKETS_MAX);
  double *shares;

  *use = (Use){ device, 1 - idle_ns / length_ns, -1, -1, device_idle_largest (by_cause) };
  if (n < BUCKETS_MIN)
    return true;
  shares = calloc ((size_t) n, sizeof *shares);
  if (shares == NULL || !device_idle_shares (facts, device, range, (uint32_t) n, shares))
    {
      free (shares);
      return false;
    }
  qsort (shares, (size_t) n, sizeof *shares, compare_shares);
  use->p95 = 1 - shares[(size_t) (0.05 * (n - 1))];
  use->p5 = 1 - shares[(size_t) (0.95 * (n - 1))];
  free (shares);
  return true;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  double low_mean = look_threshold (look, MEAN) / 100, high = look_threshold (look, HIGH_PERCENTILE) / 100,
         low = look_threshold (look, LOW_PERCENTILE) / 100;
  double bucket_ns = MIN (look_threshold (look, BUCKET) * 1e6, facts->step_ns);
  char mean[PERCENT_TEXT_MAX], p5[PERCENT_TEXT_MAX], p95[PERCENT_TEXT_MAX], bucket[DURATION_TEXT_MAX];
  Use worst = { TRACE_NONE, 2, -1, -1, N_IDLE_CAUSES };
  Interval worst_range = { 0, 0 };
  unsigned n_looked = 0, n_found = 0;

  for (uint32_t i = 0; i < facts->devices.n; i++)
    {
      Interval range = device_idle_range (facts, &facts->devices.devices[i]);
      uint32_t device = facts->devices.devices[i].device;
      Use use;

      if (range.begin_ns >= range.end_ns)
        continue;
      n_looked++;
      if (!measure (facts, device, range, bucket_ns, &use))
        return look_is_stopped (look);
      if (use.mean >= low_mean && (use.p95 < 0 || (use.p95 >= high && use.p5 >= low)))
        continue;
      n_found++;
      if (use.mean < worst.mean)
        {
          worst = use;
          worst_range = range;
        }
    }
  if (n_looked == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (n_found == 0)
    return look_is_clear (look);
  /* The place is that of the GPU that the sentence names. */
  look_place (look, trace_device (facts->trace, worst.device)->rank, worst_range.begin_ns, worst_range.end_ns, SLICE_NONE);

  g_autofree char *name = device_idle_name (look, worst.device);
  const char *cause =
    look_tr (look, worst.cause < N_IDLE_CAUSES ? device_idle_phrase (worst.cause) : N_ ("nothing"));
  percent_text (worst.mean, mean);
  if (worst.mean < low_mean)
    return look_is_found_as (
      look, FINDING_MEDIUM,
      look_tr (look,
               N_ ("%s is busy for only %s of the time. The largest part of its idle time goes to %s.")),
      name, mean, cause);
  duration_text (bucket_ns, bucket);
  if (worst.p95 < high)
    return look_is_found_as (
      look, FINDING_LOW,
      look_tr (
        look,
        N_ ("%s is never fully used: it is busy for %s of the time, and for less than %s of nearly every "
            "stretch of %s. The largest part of its idle time goes to %s.")),
      name, mean, percent_text (high, p95), bucket, cause);
  return look_is_found_as (
    look, FINDING_LOW,
    look_tr (
      look,
      N_ ("The use of %s fluctuates: of stretches of %s it is busy for at most %s of some and for at least "
          "%s of others. The largest part of its idle time goes to %s.")),
    name, bucket, percent_text (worst.p5, p5), percent_text (worst.p95, p95), cause);
}

const FindingRule rule_low_gpu_utilization = {
  .id = "low_gpu_utilization",
  .title = N_ ("Low use of a GPU"),
  .method = N_ (
    "The busy share of each GPU from the first step to the last, as a mean and over stretches of the given length or of "
    "a step if that is shorter: the mean is low, the 95th percentile is low, or it is high and the 5th percentile is "
    "near 0. It says that GPUs idle, not why, so it is counted in no gain."),
  .advice = { N_ ("See which other findings explain the idle time, and begin with the first of them."),
              N_ ("If there are none, give the GPU more work at a time: larger batches or longer sequences."),
              N_ ("If the GPU is shared or too large for the model, use a part of it or a smaller one.") },
  .thresholds = { [MEAN] = { "mean_percent", 50, 100, N_ ("Mean use is low below (%)") },
                  [HIGH_PERCENTILE] = { "p95_percent", 70, 100, N_ ("95th percentile is low below (%)") },
                  [LOW_PERCENTILE] = { "p5_percent", 10, 100, N_ ("5th percentile is low below (%)") },
                  [BUCKET] = { "bucket_ms", 500, 1e6, N_ ("Length of a stretch (ms)") } },
  .look = look,
};
