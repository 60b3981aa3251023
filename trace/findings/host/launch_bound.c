/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/findings/host/host_gaps.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  SHORT_KERNEL,
  GAP
};

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], limit[DURATION_TEXT_MAX], gap[DURATION_TEXT_MAX];
  char percent[PERCENT_TEXT_MAX], of_kernels[PERCENT_TEXT_MAX];
  HostGaps gaps;

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (facts->kernels.count == 0)
    return look_is_without (look, N_ ("No kernel begins in the window."));
  if (!finding_facts_has_tracks (facts, TRACK_CALLS))
    return look_is_without (look, N_ ("The profile has no API calls, so it does not say when work was launched."));
  if (!host_gaps_gain (look, HOST_GAPS_OF_LAUNCHING, &gaps))
    return look_is_stopped (look);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPUs wait again and again for the host to launch the next work, for up to %s each time: %s of %s "
                       "(%s). Shorter than %s are %s of the kernels.")),
    duration_text (look_threshold (look, GAP) * 1000, gap), duration_text (look_gain_ns (look), gain),
    look_step (look, step), percent_text (look_gain_share (look), percent),
    duration_text (look_threshold (look, SHORT_KERNEL) * 1000, limit), percent_text (gaps.short_share, of_kernels));
}

const FindingRule rule_launch_bound = {
  .id = "launch_bound",
  .title = N_ ("Launch-bound steps"),
  .method = N_ (
    "Short idle gaps of the GPUs in which the next work had not been launched, while the host was in operators, Python or "
    "API calls; only where more than half of the kernels are short. Longer gaps are work of the host."),
  .advice = { N_ (
                "Capture the step as a CUDA graph: torch.compile (mode=\"reduce-overhead\") or torch.cuda.graph ()."),
              N_ (
                "Fuse small operations with torch.compile (), or use fused optimizers (fused=True) and foreach forms."),
              N_ ("Let each launch do more: larger batches, or several small tensors as one.") },
  .thresholds = { [SHARE] = { "share_percent", 10, 100, N_ ("Idle share of the step (%)") },
                  [SHORT_KERNEL] = { "short_kernel_us", HOST_GAPS_SHORT_KERNEL_US, 1e6, N_ ("Kernels are short below (µs)") },
                  [GAP] = { "gap_us", HOST_GAPS_LONG_US, 1e6, N_ ("Gaps are short up to (µs)") } },
  .look = look,
};
