/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices of one side of a comparison have no counterpart on another (trace/compare/places/counterpart.h), so that views can
 * mark them.
 *
 * Only slices in steps that both sides use count as missing; of the time outside of them, nothing is said. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/places/counterpart.h"

typedef struct
{
  uint16_t *
    of_name; /* by string id of from: a bit for each kind (1 << SliceKind) of which no slice with this name has a
                       * counterpart */
  uint8_t
    *of_slice; /* a bit for each slice of from: bit i % 8 of [i / 8]; NULL if it would take too much memory */
  uint64_t n_missing; /* bits set in of_slice */
} MissingCounterparts;

/* The largest number of names with their steps and ranks for which single slices are told apart. It bounds the working memory
 * to 32 MB. Beyond it, only names are. */
#define MISSING_CELLS_MAX (1u << 19)

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs out;
 * call clear () in either case. Memory that is kept: 2 bytes a string and a bit a slice. O(slices x (log rows + log steps));
 * afterwards any thread may read. */
bool missing_counterparts_compute (const Counterparts *counterparts,
                                   bool (*should_continue) (void *user_data),
                                   void *user_data,
                                   MissingCounterparts *ret_missing);
void missing_counterparts_clear (MissingCounterparts *missing);

/* Returns whether a slice has none, as far as is known. O(1). */
static inline bool
missing_counterparts_holds (const MissingCounterparts *missing, uint64_t slice)
{
  return missing->of_slice != NULL && (missing->of_slice[slice / 8] >> (slice % 8) & 1) != 0;
}

/* Returns whether no slice of a kind and name has one. O(1). */
static inline bool
missing_counterparts_holds_name (const MissingCounterparts *missing, SliceKind kind, uint32_t name)
{
  return (missing->of_name[name] >> kind & 1) != 0;
}
