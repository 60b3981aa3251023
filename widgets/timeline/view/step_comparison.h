/* SPDX-License-Identifier: Apache-2.0
 *
 * A step compared with another one, for the timeline. Immutable, reference-counted; any thread. */

#pragma once

#include "trace/stats/step/step_difference.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

typedef struct
{
  const Profile *profile; /* referenced */
  uint64_t step, median;  /* of the step table */
  StepDifferences differences;
} StepComparison;

/* Blocks: not for the main thread. median UINT64_MAX or step itself: nothing differs. should_continue (user_data),
 * asked every now and then, may be NULL. NULL: it was not, or out of memory. */
const StepComparison *step_comparison_new (const Profile *profile,
                                           uint64_t step,
                                           uint64_t median,
                                           bool (*should_continue) (void *user_data),
                                           void *user_data);
const StepComparison *step_comparison_ref (const StepComparison *comparison);
void step_comparison_unref (const StepComparison *comparison);

/* The legend: "Step 1014 compared with the median step 1011: 12 longer, 3 added, 1 missing". New string. */
char *step_comparison_legend (const StepComparison *comparison, const NumberStyle *numbers);
