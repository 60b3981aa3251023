/* SPDX-License-Identifier: Apache-2.0
 *
 * Labels of axes of values: round, inside, apart, and there. */

#include "widgets/charts/value_axis.h"

#include <glib.h>
#include <math.h>

#define ROUNDS 20000

static bool
is_whole (double value)
{
  return fabs (value - round (value)) < 1e-6 * fmax (fabs (value), 1);
}

/* It is a multiple of 1, 2 or 5 x 10^k that is no less than a thousandth of the axis. */
static bool
is_round (const ValueAxis *axis, double value)
{
  double power = pow (10, floor (log10 (axis->high - axis->low)) - 3);

  return is_whole (value / power);
}

static void
test_ticks_are_round_and_apart (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);

  for (int round = 0; round < ROUNDS; round++)
    {
      double low = pow (10, g_rand_double_range (random, -6, 12));
      ValueAxis axis = { .low = low,
                         .high = low * pow (10, g_rand_double_range (random, 0.0001, 12)),
                         .from_px = g_rand_double_range (random, 0, 900),
                         .to_px = g_rand_double_range (random, 0, 900),
                         .is_log = g_rand_boolean (random) };
      double gap_px = g_rand_double_range (random, 10, 90), ticks[VALUE_AXIS_TICKS_MAX];
      if (!axis.is_log && g_rand_boolean (random))
        axis.low = 0;
      int n = value_axis_ticks (&axis, gap_px, ticks);

      g_assert_cmpint (n, <=, VALUE_AXIS_TICKS_MAX);
      for (int i = 0; i < n; i++)
        {
          double mantissa = ticks[i] / pow (10, floor (log10 (ticks[i]) + 1e-9));

          g_assert_cmpfloat (ticks[i], >=, axis.low * (1 - 1e-6));
          g_assert_cmpfloat (ticks[i], <=, axis.high * (1 + 1e-6));
          g_assert_true (ticks[i] == 0 || is_whole (mantissa) || is_round (&axis, ticks[i]));
          if (i > 0)
            {
              g_assert_cmpfloat (ticks[i], >, ticks[i - 1]);
              g_assert_cmpfloat (fabs (value_axis_px (&axis, ticks[i]) - value_axis_px (&axis, ticks[i - 1])), >=,
                                 gap_px * (1 - 1e-6));
            }
        }
      /* Of an axis that has room there are some. */
      if (fabs (axis.from_px - axis.to_px) > 12 * gap_px)
        g_assert_cmpint (n, >=, 2);
    }
}

static void
test_an_axis_of_nothing_has_no_ticks (void)
{
  const ValueAxis axes[] = { { 1, 1, 0, 100, true }, { 0, 0, 0, 100, false }, { 1, INFINITY, 0, 100, true },
                             { 1, 10, 50, 50, true } };
  double ticks[VALUE_AXIS_TICKS_MAX];

  for (size_t i = 0; i < G_N_ELEMENTS (axes); i++)
    g_assert_cmpint (value_axis_ticks (&axes[i], 30, ticks), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/value_axis/ticks_are_round_and_apart", test_ticks_are_round_and_apart);
  g_test_add_func ("/value_axis/an_axis_of_nothing_has_no_ticks", test_an_axis_of_nothing_has_no_ticks);
  return g_test_run ();
}
