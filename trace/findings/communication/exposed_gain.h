/* SPDX-License-Identifier: Apache-2.0
 *
 * What rules of communication would gain: parts of the exposed time alone, because the rest of it costs nothing. */

#pragma once

#include "trace/findings/finding_rule.h"

typedef struct
{
  const CommunicationFacts
    *communication;     /* NULL in a profile of summaries, which does not know what is exposed */
  IntervalUnion *spans; /* by device of the profile */
  uint32_t n_devices;
} ExposedGain;

/* Returns false, and sets *ret_state, if the rule has nothing to look at: without devices, without communication, or when
 * memory ran out. Call exposed_gain_clear () in either case. */
bool exposed_gain_init (ExposedGain *gain, FindingLook *look, RuleState *ret_state);
void exposed_gain_clear (ExposedGain *gain);

/* Adds time of a device, of which what is exposed would be gained. */
void
exposed_gain_add (ExposedGain *gain, FindingLook *look, uint32_t device, int64_t begin_ns, int64_t end_ns);

/* Adds what is exposed of everything added so far to the gain of the finding, in a profile of summaries all of it. Call it once. O(spans log spans + exposed
 * intervals). */
void exposed_gain_take (ExposedGain *gain, FindingLook *look);
