/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_gaps of Nsight Systems (METRICS 24). */

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  GAP
};

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  int64_t least_ns = (int64_t) (look_threshold (look, GAP) * 1e6), longest_ns = 0,
          by_cause[N_IDLE_CAUSES] = { 0 };
  char longest[DURATION_TEXT_MAX], limit[DURATION_TEXT_MAX], gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX];
  char percent[PERCENT_TEXT_MAX];
  unsigned n = 0;

  if (facts->devices.n == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  for (uint32_t i = 0; i < facts->devices.n; i++)
    {
      uint32_t device = facts->devices.devices[i].device;
      Interval range = device_idle_range (facts, &facts->devices.devices[i]);

      for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
        {
          const IntervalColumn *idle = &finding_facts_idle (facts, cause, device)->intervals;

          for (size_t j = 0; cause != IDLE_NOT_RECORDED && cause != IDLE_NO_NEXT && j < idle->n; j++)
            {
              /* What comes before the first activity is no gap between two. */
              int64_t begin_ns = MAX (idle->at[j].begin_ns, MAX (range.begin_ns, facts->devices.devices[i].first_start_ns));
              int64_t end_ns = MIN (idle->at[j].end_ns, range.end_ns);

              if (end_ns - begin_ns <= least_ns)
                continue;
              n++;
              by_cause[cause] += end_ns - begin_ns;
              longest_ns = MAX (longest_ns, end_ns - begin_ns);
              look_gain (look, device, begin_ns, end_ns);
              look_place (look, trace_device (facts->trace, device)->rank, begin_ns, end_ns, SLICE_NONE);
            }
        }
    }
  if (n == 0)
    return look_is_clear (look);
  duration_text ((double) longest_ns, longest);
  duration_text ((double) least_ns, limit);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ ("GPUs have nothing to do for longer than %s at a time. The longest gap is %s. All such gaps (%s) "
          "take %s of %s (%s), most of it for %s.")),
    limit, longest, grouped_text (n, n_text), duration_text (look_gain_ns (look), gain),
    look_step (look, step), percent_text (look_gain_share (look), percent),
    look_tr (look, device_idle_phrase (device_idle_largest (by_cause))));
}

const FindingRule rule_gpu_starvation = {
  .id = "gpu_starvation",
  .title = N_ ("Long idle gaps"),
  .method = N_ (
    "Gaps between two activities of a GPU that are longer than the given time, from the first step to the last, or from "
    "the first activity to the last in a profile without steps."),
  .advice = { N_ ("Zoom to the longest gap and see what the host does in it."),
              N_ (
                "Write checkpoints and logs from another thread: torch.distributed.checkpoint.async_save ()."),
              N_ ("Keep DataLoader workers alive between epochs: persistent_workers=True.") },
  .thresholds = { [GAP] = { "gap_ms", 500, 1e7, N_ ("Gaps are long above (ms)") } },
  .look = look,
};
