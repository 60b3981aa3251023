/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorts durations, for reading percentiles.
 *
 * Durations of one name differ in few bits, so two or three passes of a radix sort are enough. For many values this
 * takes a fraction of the time of a comparison sort. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Sorts values of any sign, ascending. O(n), or O(n log n) if there is no memory for a second array. */
void value_order (int64_t *values, size_t n);
