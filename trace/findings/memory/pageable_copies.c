/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda_memcpy_async of Nsight Systems (METRICS 24): asynchronous copies from or to pageable memory, which the driver takes
 * through a buffer of its own and which keep the host waiting. Copies by synchronous calls are sync_memcpy's. */

#include <stdlib.h>
#include <string.h>

#include "trace/findings/device/device_exposed.h"
#include "trace/findings/device/names_found.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

typedef struct
{
  FindingLook *look;
  const uint8_t *is_pageable; /* by name */
  uint64_t n;
  uint64_t longest;
} Copies;

static bool
is_pageable (const char *name, size_t length)
{
  (void) length;
  return strstr (name, "(Pageable ->") != NULL || strstr (name, "-> Pageable)") != NULL;
}

static bool
is_asynchronous (const Trace *trace, uint64_t copy)
{
  uint64_t call = trace_launch_of (trace, copy);

  return call == SLICE_NONE
         || strstr (trace_string (trace, slice_name (trace_slices (trace), call), NULL), "Async") != NULL;
}

static bool
is_wanted (void *data, uint64_t slice)
{
  Copies *copies = data;
  const FindingFacts *facts = copies->look->facts;

  return copies->is_pageable[slice_name (facts->slices, slice)] != 0
         && facts->slices->kind[slice] == SLICE_MEMCPY && is_asynchronous (facts->trace, slice);
}

static bool
find_copies (Copies *copies)
{
  FindingFacts *facts = copies->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    if (is_wanted (copies, slice))
      {
        copies->n++;
        if (copies->longest == SLICE_NONE
            || slice_dur_ns (facts->slices, slice) > slice_dur_ns (facts->slices, copies->longest))
          copies->longest = slice;
        look_slice (copies->look, slice);
      }
  return !facts->has_failed && device_exposed_gain (copies->look, is_wanted, copies);
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  uint64_t n_names;
  uint8_t *names;
  Copies copies = { .look = look, .longest = SLICE_NONE };
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], longest[DURATION_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX];
  bool ok;

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  names = names_found_new (facts->trace, is_pageable, &n_names);
  copies.is_pageable = names;
  ok = names != NULL && (n_names == 0 || find_copies (&copies));
  free (names);
  if (!ok)
    return look_is_stopped (look);
  if (copies.n == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  g_autofree char *name = look_name (look, slice_name (facts->slices, copies.longest));
  return look_is_found (
    look,
    look_tr (look, N_ ("Copies from or to pageable memory run while the GPU computes nothing: %s of %s (%s). "
                       "Such copies: %s. The longest, %s, takes %s.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent), grouped_text (copies.n, n_text), name,
    duration_text ((double) slice_dur_ns (facts->slices, copies.longest), longest));
}

const FindingRule rule_pageable_copies = {
  .id = "pageable_copies",
  .title = N_ ("Copies of pageable memory"),
  .method = N_ (
    "Asynchronous copies whose source or destination is pageable memory, by their names. The gain is the time in which "
    "the GPU did nothing else: from pinned memory they could run beside kernels."),
  .advice = { N_ (
                "Let the DataLoader pin batches: pin_memory=True, and copy with .to (device, non_blocking=True)."),
              N_ ("Pin buffers that are used again: torch.empty (..., pin_memory=True)."),
              N_ ("Copy the next batch on a stream of its own while the GPU computes.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
