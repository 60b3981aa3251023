/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/value_axis.h"

#include <math.h>

#define SLACK 1e-9 /* of a value that is meant to be an end */

double
value_axis_px (const ValueAxis *axis, double value)
{
  double share = axis->is_log ? log (value / axis->low) / log (axis->high / axis->low)
                              : (value - axis->low) / (axis->high - axis->low);

  return axis->from_px + (axis->to_px - axis->from_px) * share;
}

static double
distance_px (const ValueAxis *axis, double a, double b)
{
  return fabs (value_axis_px (axis, a) - value_axis_px (axis, b));
}

static bool
holds (const ValueAxis *axis, double value)
{
  return value >= axis->low * (1 - SLACK) && value <= axis->high * (1 + SLACK);
}

/* Multiples of the smallest round step that keeps the distance at the upper end, where a logarithmic axis is densest. */
static int
add_multiples (const ValueAxis *axis, double gap_px, double ticks[VALUE_AXIS_TICKS_MAX])
{
  double power = pow (10, floor (log10 (axis->high - axis->low)) - 2), step = 0;
  int n = 0;

  for (int i = 0; i < 12 && step == 0; i++)
    {
      double tried = power * pow (10, i / 3) * (i % 3 == 0 ? 1 : i % 3 == 1 ? 2 : 5);
      double before = axis->high - tried;

      if (axis->is_log && before <= 0)
        break;
      if (distance_px (axis, axis->high, before) >= gap_px)
        step = tried;
    }
  if (step == 0)
    return 0;
  double first = ceil (axis->low / step * (1 - SLACK)), last = floor (axis->high / step * (1 + SLACK));
  for (double i = first; i <= last && n < VALUE_AXIS_TICKS_MAX; i++)
    if (!axis->is_log || i > 0)
      ticks[n++] = i * step;
  return n;
}

static int
add_powers (const ValueAxis *axis, double gap_px, double ticks[VALUE_AXIS_TICKS_MAX])
{
  double decade_px = distance_px (axis, axis->low, axis->low * 10);
  bool has_parts = decade_px * log10 (2) >= gap_px;
  int by = has_parts ? 1 : (int) fmin (ceil (gap_px / decade_px), 1000), n = 0;
  int first = (int) floor (log10 (axis->low)), last = (int) ceil (log10 (axis->high));

  for (int exponent = (int) floor ((double) first / by) * by; exponent <= last; exponent += by)
    for (int part = 0; part < (has_parts ? 3 : 1); part++)
      {
        double value = (part == 0 ? 1 : part == 1 ? 2 : 5) * pow (10, exponent);

        if (holds (axis, value) && n < VALUE_AXIS_TICKS_MAX)
          ticks[n++] = value;
      }
  return n;
}

int
value_axis_ticks (const ValueAxis *axis, double gap_px, double ret_ticks[VALUE_AXIS_TICKS_MAX])
{
  int n = 0;

  /* There is no room for more of them in the array. */
  gap_px = fmax (gap_px, distance_px (axis, axis->low, axis->high) / (VALUE_AXIS_TICKS_MAX - 1));
  if (!(axis->low < axis->high) || !isfinite (axis->high)
      || !(distance_px (axis, axis->low, axis->high) >= 1))
    return 0;
  if (axis->is_log)
    n = add_powers (axis, gap_px, ret_ticks);
  return n >= 2 ? n : add_multiples (axis, gap_px, ret_ticks);
}
