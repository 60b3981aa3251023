/* SPDX-License-Identifier: Apache-2.0
 *
 * The time that a slice occupies, as lanes, the interval index and the level-of-detail pyramid define it.
 *
 * A slice occupies [start, start + max (dur, 1)), so that a slice of no length is still somewhere. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns the end of the occupied time, or INT64_MAX if it does not fit. A negative duration counts as none. */
static inline int64_t
occupied_until (int64_t start_ns, int64_t dur_ns)
{
  int64_t end_ns;

  if (dur_ns < 1)
    dur_ns = 1;
  return __builtin_add_overflow (start_ns, dur_ns, &end_ns) ? INT64_MAX : end_ns;
}

/* Returns to - from for to >= from, over the whole range of int64. */
static inline uint64_t
time_distance (int64_t from_ns, int64_t to_ns)
{
  return (uint64_t) to_ns - (uint64_t) from_ns;
}

/* Returns how many of n slices, in order of start, begin before a time. O(log n). */
static inline size_t
count_begun (const int64_t *start_ns, size_t n, int64_t time_ns)
{
  size_t low = 0, high = n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (start_ns[middle] < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
