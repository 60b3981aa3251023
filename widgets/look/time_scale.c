/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/time_scale.h"

#include <math.h>

#define SECOND_NS INT64_C (1000000000)
#define MINUTE_NS (60 * SECOND_NS)
#define HOUR_NS   (60 * MINUTE_NS)
#define DAY_NS    (24 * HOUR_NS)

double
time_scale_px (const TimeScale *scale, int64_t time_ns)
{
  return ((double) time_ns - (double) scale->begin_ns) / scale->ns_per_px;
}

int64_t
time_scale_ns (const TimeScale *scale, double px)
{
  double time_ns = (double) scale->begin_ns + px * scale->ns_per_px;

  if (time_ns >= (double) INT64_MAX)
    return INT64_MAX;
  if (time_ns <= (double) INT64_MIN)
    return INT64_MIN;

  /* Added as an integer, so that a begin far from 0 keeps its last digits. */
  double offset = nearbyint (px * scale->ns_per_px);
  return fabs (offset) < (double) INT64_MAX ? scale->begin_ns + (int64_t) offset : (int64_t) time_ns;
}

int64_t
time_scale_tick_step_ns (const TimeScale *scale, double min_px)
{
  static const int64_t long_steps_ns[] = {
    30 * SECOND_NS, MINUTE_NS, 2 * MINUTE_NS, 5 * MINUTE_NS, 10 * MINUTE_NS,
    30 * MINUTE_NS, HOUR_NS,   2 * HOUR_NS,   6 * HOUR_NS,   12 * HOUR_NS,
  };
  double wanted_ns = min_px * scale->ns_per_px;

  for (int64_t power = 1; power <= 10 * SECOND_NS; power *= 10)
    for (int64_t factor = 1; factor <= 5; factor += factor == 1 ? 1 : 3)
      if (power * factor <= 10 * SECOND_NS && (double) (power * factor) >= wanted_ns)
        return power * factor;
  for (unsigned i = 0; i < sizeof long_steps_ns / sizeof long_steps_ns[0]; i++)
    if ((double) long_steps_ns[i] >= wanted_ns)
      return long_steps_ns[i];
  double days = ceil (wanted_ns / (double) DAY_NS);
  return days < 1e4 ? (int64_t) days * DAY_NS : INT64_C (10000) * DAY_NS;
}

int64_t
time_scale_first_tick_ns (const TimeScale *scale, int64_t step_ns)
{
  int64_t rest = scale->begin_ns % step_ns;
  int64_t first;

  if (rest == 0)
    return scale->begin_ns;
  first = scale->begin_ns - rest;
  return rest > 0 ? first + step_ns : first;
}
