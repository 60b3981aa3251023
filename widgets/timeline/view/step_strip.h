/* SPDX-License-Identifier: Apache-2.0
 *
 * What the overview shows of the steps of a rank beside their wall times: what the devices did in each, and which of
 * them are worth looking at. Immutable, reference-counted; any thread. */

#pragma once

#include "trace/stats/step/step_ranking.h"
#include "trace/stats/summary/time_split.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

typedef struct
{
  const Profile *profile; /* referenced */
  uint32_t rank;
  uint64_t first, n; /* of the step table */
  TimeSplit *splits; /* n, each over profile_step_span () */
  StepRanking ranking;
} StepStrip;

/* Blocks for O(activities x log rows): not for the main thread. should_continue (user_data), asked every now and then,
 * may be NULL. NULL: it was not, or out of memory. */
const StepStrip *step_strip_new (const Profile *profile,
                                 uint32_t rank,
                                 bool (*should_continue) (void *user_data),
                                 void *user_data);
const StepStrip *step_strip_ref (const StepStrip *strip);
void step_strip_unref (const StepStrip *strip);

/* NULL: not one of its steps. */
const TimeSplit *step_strip_split (const StepStrip *strip, uint64_t step);

/* "Step 1011 (3 of 6), 76.23 ms, slowest: compute 60.5 %, communication 18.9 %, copies 4.1 %, idle 16.5 %". strip may be
 * NULL: then without the parts. New string. */
char *step_strip_sentence (const StepStrip *strip,
                           const Profile *profile,
                           uint64_t step,
                           const NumberStyle *numbers);
