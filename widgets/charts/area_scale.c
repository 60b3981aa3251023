/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/area_scale.h"

#include <math.h>

#define STEPS_MAX 5

/* The smallest 1, 2 or 5 x 10^k of which STEPS_MAX reach up to most. */
static double
round_step (double most, double least)
{
  double power = fmax (pow (10, floor (log10 (most / STEPS_MAX))), least);

  for (;; power *= 10)
    for (int i = 0; i < 3; i++)
      {
        double step = power * (i == 0 ? 1 : i == 1 ? 2 : 5);

        if (step * STEPS_MAX >= most * (1 - 1e-12))
          return step;
      }
}

AreaScale
area_scale_of (const AreaChart *chart)
{
  AreaScale scale = { .unit = chart->unit, .full = 1, .n_steps = 4 };
  double most = 0;

  if (chart->unit == AREA_SHARE)
    return scale;
  for (int i = 0; i < chart->n_series; i++)
    for (int bucket = 0; bucket < chart->n_buckets; bucket++)
      most = fmax (most, chart->series[i].values[bucket]); /* NaN is left out */
  if (!(most > 0) || !isfinite (most))
    {
      scale.n_steps = 1;
      return scale;
    }
  double step = round_step (most, 1);
  scale.n_steps = (int) fmax (ceil (most / step * (1 - 1e-12)), 1);
  scale.full = step * scale.n_steps;
  return scale;
}

char *
area_scale_text (const AreaScale *scale, const NumberStyle *numbers, int i, char buffer[NUMBER_TEXT_MAX])
{
  double value = scale->full / scale->n_steps * i;

  switch (scale->unit)
    {
    case AREA_COUNT:
      return number_text_count (numbers, (uint64_t) fmin (round (value), 1e18), buffer);
    case AREA_BYTES:
      return number_text_bytes (numbers, (uint64_t) fmin (round (value), 1e18), buffer);
    default:
      return number_text_percent (numbers, 100 * i / scale->n_steps, buffer);
    }
}

double
area_scale_width_px (const AreaScale *scale, const DrawStyle *style)
{
  char text[NUMBER_TEXT_MAX];
  double widest = 0;

  for (int i = 0; i <= scale->n_steps; i++)
    widest = fmax (
      widest, text_width_px (style->text, TEXT_CAPTION, area_scale_text (scale, style->numbers, i, text)));
  return widest;
}
