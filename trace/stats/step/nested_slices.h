/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks the slices of several tracks of one thread and tells for each slice which slices are around it, such as a
 * Python frame around an annotation around an operator.
 *
 * A slice is around another if it begins no later and ends no earlier. So slices that cross, each with a part outside the
 * other, are not around each other. A slice without length is around nothing, and not inside a slice that ends where it
 * is. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  const Trace *trace;
  /* The outer tracks come first: of two slices with the same span, the one on the earlier track is the outer one. */
  const uint32_t *tracks;
  size_t n_tracks;

  /* Called for each slice in the order of their begins, outer slices before inner ones. above is the bitwise or of what
   * the function returned for all slices around this one, or 0 if there are none. */
  uint8_t (*visit) (uint64_t slice, uint8_t above, void *visit_data);
  void *visit_data;
  bool (*should_continue) (void *user_data); /* called regularly; may be NULL */
  void *user_data;
} NestedSlices;

/* Returns false when should_continue () returns false or memory runs out. O(slices x log rows). Visits every slice
 * once, even in a damaged profile whose rows are not ascending. */
bool nested_slices_walk (const NestedSlices *walk);
