/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of a whole as percentages that add up to 100.0.
 *
 * By largest remainder (Hamilton's method of apportionment): every part gets the tenths of a percent that
 * are full, and those with the largest remainders one more each until 1,000 are given out; of equal
 * remainders the earlier part's wins. So a percentage is off by less than a tenth, and equal to the exact
 * one where that has one decimal. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* parts[0..n) -> tenths[0..n) of a percent of their sum, which may be beyond int64. A negative part, which only a
 * damaged file has, counts as 0. False, with all tenths 0: the sum is 0, and there is nothing to be a percentage of.
 * n is a legend's: O(n^2). */
bool percent_parts (const int64_t *parts, size_t n, uint32_t *tenths);
