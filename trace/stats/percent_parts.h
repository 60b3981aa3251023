/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts parts of a whole to percentages that add up to 100.0.
 *
 * Uses the largest-remainder method (Hamilton's apportionment): each part gets its whole tenths of a percent; then the
 * parts with the largest remainders get one more each until there are 1,000. Of equal remainders the earlier part wins.
 * So the error of a percentage is less than a tenth, and a percentage with one decimal is exact. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Converts parts[0..n) to tenths[0..n) of a percent of their sum, which may exceed int64. A negative part, which only a
 * damaged file has, counts as 0. Returns false and sets all tenths to 0 when the sum is 0. n is the size of a legend:
 * O(n^2). */
bool percent_parts (const int64_t *parts, size_t n, uint32_t *tenths);
