/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/statistics/student_t.h"

#include <math.h>

#define TERMS_MAX 300
#define TINY      1e-300
#define PRECISION 1e-15

/* Press et al., Numerical Recipes, "Incomplete Beta Function", restated: the continued fraction of I_x (a, b), which
 * converges fast for x < (a + 1) / (a + b + 2). */
static double
beta_fraction (double x, double a, double b)
{
  double c = 1, d = 1 - (a + b) * x / (a + 1), fraction;

  d = 1 / (fabs (d) < TINY ? TINY : d);
  fraction = d;
  for (int i = 1; i <= TERMS_MAX; i++)
    {
      double m = i;
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

      d = 1 + even * d;
      c = 1 + even / c;
      d = 1 / (fabs (d) < TINY ? TINY : d);
      c = fabs (c) < TINY ? TINY : c;
      fraction *= d * c;
      d = 1 + odd * d;
      c = 1 + odd / c;
      d = 1 / (fabs (d) < TINY ? TINY : d);
      c = fabs (c) < TINY ? TINY : c;
      fraction *= d * c;
      if (fabs (d * c - 1) < PRECISION)
        break;
    }
  return fraction;
}

static double
incomplete_beta (double x, double a, double b)
{
  int sign;
  double front;

  if (x <= 0)
    return 0;
  if (x >= 1)
    return 1;
  front =
    exp (lgamma_r (a + b, &sign) - lgamma_r (a, &sign) - lgamma_r (b, &sign) + a * log (x) + b * log1p (-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction (x, a, b) / a
                                   : 1 - front * beta_fraction (1 - x, b, a) / b;
}

double
student_t_two_sided (double t, double df)
{
  return isinf (t) ? 0 : incomplete_beta (df / (df + t * t), df / 2, 0.5);
}

double
student_t_quantile (double q, double df)
{
  double low = 0, high = 1;

  while (student_t_two_sided (high, df) / 2 > 1 - q && high < 1e100)
    high *= 2;
  for (int i = 0; i < 200 && high - low > high * PRECISION; i++)
    {
      double middle = low + (high - low) / 2;

      if (student_t_two_sided (middle, df) / 2 > 1 - q)
        low = middle;
      else
        high = middle;
    }
  return low + (high - low) / 2;
}
