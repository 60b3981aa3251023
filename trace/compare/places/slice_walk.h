/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks the slices of any rows of a profile in order of their starts. The rows are merged during the walk, so no list of
 * all slices is needed. In a damaged profile, where a row is not in order, the walk visits the same slices in some order.
 * One owner. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/activity_walk.h"

typedef struct
{
  const Trace *trace;
  bool (*holds) (void *user_data, uint64_t slice); /* NULL: all */
  void *user_data;
  RowRestColumn rows;
} SliceWalk;

/* Starts with no rows. Slices for which holds (user_data) returns false are passed over; it may be NULL. */
void slice_walk_init (SliceWalk *walk,
                      const Trace *trace,
                      bool (*holds) (void *user_data, uint64_t slice),
                      void *user_data);
void slice_walk_clear (SliceWalk *walk);

/* Adds slices [first, end) of one row. Returns false when memory runs out. O(slices before the first that is not passed
 * over). */
bool slice_walk_add (SliceWalk *walk, uint64_t first, uint64_t end);

/* Call this once, when all rows have been added. O(rows). */
void slice_walk_begin (SliceWalk *walk);

/* Returns the next slice, ordered by start, then slice; SLICE_NONE when none is left. O(log rows), amortised, and the
 * slices passed over. */
uint64_t slice_walk_next (SliceWalk *walk);
