/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "trace/findings/device/host_pauses.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

static bool
is_collection (const char *name, size_t length)
{
  (void) length;
  return strcmp (name, "Python GC") == 0 || strcmp (name, "gc.collect") == 0
         || strcmp (name, "<built-in function collect>") == 0
         || strcmp (name, "<built-in method collect>") == 0;
}

/* Without Python's frames a profile says nothing of its collector. */
static bool
has_frames (FindingFacts *facts)
{
  FactsWalk walk = facts_walk_begin (facts, TRACK_PYTHON);

  return facts_walk_next (&walk) != SLICE_NONE;
}

static RuleState
look (FindingLook *look)
{
  FindingFacts *facts = look->facts;
  HostPauses pauses;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX], longest[DURATION_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX];

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (!host_pauses_gain (look, is_collection, &pauses))
    return look_is_stopped (look);
  if (!pauses.is_named && !has_frames (facts))
    return look_is_without (look, N_ ("The profile has no Python frames (with_stack=True), and garbage collections are "
                                      "recorded with them."));
  if (pauses.n == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPUs wait while Python collects garbage: %s of %s (%s). Collections: %s, "
                       "of up to %s.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent), grouped_text (pauses.n, n_text),
    duration_text ((double) slice_dur_ns (facts->slices, pauses.worst), longest));
}

const FindingRule rule_garbage_collection = {
  .id = "garbage_collection",
  .title = N_ ("Garbage collection in steps"),
  .method = N_ (
    "Idle time of the GPUs of a rank while a thread of the rank runs Python's garbage collector inside a step."),
  .advice = { N_ (
                "Collect at times of your choice: gc.disable () before training, gc.collect () every few hundred steps."),
              N_ ("Call gc.freeze () after the model is built, so that its objects are not scanned again."),
              N_ ("On several ranks collect in the same step, so that none waits for another.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
