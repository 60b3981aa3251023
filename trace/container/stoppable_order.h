/* SPDX-License-Identifier: Apache-2.0
 *
 * qsort () that can be given up on the way, for orders over as many items as a profile has slices. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Items that are handled between two looks at whether the order is wanted. */
#define STOPPABLE_AT_ONCE 16384

/* Sorts n items of size bytes; like qsort () it may swap items that compare as equal. is_wanted (user_data) may be
 * NULL. False: it was not, or out of memory; the items are then undefined: some may be there twice, others not at all.
 * O(n log n); memory for as many items again where there are more than STOPPABLE_AT_ONCE. */
bool stoppable_order (void *items,
                      size_t n,
                      size_t size,
                      int (*compare) (const void *, const void *),
                      bool (*is_wanted) (void *user_data),
                      void *user_data);
