/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares a step with the median step on a thread and caches the result. Main thread only. */

#pragma once

#include "widgets/timeline/view/step_comparison.h"

typedef struct ComparisonKeeper ComparisonKeeper;

/* Calls arrived (user_data) after the comparison has changed. */
ComparisonKeeper *comparison_keeper_new (void (*arrived) (gpointer user_data), gpointer user_data);
void comparison_keeper_free (ComparisonKeeper *keeper);

/* Requests the comparison of these two steps; repeating a request is harmless. The previous one stays
 * until it is there. */
void comparison_keeper_ask (ComparisonKeeper *keeper, const Profile *profile, uint64_t step, uint64_t median);

/* Drops the comparison and any request. */
void comparison_keeper_drop (ComparisonKeeper *keeper);

/* Returns the comparison, or NULL. Borrowed until the next call. */
const StepComparison *comparison_keeper_get (ComparisonKeeper *keeper);
