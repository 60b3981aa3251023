/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda_memset_sync of Nsight Systems (METRICS 24). */

#include "trace/findings/finding_rules.h"
#include "trace/findings/memory/blocking_calls.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

static bool
is_blocking (const char *name, size_t length)
{
  (void) length;
  return blocking_calls_is (name, "Memset");
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  BlockingCalls calls;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], longest[DURATION_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX];

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (!finding_facts_has_tracks (facts, TRACK_CALLS))
    return look_is_without (look, N_ ("The profile has no API calls, so it does not say when work was launched."));
  if (!blocking_calls_gain (look, is_blocking, &calls))
    return look_is_stopped (look);
  if (calls.n == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  g_autofree char *name = look_name (look, slice_name (facts->slices, calls.worst));
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "The host waits for synchronous memsets while the GPU does nothing else: %s of %s (%s). Such calls: %s. The longest, %s, takes %s.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent), grouped_text (calls.n, n_text), name,
    duration_text ((double) slice_dur_ns (facts->slices, calls.worst), longest));
}

const FindingRule rule_sync_memset = {
  .id = "sync_memset",
  .title = N_ ("Synchronous memsets"),
  .method = N_ (
    "API calls inside steps that set memory and are not asynchronous (cudaMemset, hipMemset and their like). The gain is the idle time of the GPUs during the calls, and the time in which a GPU did nothing but their memsets."),
  .advice = { N_ ("Call cudaMemsetAsync () on the stream that uses the memory."),
              N_ ("Do not clear what is written afterwards: torch.empty () instead of torch.zeros ()."),
              N_ ("Clear gradients with optimizer.zero_grad (set_to_none=True).") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
