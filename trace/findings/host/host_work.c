/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/host/host_gaps.h"
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
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], longest[DURATION_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  HostGaps gaps;

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (!finding_facts_has_tracks (facts, TRACK_CALLS))
    return look_is_without (look, N_ ("The profile has no API calls, so it does not say when work was launched."));
  if (!host_gaps_gain (look, HOST_GAPS_OF_WORK, &gaps))
    return look_is_stopped (look);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPUs have nothing to do while the host works: %s of %s (%s). The largest part goes to %s; the "
                       "longest gap takes %s.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step), percent_text (look_gain_share (look), percent),
    look_tr (look, device_idle_phrase (device_idle_largest (gaps.by_cause))),
    duration_text ((double) gaps.longest_ns, longest));
}

const FindingRule rule_host_work = {
  .id = "host_work",
  .title = N_ ("Work of the host"),
  .method = N_ (
    "Idle time of the GPUs in which the next work had not been launched, while the host was in operators, Python, named ranges, "
    "API calls or code that is not recorded. It is without the short gaps that launch-bound steps are about."),
  .advice = { N_ ("Go to the longest gap and see which code runs in it; with_stack=True records Python's frames."),
              N_ ("Move logging, metrics and checkpoints to another thread, or do them every N steps."),
              N_ ("Let the host run ahead: no synchronising calls, and less code per step (torch.compile ()).") },
  .thresholds = { [SHARE] = { "share_percent", 10, 100, N_ ("Idle share of the step (%)") } },
  .look = look,
};
