/* SPDX-License-Identifier: Apache-2.0
 *
 * When slices begin and end, as lanes, the interval index and the level-of-detail pyramid agree on it.
 *
 * A slice takes up its place for [start, start + max (dur, 1)), so that one of no length is still somewhere. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Where it ends; INT64_MAX when that does not fit. A negative duration counts as none. */
static inline int64_t
occupied_until (int64_t start_ns, int64_t dur_ns)
{
  int64_t end_ns;

  if (dur_ns < 1)
    dur_ns = 1;
  return __builtin_add_overflow (start_ns, dur_ns, &end_ns) ? INT64_MAX : end_ns;
}

/* to - from for to >= from, over the whole range of int64. */
static inline uint64_t
time_distance (int64_t from_ns, int64_t to_ns)
{
  return (uint64_t) to_ns - (uint64_t) from_ns;
}

/* Of n slices in order of start, those that begin before a time. O(log n). */
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
