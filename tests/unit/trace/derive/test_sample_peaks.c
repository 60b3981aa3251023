/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/sample_peaks.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

typedef struct
{
  SampleColumns samples;
  int64_t *time_ns;
  double *value;
  SamplePeak *peaks;
} Series;

/* Exactly as large as promised, so that a sanitizer sees what goes beyond. */
static Series
series_new (uint64_t n)
{
  Series series = {
    .time_ns = malloc (n * sizeof (int64_t)),
    .value = malloc (n * sizeof (double)),
    .peaks = malloc (sample_peaks_length (n) * sizeof (SamplePeak)),
  };

  series.samples = (SampleColumns){ n, series.time_ns, series.value, series.peaks };
  return series;
}

static void
series_free (Series *series)
{
  free (series->time_ns);
  free (series->value);
  free (series->peaks);
}

static double
random_value (GRand *random)
{
  static const double special[] = { (double) NAN, (double) INFINITY, -(double) INFINITY, 1e308, -1e308, 0,
                                    -0.0 };

  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      return special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))];
    case 1:
      return g_rand_double_range (random, -1e12, 1e12);
    default:
      return g_rand_int_range (random, -5000, -10);
    }
}

/* Sizes around those where levels begin, and any others. */
static uint64_t
random_size (GRand *random)
{
  static const uint64_t edges[] = { 1, 64, 128, 4096, 64 * 128, 64 * 64 * 3 };

  return g_rand_boolean (random) ? edges[g_rand_int_range (random, 0, G_N_ELEMENTS (edges))]
                                     + (uint64_t) g_rand_int_range (random, 0, 3)
                                 : (uint64_t) g_rand_int_range (random, 1, 20000);
}

static void
check_range (const SampleColumns *samples, uint64_t first, uint64_t end)
{
  const SampleColumns bare = { samples->n, samples->time_ns, samples->value, NULL };
  SamplePeak peak = sample_peaks_of (samples, first, end), same = sample_peaks_of (&bare, first, end);
  double least = sample_value (samples, first), most = least;

  for (uint64_t i = first; i < end; i++)
    {
      least = fmin (least, sample_value (samples, i));
      most = fmax (most, sample_value (samples, i));
    }
  g_assert_cmpfloat (peak.least, ==, least);
  g_assert_cmpfloat (peak.most, ==, most);
  g_assert_cmpfloat (same.least, ==, least);
  g_assert_cmpfloat (same.most, ==, most);
}

static void
extremes_of_any_run_are_those_of_looking_at_all (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int round = 0; round < 60; round++)
    {
      Series series = series_new (random_size (random));
      uint64_t n = series.samples.n;

      for (uint64_t i = 0; i < n; i++)
        series.value[i] = random_value (random);
      sample_peaks_build (series.value, n, series.peaks);
      check_range (&series.samples, 0, n);
      for (int i = 0; i < 60; i++)
        {
          uint64_t first = (uint64_t) g_rand_int_range (random, 0, (gint32) n);
          uint64_t end = (uint64_t) g_rand_int_range (random, (gint32) first, (gint32) n) + 1;

          check_range (&series.samples, first, end);
          check_range (&series.samples, first, first + 1);
          check_range (&series.samples, first, n);
        }
      series_free (&series);
    }
}

static void
what_is_built_in_steps_is_the_same (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (int round = 0; round < 40; round++)
    {
      Series series = series_new (random_size (random));
      uint64_t n = series.samples.n, n_peaks = sample_peaks_length (n), n_run;
      SamplePeak *peaks = malloc (n_peaks * sizeof *peaks);

      for (uint64_t i = 0; i < n; i++)
        series.value[i] = random_value (random);
      sample_peaks_build (series.value, n, series.peaks);
      for (uint64_t first = 0; first < n; first += n_run)
        {
          n_run = SAMPLE_PEAK_FANOUT * (uint64_t) g_rand_int_range (random, 1, 20);
          n_run = MIN (n_run, n - first);
          sample_peaks_add (peaks, first, series.value + first, n_run);
        }
      sample_peaks_end (peaks, n);
      for (uint64_t i = 0; i < n_peaks; i++)
        {
          g_assert_cmpfloat (peaks[i].least, ==, series.peaks[i].least);
          g_assert_cmpfloat (peaks[i].most, ==, series.peaks[i].most);
        }
      free (peaks);
      series_free (&series);
    }
}

