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
  look_gain_idle (look, IDLE_ALLOCATION);
  if (look_gain_share (look) < look_threshold (look, SHARE) / 100 || look_gain_ns (look) <= 0)
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPUs wait while the host allocates or frees device memory: %s of %s (%s).")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

const FindingRule rule_allocator_stalls = {
  .id = "allocator_stalls",
  .title = N_ ("Allocator stalls"),
  .method = N_ (
    "Idle time of the GPUs in which the launching thread was in cudaMalloc, cudaFree or their like for most of the gap."),
  .advice = { N_ ("Let the allocator grow its segments: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True."),
              N_ (
                "Keep shapes the same from step to step, or pad them to a few sizes, so that cached blocks fit."),
              N_ ("Do not call torch.cuda.empty_cache () in the training loop.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
