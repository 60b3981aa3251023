/* SPDX-License-Identifier: Apache-2.0
 *
 * A step compared with another one, for the timeline. Immutable, reference-counted; any thread. */

#pragma once

#include "trace/compare/places/step_difference.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

typedef struct
{
  const Profile *profile; /* referenced */
  uint64_t step, median;  /* of the step table */
  StepDifferences differences;
} StepComparison;

/* Compares step with median. If median is UINT64_MAX or step itself, the result has no differences. should_continue
 * (user_data) is called regularly and may be NULL. Returns NULL when it returns false or memory runs out. Call it from
 * a worker thread. */
const StepComparison *step_comparison_new (const Profile *profile,
                                           uint64_t step,
                                           uint64_t median,
                                           bool (*should_continue) (void *user_data),
                                           void *user_data);
const StepComparison *step_comparison_ref (const StepComparison *comparison);
void step_comparison_unref (const StepComparison *comparison);

/* Returns whether there are two steps to compare. */
bool step_comparison_has_two (const StepComparison *comparison);

/* Returns the legend: "Step 1014 compared with the median step 1011: 12 longer, 3 added, 1 missing". Transfer full. */
char *step_comparison_legend (const StepComparison *comparison, const NumberStyle *numbers);
