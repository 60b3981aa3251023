/* SPDX-License-Identifier: Apache-2.0
 *
 * An axis of positive values, linear or logarithmic, and the round values to label on it. */

#pragma once

#include <stdbool.h>

typedef struct
{
  double low, high; /* low < high, finite; of a logarithmic axis low > 0 */
  double from_px, to_px; /* where they lie; from_px may be the greater one, as on an axis that points upwards */
  bool is_log;
} ValueAxis;

#define VALUE_AXIS_TICKS_MAX 32

/* Returns where a value lies. Of a logarithmic axis it is > 0. */
double value_axis_px (const ValueAxis *axis, double value);

/* Writes round values between the ends of the axis, ascending, at least gap_px apart: multiples of 1, 2 or 5 x 10^k; on a
 * logarithmic axis of more than a few of them 1, 2 and 5 x 10^k themselves, or whole powers of ten. Returns how many, which
 * may be 0 if the axis is short. */
int value_axis_ticks (const ValueAxis *axis, double gap_px, double ret_ticks[VALUE_AXIS_TICKS_MAX]);
