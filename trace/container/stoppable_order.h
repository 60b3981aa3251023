/* SPDX-License-Identifier: Apache-2.0
 *
 * A sort like qsort () that can be cancelled, for orders over as many items as a profile has slices. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/container/stop_check.h"

/* Sorts n items of size bytes. Like qsort () it may swap items that compare as equal. should_continue (user_data) may be
 * NULL; it is called every STOPPABLE_AT_ONCE items, and not at all if n is at most that. Returns false when it returns false
 * or memory runs out; some items may then appear twice and others may be missing. O(n log n). Allocates room for another n
 * items if n is more than STOPPABLE_AT_ONCE. */
bool stoppable_order (void *items,
                      size_t n,
                      size_t size,
                      int (*compare) (const void *, const void *),
                      bool (*should_continue) (void *user_data),
                      void *user_data);

/* The same for an order that needs more than the two items: compare (a, b, by). */
bool stoppable_order_by (void *items,
                         size_t n,
                         size_t size,
                         int (*compare) (const void *, const void *, void *),
                         void *by,
                         bool (*should_continue) (void *user_data),
                         void *user_data);
