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
  look_gain_idle (look, IDLE_QUEUED);
  look_gain_idle (look, IDLE_STREAM_WAIT);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPUs are idle although their next work has been launched: %s of %s (%s). It waits for another "
                       "stream, or the profile does not say for what.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step), percent_text (look_gain_share (look), percent));
}

const FindingRule rule_queued_work = {
  .id = "queued_work",
  .title = N_ ("Launched work that does not begin"),
  .method = N_ (
    "Idle time of the GPUs, in gaps of more than 30 µs, before work that had been launched earlier: after a stream was told to "
    "wait for an event, or without a reason in the profile."),
  .advice = { N_ ("Look at what else uses the GPU: other processes, or streams that this profile does not record."),
              N_ ("Record synchronisation: CUPTI's cuda_sync events say which event a stream waits for."),
              N_ ("Wait for events where a result is needed, not for whole streams: stream.wait_event ().") },
  .thresholds = { [SHARE] = { "share_percent", 10, 100, N_ ("Idle share of the step (%)") } },
  .look = look,
};
