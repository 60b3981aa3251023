/* SPDX-License-Identifier: Apache-2.0
 *
 * Has a step compared with the median step by a thread, and keeps what came out. Main thread only. */

#pragma once

#include "widgets/timeline/view/step_comparison.h"

typedef struct ComparisonKeeper ComparisonKeeper;

/* arrived (user_data) is called when another comparison is there. */
ComparisonKeeper *comparison_keeper_new (void (*arrived) (gpointer user_data), gpointer user_data);
void comparison_keeper_free (ComparisonKeeper *keeper);

/* These two are wanted from now on; again is harmless. Until they are there the ones before stay. */
void comparison_keeper_ask (ComparisonKeeper *keeper, const Profile *profile, uint64_t step, uint64_t median);

/* None is wanted any more. */
void comparison_keeper_drop (ComparisonKeeper *keeper);

/* NULL: none. Borrowed, until the next call. */
const StepComparison *comparison_keeper_get (ComparisonKeeper *keeper);
