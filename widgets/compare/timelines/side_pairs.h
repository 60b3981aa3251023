/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slice of one side of a comparison corresponds to which of another, and which have no counterpart, for the first
 * sides of a comparison. Immutable, reference-counted; any thread. */

#pragma once

#include "widgets/compare/compared.h"
#include "widgets/timeline/view/unmatched_slices.h"

#define SIDE_PAIRS_MAX 4

/* A slice and its counterparts. */
typedef struct
{
  uint32_t from;                             /* the side of the slice */
  uint64_t slices[SIDE_PAIRS_MAX];           /* by side; SLICE_NONE if it has none */
  CounterpartAnswer answers[SIDE_PAIRS_MAX]; /* why, for sides without one */
  bool is_known;                             /* the counterparts have been looked for */
} SelectedSlices;

typedef struct SidePairs SidePairs;

/* References compared. Returns NULL when should_continue () returns false or memory runs out. Takes O(slices of the sides)
 * time: call it from a worker thread. */
SidePairs *side_pairs_new (Compared *compared, bool (*should_continue) (void *user_data), void *user_data);
SidePairs *side_pairs_ref (SidePairs *pairs);
void side_pairs_unref (SidePairs *pairs); /* NULL is allowed */

uint32_t side_pairs_n_sides (const SidePairs *pairs);

/* Returns the counterpart of a slice of a side on another, or SLICE_NONE, with the reason in *ret_answer. It may take
 * milliseconds (counterparts_find ()): call it from a worker thread. */
uint64_t side_pairs_find (const SidePairs *pairs,
                          uint32_t from,
                          uint64_t slice,
                          uint32_t to,
                          CounterpartAnswer *ret_answer);

/* Returns which slices of a side have no counterpart: on no other side for the baseline, on the baseline for the others.
 * Valid as long as the pairs. */
UnmatchedSlices side_pairs_unmatched (const SidePairs *pairs, uint32_t side);
