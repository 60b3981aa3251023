/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <glib.h>

#include "trace/stats/histogram.h"

static bool
is_round (int64_t width_ns)
{
  while (width_ns % 10 == 0)
    width_ns /= 10;
  return width_ns == 1 || width_ns == 2 || width_ns == 5;
}

static int64_t
narrower (int64_t width_ns)
{
  int64_t power = 1;

  while (width_ns / power >= 10)
    power *= 10;
  return width_ns / power == 5 ? 2 * power : width_ns / 2;
}

static __int128
floor_div (int64_t a, int64_t b)
{
  __int128 q = a / b;

  return a % b < 0 ? q - 1 : q;
}

static void
check (const int64_t *values_ns, size_t n, uint32_t n_max)
{
  Histogram histogram;
  uint64_t total = 0, largest = 0;
  int64_t min_ns = INT64_MAX, max_ns = INT64_MIN;

  g_assert_true (histogram_compute (values_ns, n, n_max, &histogram));
  g_assert_cmpuint (histogram.n_bins, >=, 1);
  g_assert_cmpuint (histogram.n_bins, <=, n_max);
  g_assert_true (is_round (histogram.width_ns));
  for (uint32_t bin = 0; bin < histogram.n_bins; bin++)
    {
      uint64_t count = 0;
      /* The edges as they are, not cut off at the ends of int64. */
      __int128 begin = ((__int128) histogram.first + bin) * histogram.width_ns;

      for (size_t i = 0; i < n; i++)
        {
          bool inside = values_ns[i] >= begin && values_ns[i] < begin + histogram.width_ns;
          count += inside;
          if (inside)
            g_assert_cmpuint (histogram_bin_of (&histogram, values_ns[i]), ==, bin);
        }
      g_assert_cmpuint (histogram.counts[bin], ==, count);
      total += count;
      largest = MAX (largest, count);
      g_assert_cmpint (histogram_edge_ns (&histogram, bin), <=, histogram_edge_ns (&histogram, bin + 1));
    }
  g_assert_cmpuint (total, ==, n);
  g_assert_cmpuint (histogram.max_count, ==, largest);
  g_assert_cmpuint (histogram.counts[0], >, 0);
  g_assert_cmpuint (histogram.counts[histogram.n_bins - 1], >, 0);

  for (size_t i = 0; i < n; i++)
    {
      min_ns = MIN (min_ns, values_ns[i]);
      max_ns = MAX (max_ns, values_ns[i]);
    }
  if (min_ns == max_ns)
    g_assert_cmpuint (histogram.n_bins, ==, 1);
  else if (histogram.width_ns > 1)
    {
      int64_t width_ns = narrower (histogram.width_ns);
      g_assert_true (floor_div (max_ns, width_ns) - floor_div (min_ns, width_ns) + 1 > n_max);
    }
  histogram_clear (&histogram);
  g_assert_null (histogram.counts);
}

static void
steps_get_round_edges (void)
{
  static const int64_t walls_ns[] = { 75700123, 76800456, 76200789, 76700012, 81950345, 76750678 };
  Histogram histogram;

  g_assert_true (histogram_compute (walls_ns, G_N_ELEMENTS (walls_ns), 20, &histogram));
  g_assert_cmpint (histogram.width_ns, ==, 500000);
  g_assert_cmpint (histogram_edge_ns (&histogram, 0), ==, 75500000);
  g_assert_cmpuint (histogram.n_bins, ==, 13);
  g_assert_cmpuint (histogram.counts[2], ==, 3);
  g_assert_cmpuint (histogram.max_count, ==, 3);
  g_assert_cmpint (histogram_edge_ns (&histogram, histogram.n_bins), ==, 82000000);
  histogram_clear (&histogram);
}

static void
one_value_gets_one_bin_around_it (void)
{
  static const struct
  {
    int64_t value_ns, width_ns, begin_ns;
  } cases[] = {
    { 76210000, 5000000, 75000000 },
    { 0, 1, 0 },
    { 7, 1, 7 },
    { 20, 2, 20 },
    { -76210000, 5000000, -80000000 },
    { INT64_MAX, INT64_C (500000000000000000), INT64_C (9000000000000000000) },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (size_t n = 1; n <= 3; n++)
      {
        int64_t values_ns[3] = { cases[i].value_ns, cases[i].value_ns, cases[i].value_ns };
        Histogram histogram;

        g_assert_true (histogram_compute (values_ns, n, 100, &histogram));
        g_assert_cmpuint (histogram.n_bins, ==, 1);
        g_assert_cmpuint (histogram.counts[0], ==, n);
        g_assert_cmpint (histogram.width_ns, ==, cases[i].width_ns);
        g_assert_cmpint (histogram_edge_ns (&histogram, 0), ==, cases[i].begin_ns);
        histogram_clear (&histogram);
      }
}

static void
nothing_gets_no_bins (void)
{
  Histogram histogram;

  g_assert_true (histogram_compute (NULL, 0, 100, &histogram));
  g_assert_cmpuint (histogram.n_bins, ==, 0);
  g_assert_cmpint (histogram.width_ns, ==, 0);
  histogram_clear (&histogram);
}

static void
hostile_values_fit_in (void)
{
  static const int64_t ends[] = { INT64_MIN, INT64_MAX };
  static const int64_t more[] = { INT64_MIN, -1, 0, 1, INT64_MAX };
  static const int64_t low[] = { INT64_MIN, INT64_MIN + 1, INT64_MIN + 2 };
  Histogram histogram;

  for (uint32_t n_max = HISTOGRAM_BINS_MIN; n_max < 100; n_max += 7)
    {
      check (ends, G_N_ELEMENTS (ends), n_max);
      check (more, G_N_ELEMENTS (more), n_max);
      check (low, G_N_ELEMENTS (low), n_max);
    }
  g_assert_true (histogram_compute (ends, G_N_ELEMENTS (ends), HISTOGRAM_BINS_MIN, &histogram));
  g_assert_cmpint (histogram_edge_ns (&histogram, 0), ==, INT64_MIN);
  g_assert_cmpint (histogram_edge_ns (&histogram, histogram.n_bins), ==, INT64_MAX);
  histogram_clear (&histogram);
}

static void
random_values_are_counted_where_they_lie (void)
{
  GRand *random = g_rand_new_with_seed (11);

  for (int round = 0; round < 2000; round++)
    {
      int64_t values_ns[40];
      size_t n = (size_t) g_rand_int_range (random, 1, G_N_ELEMENTS (values_ns));
      int bits = g_rand_int_range (random, 1, 64);

      for (size_t i = 0; i < n; i++)
        {
          uint64_t value = (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
          values_ns[i] = (int64_t) (value >> (64 - bits));
          if (round % 2 != 0)
            values_ns[i] -= (int64_t) (UINT64_C (1) << (bits - 1));
        }
      check (values_ns, n, (uint32_t) g_rand_int_range (random, HISTOGRAM_BINS_MIN, 60));
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/histogram/steps_get_round_edges", steps_get_round_edges);
  g_test_add_func ("/histogram/one_value_gets_one_bin_around_it", one_value_gets_one_bin_around_it);
  g_test_add_func ("/histogram/nothing_gets_no_bins", nothing_gets_no_bins);
  g_test_add_func ("/histogram/hostile_values_fit_in", hostile_values_fit_in);
  g_test_add_func ("/histogram/random_values_are_counted_where_they_lie",
                   random_values_are_counted_where_they_lie);
  return g_test_run ();
}
