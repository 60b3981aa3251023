/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices of a profile have no counterpart on any of the sides that it is shown with. */

#pragma once

#include "trace/compare/places/missing_counterparts.h"

#define UNMATCHED_SIDES_MAX 3

typedef struct
{
  uint32_t n; /* sides; 0: nothing is known */
  const MissingCounterparts *sides[UNMATCHED_SIDES_MAX];
} UnmatchedSlices;

/* Returns whether a slice has no counterpart on any side, as far as is known. O(1). */
static inline bool
unmatched_slices_hold (const UnmatchedSlices *unmatched, const SliceColumns *slices, uint64_t slice)
{
  for (uint32_t i = 0; i < unmatched->n; i++)
    {
      const MissingCounterparts *missing = unmatched->sides[i];
      /* A damaged file may hold any kind. */
      bool is_missing = missing->of_slice != NULL
                          ? missing_counterparts_holds (missing, slice)
                          : slices->kind[slice] < N_SLICE_KINDS
                              && missing_counterparts_holds_name (missing, (SliceKind) slices->kind[slice],
                                                                  slice_name (slices, slice));

      if (!is_missing)
        return false;
    }
  return unmatched->n > 0;
}
