/* SPDX-License-Identifier: Apache-2.0
 *
 * Intervals and probabilities: known values, the same question asked another way, and how often they are wrong. */

#include "trace/compare/statistics/block_bootstrap.h"

#include <glib.h>
#include <math.h>

#include "trace/compare/statistics/false_discovery.h"
#include "trace/compare/statistics/student_t.h"

static void
assert_close (double value, double expected, double tolerance)
{
  if (fabs (value - expected) > tolerance)
    g_error ("%g is not %g", value, expected);
}

/* From tables of the distribution. */
static void
test_student_t (void)
{
  assert_close (student_t_quantile (0.975, 1), 12.706204736432095, 1e-8);
  assert_close (student_t_quantile (0.975, 3), 3.182446305284263, 1e-10);
  assert_close (student_t_quantile (0.975, 11), 2.200985160082949, 1e-10);
  assert_close (student_t_quantile (0.995, 5), 4.032142983557536, 1e-10);
  assert_close (student_t_quantile (0.975, 1e6), 1.959966, 1e-5);
  assert_close (student_t_two_sided (2, 10), 0.07338803477074, 1e-10);
  assert_close (student_t_two_sided (0, 4), 1, 1e-12);
  assert_close (student_t_two_sided (INFINITY, 4), 0, 0);
  for (int df = 1; df < 200; df += 7)
    for (double q = 0.55; q < 1; q += 0.05)
      assert_close (student_t_two_sided (student_t_quantile (q, df), df), 2 * (1 - q), 1e-9);
}

/* Benjamini and Hochberg's own example: four of fifteen. */
static void
test_false_discovery (void)
{
  double p[] = { 0.0459, 0.0001, 0.0004, -1,     0.0019, 0.0095, 0.0201, 0.0278, 0.0298,
                 0.0344, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000, -1 };
  double none[] = { 0.5, -1, 0.06 }, empty[1];

  assert_close (false_discovery_limit (p, G_N_ELEMENTS (p), 0.05), 0.0095, 0);
  g_assert_cmpfloat (false_discovery_limit (none, G_N_ELEMENTS (none), 0.05), <, 0);
  g_assert_cmpfloat (false_discovery_limit (empty, 0, 0.05), <, 0);
}

static void
test_block_lengths (void)
{
  static const uint64_t expected[][2] = { { 1, 1 },  { 4, 1 },  { 15, 1 },   { 16, 2 },   { 24, 2 },
                                          { 53, 2 }, { 54, 3 }, { 1000, 7 }, { 1024, 8 }, { 1023, 7 } };

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (block_length (expected[i][0]), ==, expected[i][1]);
}

static void
compare (const double *a,
         uint64_t n_a,
         const double *b,
         uint64_t n_b,
         uint64_t divisor,
         BootstrapDifference *out)
{
  BootstrapRun base = { a, n_a, divisor, 1 }, other = { b, n_b, divisor, 2 };
  BootstrapDifference mean;

  g_assert_true (block_bootstrap_compute (&base, &other, NULL, NULL, out));
  g_assert_true (block_bootstrap_mean (&base, &other, NULL, NULL, &mean));
  g_assert_cmpfloat (mean.difference, ==, out[BOOTSTRAP_MEAN].difference);
  g_assert_cmpfloat (mean.at_95.low, ==, out[BOOTSTRAP_MEAN].at_95.low);
  g_assert_cmpfloat (mean.at_95.high, ==, out[BOOTSTRAP_MEAN].at_95.high);
}

/* Also where the values divided have no exact representation, and the runs have different lengths. */
static void
test_equal_values_do_not_differ (void)
{
  double a[24], b[19];
  BootstrapDifference out[N_BOOTSTRAP_FIGURES];

  for (size_t i = 0; i < G_N_ELEMENTS (a); i++)
    a[i] = 123457;
  for (size_t i = 0; i < G_N_ELEMENTS (b); i++)
    b[i] = 123457;
  compare (a, G_N_ELEMENTS (a), b, G_N_ELEMENTS (b), 7, out);
  for (int i = 0; i < N_BOOTSTRAP_FIGURES; i++)
    {
      g_assert_true (out[i].is_decided);
      g_assert_cmpfloat (out[i].difference, ==, 0);
      g_assert_cmpfloat (out[i].at_95.low, ==, 0);
      g_assert_cmpfloat (out[i].at_99.high, ==, 0);
    }
  b[3] = 123458;
  compare (a, G_N_ELEMENTS (a), a, G_N_ELEMENTS (a), 7, out);
  g_assert_cmpfloat (out[BOOTSTRAP_MEAN].difference, ==, 0);
}

static void
test_few_values_decide_nothing (void)
{
  const double a[] = { 10, 11, 12, 13 }, b[] = { 100, 110, 105 };
  BootstrapDifference out[N_BOOTSTRAP_FIGURES];

  compare (a, 4, b, 3, 1, out);
  g_assert_false (out[BOOTSTRAP_MEAN].is_decided);
  assert_close (out[BOOTSTRAP_MEAN].difference, 105 - 11.5, 1e-12);
  assert_close (out[BOOTSTRAP_MEDIAN].difference, 105 - 11.5, 1e-12);
  assert_close (out[BOOTSTRAP_P95].difference, 109.5 - 12.85, 1e-12);
  compare (a, 4, a, 4, 1, out);
  g_assert_true (out[BOOTSTRAP_MEAN].is_decided);
  g_assert_cmpfloat (out[BOOTSTRAP_MEAN].at_95.low, <, 0);
  g_assert_cmpfloat (out[BOOTSTRAP_MEAN].at_95.high, >, 0);
}

