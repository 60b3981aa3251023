/* SPDX-License-Identifier: Apache-2.0
 *
 * A sort like qsort () that can be cancelled, for orders over as many items as a profile has slices. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Number of items handled between two calls of should_continue (). */
#define STOPPABLE_AT_ONCE 16384

/* Sorts n items of size bytes. Like qsort () it may swap items that compare as equal. should_continue may be NULL;
 * it returns false once the result is no longer needed. Returns false if cancelled so, or if memory runs out;
 * the items are then undefined: some may appear twice, others not at all. O(n log n). Needs memory for
 * another n items if n is more than STOPPABLE_AT_ONCE. */
bool stoppable_order (void *items,
                      size_t n,
                      size_t size,
                      int (*compare) (const void *, const void *),
                      bool (*should_continue) (void *user_data),
                      void *user_data);
