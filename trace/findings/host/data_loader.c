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
  look_gain_idle (look, IDLE_LOADER);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (look, look_tr (look, N_ ("The GPUs wait for the data loader for %s of %s (%s).")),
                        duration_text (look_gain_ns (look), gain), look_step (look, step),
                        percent_text (look_gain_share (look), percent));
}

const FindingRule rule_data_loader = {
  .id = "data_loader",
  .title = N_ ("Waiting for data"),
  .method =
    N_ ("Idle time of the GPUs in which the launching thread fetched the next batch for most of the gap."),
  .advice = { N_ (
                "Give the DataLoader more workers: num_workers=8 or so, with persistent_workers=True and prefetch_factor=4."),
              N_ ("Copy batches ahead: pin_memory=True and .to (device, non_blocking=True)."),
              N_ ("Move decoding and augmentation to the GPU, or store the data decoded.") },
  .thresholds = { [SHARE] = { "share_percent", 5, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
