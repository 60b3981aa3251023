/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/stats/distribution.h"

static void
check_near (double value, double expected)
{
  double tolerance = 1e-9 * (fabs (expected) + 1);

  g_assert_cmpfloat_with_epsilon (value, expected, tolerance);
}

static void
nothing_gives_zeros (void)
{
  Distribution d = distribution_of (NULL, 0);

  g_assert_cmpuint (d.count, ==, 0);
  g_assert_cmpint (d.total_ns, ==, 0);
  g_assert_cmpint (d.min_ns, ==, 0);
  g_assert_cmpint (d.max_ns, ==, 0);
  g_assert_true (d.mean_ns == 0 && d.median_ns == 0 && d.p95_ns == 0 && d.stddev_ns == 0);
}

static void
one_value_is_all_there_is (void)
{
  int64_t value = 41;
  Distribution d = distribution_of (&value, 1);

  g_assert_cmpuint (d.count, ==, 1);
  g_assert_cmpint (d.total_ns, ==, 41);
  g_assert_cmpint (d.min_ns, ==, 41);
  g_assert_cmpint (d.max_ns, ==, 41);
  g_assert_true (d.mean_ns == 41 && d.median_ns == 41 && d.p95_ns == 41 && d.stddev_ns == 0);
}

/* Figures by numpy: mean, percentile (50), percentile (95), std (ddof=1). */
static void
figures_are_those_of_numpy (void)
{
  int64_t values[] = { 10, 1, 7, 4 };
  Distribution d = distribution_of (values, G_N_ELEMENTS (values));

  g_assert_true (memcmp (values, (int64_t[]){ 1, 4, 7, 10 }, sizeof values) == 0);
  g_assert_cmpint (d.total_ns, ==, 22);
  g_assert_cmpint (d.min_ns, ==, 1);
  g_assert_cmpint (d.max_ns, ==, 10);
  check_near (d.mean_ns, 5.5);
  check_near (d.median_ns, 5.5);
  check_near (d.p95_ns, 9.55);
  check_near (d.stddev_ns, 3.872983346207417);
}

static int
compare_values (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* Percentile by counting: the values at both ranks around position (n - 1) q. */
static double
percentile_of (const int64_t *sorted, size_t n, unsigned percent)
{
  size_t hundredths = (n - 1) * percent;
  size_t below = hundredths / 100;
  double share = (double) (hundredths % 100) / 100;

  return (double) sorted[below] * (1 - share) + (double) sorted[below + 1 < n ? below + 1 : below] * share;
}

static void
random_values_agree_with_the_definitions (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int round = 0; round < 300; round++)
    {
      size_t n = (size_t) g_rand_int_range (random, 1, 120);
      int32_t limit = round % 3 == 0 ? 4 : 1000000;
      int64_t *values = malloc (n * sizeof *values), *sorted = malloc (n * sizeof *sorted);
      int64_t total = 0;
      double squares = 0;

      for (size_t i = 0; i < n; i++)
        total += values[i] = sorted[i] = g_rand_int_range (random, 0, limit);
      qsort (sorted, n, sizeof *sorted, compare_values);
      double mean = (double) total / (double) n;
      for (size_t i = 0; i < n; i++)
        squares += ((double) sorted[i] - mean) * ((double) sorted[i] - mean);

      Distribution d = distribution_of (values, n);
      g_assert_cmpuint (d.count, ==, n);
      g_assert_cmpint (d.total_ns, ==, total);
      g_assert_cmpint (d.min_ns, ==, sorted[0]);
      g_assert_cmpint (d.max_ns, ==, sorted[n - 1]);
      check_near (d.mean_ns, mean);
      check_near (d.median_ns, percentile_of (sorted, n, 50));
      check_near (d.p95_ns, percentile_of (sorted, n, 95));
      check_near (d.stddev_ns, n > 1 ? sqrt (squares / (double) (n - 1)) : 0);
      free (values);
      free (sorted);
    }
  g_rand_free (random);
}

/* A spread far below the size of the values must survive. */
static void
deviation_does_not_cancel (void)
{
  int64_t base = INT64_C (1) << 52;
  int64_t values[] = { base, base + 2, base + 4 };
  Distribution d = distribution_of (values, G_N_ELEMENTS (values));

  check_near (d.stddev_ns, 2);
}

static void
a_total_that_does_not_fit_saturates (void)
{
  int64_t values[] = { INT64_MAX, INT64_MAX, INT64_MAX - 2, 5 };
  Distribution d = distribution_of (values, G_N_ELEMENTS (values));

  g_assert_cmpint (d.total_ns, ==, INT64_MAX);
  g_assert_cmpint (d.min_ns, ==, 5);
  g_assert_cmpint (d.max_ns, ==, INT64_MAX);
  check_near (d.mean_ns, 0.75 * 0x1p63);
  check_near (d.median_ns, 0x1p63);
  check_near (d.stddev_ns, 0x1p62);
}

static void
sums_saturate (void)
{
  g_assert_cmpint (add_saturated (2, 3), ==, 5);
  g_assert_cmpint (add_saturated (INT64_MAX, 1), ==, INT64_MAX);
  g_assert_cmpint (add_saturated (1, INT64_MAX), ==, INT64_MAX);
  g_assert_cmpint (add_saturated (INT64_MIN, -1), ==, INT64_MIN);
  g_assert_cmpint (add_saturated (-1, INT64_MIN), ==, INT64_MIN);
  g_assert_cmpint (add_saturated (INT64_MIN, INT64_MAX), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/distribution/nothing_gives_zeros", nothing_gives_zeros);
  g_test_add_func ("/distribution/one_value_is_all_there_is", one_value_is_all_there_is);
  g_test_add_func ("/distribution/figures_are_those_of_numpy", figures_are_those_of_numpy);
  g_test_add_func ("/distribution/random_values_agree_with_the_definitions",
                   random_values_agree_with_the_definitions);
  g_test_add_func ("/distribution/deviation_does_not_cancel", deviation_does_not_cancel);
  g_test_add_func ("/distribution/a_total_that_does_not_fit_saturates", a_total_that_does_not_fit_saturates);
  g_test_add_func ("/distribution/sums_saturate", sums_saturate);
  return g_test_run ();
}