/* Sum of twelve uniform numbers: nearly normal. */
static double
normal (GRand *random)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += g_rand_double (random);
  return sum;
}

/* Steps of which each depends on the one before. */
static void
make_run (GRand *random, double *values, size_t n, double mean)
{
  double drift = 0;

  for (size_t i = 0; i < n; i++)
    {
      drift = 0.4 * drift + normal (random);
      values[i] = floor (mean + 1000 * drift);
    }
}

/* Of 400 pairs that differ by nothing but noise, few are said to differ; a shift of ten deviations always is. */
static void
test_noise_seldom_differs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  static const size_t lengths[] = { 6, 24, 60 };

  for (size_t l = 0; l < G_N_ELEMENTS (lengths); l++)
    {
      size_t n = lengths[l];
      unsigned n_95 = 0, n_99 = 0;

      for (unsigned pair = 0; pair < 400; pair++)
        {
          double a[60], b[60];
          BootstrapRun base = { a, n, 1, 1 }, other = { b, n, 1, 2 };
          BootstrapDifference out;

          make_run (random, a, n, 1e6);
          make_run (random, b, n, 1e6);
          g_assert_true (block_bootstrap_mean (&base, &other, NULL, NULL, &out));
          g_assert_cmpfloat (out.at_99.low, <=, out.at_95.low);
          g_assert_cmpfloat (out.at_99.high, >=, out.at_95.high);
          n_95 += out.at_95.low > 0 || out.at_95.high < 0;
          n_99 += out.at_99.low > 0 || out.at_99.high < 0;
          for (size_t i = 0; i < n; i++)
            b[i] += 10000;
          g_assert_true (block_bootstrap_mean (&base, &other, NULL, NULL, &out));
          g_assert_cmpfloat (out.at_99.low, >, 0);
        }
      g_test_message ("%u and %u of 400 pairs of %u steps differ at 95 and 99 %%", n_95, n_99, (unsigned) n);
      g_assert_cmpuint (n_95, <=, 60);
      g_assert_cmpuint (n_99, <=, 24);
    }
}

/* The sparse sum is that over all blocks one by one, and leaves its scratch as it was. */
static void
test_error_without_draws (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (int round = 0; round < 300; round++)
    {
      uint64_t n = (uint64_t) g_rand_int_range (random, 4, 90), length = block_length (n), n_values = 0;
      int64_t values[90], dense[90] = { 0 };
      uint32_t at[90];
      double sums[90] = { 0 }, mean = 0, squares = 0;

      for (uint64_t i = 0; i < n; i++)
        if (g_rand_int_range (random, 0, 3) > 0)
          {
            dense[i] = g_rand_int_range (random, 0, 1000000);
            values[n_values] = dense[i];
            at[n_values++] = (uint32_t) i;
            mean += (double) dense[i] / (double) n;
          }
      for (uint64_t i = 0; i < n; i++)
        {
          double of_block = 0;

          for (uint64_t k = 0; k < length; k++)
            of_block += (double) dense[(i + k) % n] / (double) length;
          squares += (of_block - mean) * (of_block - mean);
        }
      double expected = squares / (double) n / (double) (n / length - 1);
      assert_close (block_error_squared (values, at, n_values, n, sums), expected, 1e-9 * expected + 1e-9);
      for (uint64_t i = 0; i < n; i++)
        g_assert_cmpfloat (sums[i], ==, 0);
    }
  g_assert_cmpfloat (block_difference_p (0, 0, 0, 5, 5), ==, 1);
  g_assert_cmpfloat (block_difference_p (3, 0, 0, 5, 5), ==, 0);
  assert_close (block_difference_p (2, 0.5, 0.5, 11, 12), student_t_two_sided (2, 10), 1e-12);
}

static bool
stops_at_once (void *user_data)
{
  (void) user_data;
  return false;
}

static void
test_can_be_stopped (void)
{
  const double a[] = { 1, 2, 3, 4 };
  BootstrapRun run = { a, 4, 1, 1 };
  BootstrapDifference out;

  g_assert_false (block_bootstrap_mean (&run, &run, stops_at_once, NULL, &out));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/block_bootstrap/student_t", test_student_t);
  g_test_add_func ("/block_bootstrap/false_discovery", test_false_discovery);
  g_test_add_func ("/block_bootstrap/block_lengths", test_block_lengths);
  g_test_add_func ("/block_bootstrap/equal_values_do_not_differ", test_equal_values_do_not_differ);
  g_test_add_func ("/block_bootstrap/few_values_decide_nothing", test_few_values_decide_nothing);
  g_test_add_func ("/block_bootstrap/noise_seldom_differs", test_noise_seldom_differs);
  g_test_add_func ("/block_bootstrap/error_without_draws", test_error_without_draws);
  g_test_add_func ("/block_bootstrap/can_be_stopped", test_can_be_stopped);
  return g_test_run ();
}