/* Whatever a damaged file says, what comes out can be drawn. */
static void
peaks_that_are_anything_are_finite (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  Series series = series_new (30000);

  for (int round = 0; round < 200; round++)
    {
      uint64_t first = (uint64_t) g_rand_int_range (random, 0, 30000);
      uint64_t end = (uint64_t) g_rand_int_range (random, (gint32) first, 30000) + 1;

      for (uint64_t i = 0; i < 30000; i++)
        series.value[i] = random_value (random);
      for (uint64_t i = 0; i < sample_peaks_length (30000); i++)
        series.peaks[i] = (SamplePeak){ random_value (random), random_value (random) };
      SamplePeak peak = sample_peaks_of (&series.samples, first, end);
      g_assert_true (isfinite (peak.least) && isfinite (peak.most));
    }
  series_free (&series);
}

static void
no_samples_have_no_peaks (void)
{
  g_assert_cmpuint (sample_peaks_length (0), ==, 0);
  g_assert_cmpuint (sample_peaks_length (1), ==, 1);
  g_assert_cmpuint (sample_peaks_length (64), ==, 1);
  g_assert_cmpuint (sample_peaks_length (65), ==, 3);
  sample_peaks_build (NULL, 0, NULL);
}

static void
the_sample_after_a_time_is_found_from_anywhere (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (14);

  for (int round = 0; round < 60; round++)
    {
      Series series = series_new (random_size (random));
      uint64_t n = series.samples.n;
      int64_t time_ns = -50;

      for (uint64_t i = 0; i < n; i++)
        /* Many at one time, and gaps. */
        series.time_ns[i] = time_ns +=
          g_rand_int_range (random, 0, 4) == 0 ? g_rand_int_range (random, 0, 9) : 0;
      for (int i = 0; i < 60; i++)
        {
          uint64_t low = (uint64_t) g_rand_int_range (random, 0, (gint32) n + 1);
          uint64_t high = (uint64_t) g_rand_int_range (random, (gint32) low, (gint32) n + 1), expected = low;
          uint64_t guess = (uint64_t) g_rand_int_range (random, 0, 2 * (gint32) n);
          int64_t at_ns = g_rand_int_range (random, -60, (gint32) time_ns + 10);

          while (expected < high && series.time_ns[expected] <= at_ns)
            expected++;
          g_assert_cmpuint (samples_after (&series.samples, low, high, i % 3 == 0 ? 0 : guess, at_ns), ==,
                            expected);
        }
      series_free (&series);
    }
}

static void
times_in_no_order_are_searched_within_their_range (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (15);
  Series series = series_new (3000);

  for (int round = 0; round < 2000; round++)
    {
      uint64_t low = (uint64_t) g_rand_int_range (random, 0, 3001);
      uint64_t high = (uint64_t) g_rand_int_range (random, (gint32) low, 3001);

      for (int i = 0; round % 100 == 0 && i < 3000; i++)
        series.time_ns[i] = (int64_t) ((uint64_t) g_rand_int (random) << 32 | g_rand_int (random));
      uint64_t found =
        samples_after (&series.samples, low, high, (uint64_t) g_rand_int_range (random, 0, 4000), 0);
      g_assert_cmpuint (found, >=, low);
      g_assert_cmpuint (found, <=, high);
    }
  series_free (&series);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample_peaks/extremes_of_any_run_are_those_of_looking_at_all",
                   extremes_of_any_run_are_those_of_looking_at_all);
  g_test_add_func ("/sample_peaks/what_is_built_in_steps_is_the_same", what_is_built_in_steps_is_the_same);
  g_test_add_func ("/sample_peaks/peaks_that_are_anything_are_finite", peaks_that_are_anything_are_finite);
  g_test_add_func ("/sample_peaks/no_samples_have_no_peaks", no_samples_have_no_peaks);
  g_test_add_func ("/sample_peaks/the_sample_after_a_time_is_found_from_anywhere",
                   the_sample_after_a_time_is_found_from_anywhere);
  g_test_add_func ("/sample_peaks/times_in_no_order_are_searched_within_their_range",
                   times_in_no_order_are_searched_within_their_range);
  return g_test_run ();
}
