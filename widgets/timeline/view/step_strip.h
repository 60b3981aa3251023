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

/* Takes O(activities x log rows) time; call it from a worker thread. should_continue (user_data) is called regularly
 * and may be NULL. Returns NULL when it returns false or memory runs out. */
const StepStrip *step_strip_new (const Profile *profile,
                                 uint32_t rank,
                                 bool (*should_continue) (void *user_data),
                                 void *user_data);
const StepStrip *step_strip_ref (const StepStrip *strip);
void step_strip_unref (const StepStrip *strip);

/* Returns NULL if the step is not one of the strip. */
const TimeSplit *step_strip_split (const StepStrip *strip, uint64_t step);

/* Returns "Step 1011 (3 of 6), 76.23 ms, slowest: compute 60.5 %, communication 18.9 %, memcpy 4.1 %, idle 16.5 %". If
 * strip is NULL, the sentence has neither "slowest" nor parts. Transfer full. */
char *step_strip_sentence (const StepStrip *strip,
                           const Profile *profile,
                           uint64_t step,
                           const NumberStyle *numbers);
