/* SPDX-License-Identifier: Apache-2.0
 *
 * The difference of two means of whole numbers, rounded once. So equal differences compare as equal, and differences of
 * parts add up to that of the whole but for the last digit. */

#pragma once

#include <stdint.h>

/* Returns other / other_divisor - base / base_divisor; the divisors are not 0. */
static inline double
mean_difference (int64_t base, uint64_t base_divisor, int64_t other, uint64_t other_divisor)
{
  __int128 difference =
    (__int128) other * (__int128) base_divisor - (__int128) base * (__int128) other_divisor;

  return (double) ((long double) difference / ((long double) base_divisor * (long double) other_divisor));
}
