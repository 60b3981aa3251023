/* SPDX-License-Identifier: Apache-2.0
 *
 * Times of XSpace: a line counts nanoseconds, its events picoseconds from there. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* Sets *ret_ns to line_ns plus offset_ps, rounded half to even. Returns false if that is no time of a profile. */
static inline bool
xspace_time (int64_t line_ns, int64_t offset_ps, int64_t *ret_ns)
{
  int64_t whole = offset_ps / 1000, rest = offset_ps % 1000;

  if (rest < 0)
    {
      whole--;
      rest += 1000;
    }
  if (__builtin_add_overflow (line_ns, whole, ret_ns) || *ret_ns < -TRACE_TIME_MAX_NS
      || *ret_ns > TRACE_TIME_MAX_NS - 1)
    return false;
  *ret_ns += rest > 500 || (rest == 500 && (*ret_ns & 1));
  return true;
}
