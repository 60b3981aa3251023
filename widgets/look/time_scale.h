/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts between time and pixels, and places the ticks of a ruler. It draws nothing and uses no toolkit. */

#pragma once

#include <stdint.h>

typedef struct
{
  int64_t begin_ns; /* at pixel 0 */
  double ns_per_px; /* > 0 */
} TimeScale;

double time_scale_px (const TimeScale *scale, int64_t time_ns);

/* Returns the nearest whole nanosecond, clamped to int64. */
int64_t time_scale_ns (const TimeScale *scale, double px);

/* Returns the distance of the ticks: 1, 2 or 5 times a power of ten nanoseconds up to 10 s, then 30 s, 1,
 * 2, 5, 10, 30 minutes, 1, 2, 6, 12 hours and whole days. It is the smallest that is at least min_px wide,
 * and at most 10,000 days, so that ticks do not overflow. */
int64_t time_scale_tick_step_ns (const TimeScale *scale, double min_px);

/* Returns the first multiple of step_ns at or after the begin of the scale. */
int64_t time_scale_first_tick_ns (const TimeScale *scale, int64_t step_ns);
