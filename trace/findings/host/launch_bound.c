/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  SHORT_KERNEL
};

/* Returns the share of kernels that are shorter, 0 to 1. */
static double
share_of_short_kernels (const FindingFacts *facts, double short_ns)
{
  FactsWalk walk = facts_walk_begin ((FindingFacts *) facts, TRACK_STREAM);
  uint64_t slice, n = 0, n_short = 0;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    if (facts->slices->kind[slice] == SLICE_KERNEL)
      {
        n++;
        n_short += (double) slice_dur_ns (facts->slices, slice) < short_ns;
      }
  return n > 0 ? (double) n_short / (double) n : 0;
}

static RuleState
look (FindingLook *look)
{
  static const IdleCause causes[] = { IDLE_CALL,       IDLE_OPERATOR,     IDLE_PYTHON,
                                      IDLE_ANNOTATION, IDLE_HOST_UNKNOWN, IDLE_LAUNCH_OVERHEAD };
  const FindingFacts *facts = look->facts;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], limit[DURATION_TEXT_MAX];
  char percent[PERCENT_TEXT_MAX], of_kernels[PERCENT_TEXT_MAX];
  double share, short_share;

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (facts->kernels.count == 0)
    return look_is_without (look, N_ ("No kernel begins in the window."));
  for (size_t i = 0; i < G_N_ELEMENTS (causes); i++)
    look_gain_idle (look, causes[i]);
  share = look_gain_share (look);
  short_share = share_of_short_kernels (facts, look_threshold (look, SHORT_KERNEL) * 1000);
  if (share < look_threshold (look, SHARE) / 100 || short_share <= 0.5)
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPU waits for the host to launch work for %s of %s (%s); %s of the kernels are "
                       "shorter than %s, so launching them takes longer than running them.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step), percent_text (share, percent),
    percent_text (short_share, of_kernels),
    duration_text (look_threshold (look, SHORT_KERNEL) * 1000, limit));
}

const FindingRule rule_launch_bound = {
  .id = "launch_bound",
  .title = N_ ("Launch-bound steps"),
  .method = N_ (
    "Idle time of the GPUs in which the next work had not been launched, or had just been, while the host was in "
    "operators, Python or runtime calls; only where more than half of the kernels are short."),
  .advice = { N_ (
                "Capture the step as a CUDA graph: torch.compile (mode=\"reduce-overhead\") or torch.cuda.graph ()."),
              N_ (
                "Fuse small operations with torch.compile (), or use fused optimizers (fused=True) and foreach forms."),
              N_ ("Let each launch do more: larger batches, or several small tensors as one.") },
  .thresholds = { [SHARE] = { "share_percent", 10, 100, N_ ("Idle share of the step (%)") },
                  [SHORT_KERNEL] = { "short_kernel_us", 10, 1e6, N_ ("Kernels are short below (µs)") } },
  .look = look,
};
