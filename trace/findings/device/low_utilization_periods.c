/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_time_util of Nsight Systems (METRICS 24), with concurrent activities counted once. A GPU that is under-used throughout
 * has no such periods; low_gpu_utilization is about it. No gain: other rules know the causes. */

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  USE,
  PARTS,
  SHARE
};

#define PARTS_MAX 1000
/* With fewer, a slow step would be a period. */
#define STEPS_MIN 10

typedef struct
{
  FindingLook *look;
  unsigned n;
  int64_t total_ns, range_ns, longest_ns;
  Interval longest;
  uint32_t device;   /* with the longest one */
  double idle_share; /* of the longest one */
} Periods;

static int64_t
edge_ns (Interval range, uint32_t i, uint32_t n)
{
  return range.begin_ns + (int64_t) ((double) (range.end_ns - range.begin_ns) * i / n);
}

static void
add_period (Periods *periods, uint32_t device, int64_t begin_ns, int64_t end_ns, double idle_share)
{
  periods->n++;
  periods->total_ns += end_ns - begin_ns;
  if (end_ns - begin_ns > periods->longest.end_ns - periods->longest.begin_ns)
    {
      periods->longest = (Interval){ begin_ns, end_ns };
      periods->device = device;
      periods->idle_share = idle_share;
    }
  look_place (periods->look, trace_device (periods->look->facts->trace, device)->rank, begin_ns, end_ns,
              SLICE_NONE);
}

static bool
look_at (Periods *periods, uint32_t device, Interval range, uint32_t n)
{
  double shares[PARTS_MAX], most_idle = 1 - look_threshold (periods->look, USE) / 100, idle = 0;
  uint32_t n_low = 0, first = 0;

  if (!device_idle_shares (periods->look->facts, device, range, n, shares))
    return false;
  for (uint32_t i = 0; i < n; i++)
    n_low += shares[i] > most_idle;
  if (2 * n_low > n)
    return true;
  periods->range_ns += range.end_ns - range.begin_ns;
  for (uint32_t i = 0; i <= n; i++)
    {
      if (i < n && shares[i] > most_idle)
        {
          idle += shares[i];
          continue;
        }
      if (i > first)
        add_period (periods, device, edge_ns (range, first, n), edge_ns (range, i, n), idle / (i - first));
      first = i + 1;
      idle = 0;
    }
  return true;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  uint32_t n = (uint32_t) CLAMP (look_threshold (look, PARTS), 1, PARTS_MAX);
  Periods periods = { .look = look };
  char total[PERCENT_TEXT_MAX], use[PERCENT_TEXT_MAX], limit[PERCENT_TEXT_MAX], longest[DURATION_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX];
  int64_t by_cause[N_IDLE_CAUSES] = { 0 };

  if (facts->devices.n == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (facts->has_steps && facts->n_steps < STEPS_MIN)
    return look_is_without (look, N_ ("There are fewer than ten whole steps."));
  for (uint32_t i = 0; i < facts->devices.n; i++)
    {
      Interval range = device_idle_range (facts, &facts->devices.devices[i]);
      uint32_t n_parts = n;

      /* Not shorter than a step, else the pause between two steps would be a period. */
      if (facts->has_steps)
        n_parts = (uint32_t) CLAMP ((double) (range.end_ns - range.begin_ns) / facts->step_ns, 1, n);
      if (range.end_ns - range.begin_ns > n_parts
          && !look_at (&periods, facts->devices.devices[i].device, range, n_parts))
        return look_is_stopped (look);
    }
  if (periods.n == 0
      || (double) periods.total_ns < look_threshold (look, SHARE) / 100 * (double) periods.range_ns)
    return look_is_clear (look);
  device_idle_within (facts, periods.device, periods.longest.begin_ns, periods.longest.end_ns, by_cause);

  g_autofree char *name = device_idle_name (look, periods.device);
  return look_is_found_as (
    look, FINDING_LOW,
    look_tr (
      look,
      N_ (
        "For %s of the time GPUs are used for less than %s (periods: %s). The longest period is of %s: it is "
        "busy for %s of %s, and idle mostly for %s.")),
    percent_text ((double) periods.total_ns / (double) periods.range_ns, total),
    percent_text (look_threshold (look, USE) / 100, limit), grouped_text (periods.n, n_text), name,
    percent_text (1 - periods.idle_share, use),
    duration_text ((double) (periods.longest.end_ns - periods.longest.begin_ns), longest),
    look_tr (look, device_idle_phrase (device_idle_largest (by_cause))));
}

const FindingRule rule_low_utilization_periods = {
  .id = "low_utilization_periods",
  .title = N_ ("Periods of low use"),
  .method = N_ (
    "The time from the first step to the last is cut into equal parts, none shorter than a step. Parts in which a GPU is "
    "busy for less than the given share are joined where they touch. A GPU with more low parts than others is left to "
    "the rule for low use. It says that GPUs idle, not why, so it is counted in no gain."),
  .advice = { N_ ("Zoom to the longest period and see what the host does in it."),
              N_ ("Evaluate, log and save less often, or beside training in another process or thread."),
              N_ ("Let DataLoader workers prefetch enough for slow batches: prefetch_factor=4.") },
  .thresholds = { [USE] = { "use_percent", 50, 100, N_ ("Use is low below (%)") },
                  [PARTS] = { "parts", 30, PARTS_MAX, N_ ("Number of parts") },
                  [SHARE] = { "share_percent", 5, 100, N_ ("Share of the time (%)") } },
  .look = look,
};
