/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of steps correspond although their names differ: "ProfilerStep#8" of one side meets "ProfilerStep#9" of
 * another if these steps are compared. Any thread. */

#pragma once

#include "trace/compare/places/missing_counterparts.h"

/* Returns the slice of the step that corresponds to the step of a slice, or SLICE_NONE if it is no step or has none.
 * O(steps). */
uint64_t step_pairs_find (const Counterparts *way, uint64_t slice);

/* Slices with the name of a step do not count as missing any more. O(slices / 8 + steps). Returns false when memory runs
 * out. */
bool step_pairs_spare (const Counterparts *way, MissingCounterparts *missing);
