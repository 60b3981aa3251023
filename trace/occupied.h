/* SPDX-License-Identifier: Apache-2.0
 *
 * How long a slice takes up its place: [start, start + max (dur, 1)), so that one of no length is still
 * somewhere. Lanes, the interval index and the level-of-detail pyramid agree on it. */

#pragma once

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
