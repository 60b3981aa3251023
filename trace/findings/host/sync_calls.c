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
  look_gain_idle (look, IDLE_SYNC);
  look_gain_idle (look, IDLE_SYNC_CALL);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look,
             N_ ("The GPUs run dry because the host waits for them in synchronising calls: %s of %s (%s).")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

const FindingRule rule_sync_calls = {
  .id = "sync_calls",
  .title = N_ ("Synchronising calls"),
  .method = N_ (
    "Idle time of the GPUs after which the next launch came from a thread that had been blocked in a synchronising call (cudaStreamSynchronize, cudaDeviceSynchronize, blocking copies)."),
  .advice = { N_ (
                "Avoid .item (), .cpu (), .tolist (), print (tensor) and nonzero () inside a step; collect values and read them every N steps."),
              N_ ("Compare and branch on the device: torch.where in place of if on a tensor."),
              N_ ("torch.cuda.set_sync_debug_mode (\"warn\") names the lines that synchronise.") },
  .thresholds = { [SHARE] = { "share_percent", 2, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
