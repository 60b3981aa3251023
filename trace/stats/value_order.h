/* SPDX-License-Identifier: Apache-2.0
 *
 * Durations in ascending order, which percentiles are read from.
 *
 * Durations of one name differ in few bits, so that two or three passes of a radix sort, each over the values once,
 * order them: for many values a fraction of what comparing takes. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of any sign. O(n); where there is no memory for as many again, O(n log n). */
void value_order (int64_t *values, size_t n);
