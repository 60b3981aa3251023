/* SPDX-License-Identifier: Apache-2.0
 *
 * The time that the sides of a comparison have in common: it counts from the instant by which they are aligned. Pure.
 * Times beyond what can be stored become the first or last that can. */

#pragma once

#include <stdint.h>

/* Returns the common time of a time of a side. */
static inline int64_t
common_time_of (int64_t time_ns, int64_t instant_ns)
{
  int64_t common_ns;

  if (__builtin_sub_overflow (time_ns, instant_ns, &common_ns))
    return time_ns < instant_ns ? INT64_MIN : INT64_MAX;
  return common_ns;
}

/* Returns the time of a side at a common time. */
static inline int64_t
common_time_on_side (int64_t common_ns, int64_t instant_ns)
{
  int64_t time_ns;

  if (__builtin_add_overflow (common_ns, instant_ns, &time_ns))
    return common_ns < 0 ? INT64_MIN : INT64_MAX;
  return time_ns;
}
