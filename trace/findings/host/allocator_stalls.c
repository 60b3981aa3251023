/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

/* Adds what the calls of each rank take of the gaps that are theirs: the rest of a gap has other reasons. */
static bool
gain_of_calls (FindingLook *look)
{
  FindingFacts *facts = look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_CALLS);
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns = slice_start_ns (facts->slices, slice), end_ns = slice_end_ns (facts->slices, slice);
      uint32_t rank = trace_track (facts->trace, walk.track)->rank;

      if (host_words_of (&facts->words, slice_name (facts->slices, slice)) != HOST_ALLOCATION
          || !finding_facts_holds (facts, rank, begin_ns, end_ns))
        continue;
      if (device_idle_gain_cause (look, rank, IDLE_ALLOCATION, begin_ns, end_ns) > 0)
        look_slice (look, slice);
    }
  return !facts->has_failed;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (!finding_facts_has_tracks (facts, TRACK_CALLS))
    return look_is_without (look, N_ ("The profile has no API calls, so it does not say when work was launched."));
  if (!gain_of_calls (look))
    return look_is_stopped (look);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
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
    "The time of cudaMalloc, cudaFree and their like in idle gaps of the GPUs of which they are the largest part."),
  .advice = { N_ ("Let the allocator grow its segments: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True."),
              N_ (
                "Keep shapes the same from step to step, or pad them to a few sizes, so that cached blocks fit."),
              N_ ("Do not call torch.cuda.empty_cache () in the training loop.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
