/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/stats/log_histogram.h"

static void
edges_are_round_and_ascend (void)
{
  g_assert_cmpint (log_histogram_edge_ns (0), ==, INT64_MIN);
  g_assert_cmpint (log_histogram_edge_ns (1), ==, 0);
  g_assert_cmpint (log_histogram_edge_ns (2), ==, 100);
  g_assert_cmpint (log_histogram_edge_ns (LOG_HISTOGRAM_BINS - 1), ==, INT64_C (8000000000000000000));
  g_assert_cmpint (log_histogram_edge_ns (LOG_HISTOGRAM_BINS), ==, INT64_MAX);
  for (uint32_t bin = 3; bin < LOG_HISTOGRAM_BINS; bin++)
    {
      int64_t edge = log_histogram_edge_ns (bin), before = log_histogram_edge_ns (bin - 1);

      int64_t unit = 1;

      g_assert_cmpint (edge / 6, >=, before / 5);
      g_assert_cmpint (edge / 4, <=, before / 3 + 1);
      while (edge / unit >= 100)
        unit *= 10;
      g_assert_cmpint (edge % unit, ==, 0);
    }
}

static void
a_value_lies_between_the_edges_of_its_bin (void)
{
  GRand *random = g_rand_new_with_seed (431);
  static const int64_t values[] = { INT64_MIN, -1, 0, 99, 100, 101, 199, 200, 4999999, 5000000, INT64_MAX };

  for (size_t i = 0; i < 20000; i++)
    {
      int64_t value = i < G_N_ELEMENTS (values)
                        ? values[i]
                        : (int64_t) ((uint64_t) g_rand_int (random) << 32 | g_rand_int (random))
                            >> g_rand_int_range (random, 0, 63);
      uint32_t bin = log_histogram_bin_of (value);

      g_assert_cmpint (value, >=, log_histogram_edge_ns (bin));
      g_assert_true (value < log_histogram_edge_ns (bin + 1) || value == INT64_MAX);
    }
  g_rand_free (random);
}

static void
the_range_is_of_what_was_added (void)
{
  LogHistogram histogram = { 0 };
  uint32_t first, end;

  log_histogram_range (&histogram, &first, &end);
  g_assert_cmpuint (first, ==, end);
  log_histogram_add (&histogram, 150);
  log_histogram_add (&histogram, 1500);
  log_histogram_add (&histogram, 1999);
  log_histogram_range (&histogram, &first, &end);
  g_assert_cmpint (log_histogram_edge_ns (first), ==, 150);
  g_assert_cmpint (log_histogram_edge_ns (end), ==, 2000);
  g_assert_cmpuint (histogram.n, ==, 3);
  g_assert_cmpuint (histogram.counts[end - 1], ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/log_histogram/edges_are_round_and_ascend", edges_are_round_and_ascend);
  g_test_add_func ("/log_histogram/a_value_lies_between_the_edges_of_its_bin",
                   a_value_lies_between_the_edges_of_its_bin);
  g_test_add_func ("/log_histogram/the_range_is_of_what_was_added", the_range_is_of_what_was_added);
  return g_test_run ();
}
