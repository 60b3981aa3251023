/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (!finding_facts_has_tracks (facts, TRACK_CALLS))
    return look_is_without (look, N_ ("The profile has no API calls, so it does not say when work was launched."));
  look_gain_idle (look, IDLE_PROFILER);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "The profiler itself keeps the GPUs waiting for %s of %s (%s), so the figures of this profile are worse than those of the run.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

const FindingRule rule_profiler_overhead = {
  .id = "profiler_overhead",
  .title = N_ ("Profiler overhead"),
  .method =
    N_ ("Idle time of the GPUs in which the profiler worked on a thread of the rank for most of the gap."),
  .advice = { N_ (
                "Record fewer steps, and give the profiler a warmup step: schedule (wait=1, warmup=1, active=3)."),
              N_ ("Switch off what you do not need: with_stack, record_shapes, profile_memory."),
              N_ ("Judge run times by a run without the profiler.") },
  .thresholds = { [SHARE] = { "share_percent", 2, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
