/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/histogram.h"

#include <stdlib.h>

/* Rounds towards minus infinity. */
static int64_t
bin_index (int64_t value_ns, int64_t width_ns)
{
  int64_t index = value_ns / width_ns;

  return value_ns % width_ns < 0 ? index - 1 : index;
}

/* Returns the next width of 1, 2, 5, 10 and so on, up to 5 x 10^18, the last that fits. */
static int64_t
next_width (int64_t width_ns)
{
  int64_t power = 1;

  while (width_ns / power >= 10)
    power *= 10;
  return width_ns / power == 2 ? power * 5 : width_ns * 2;
}

static uint64_t
bins_needed (int64_t min_ns, int64_t max_ns, int64_t width_ns)
{
  return (uint64_t) bin_index (max_ns, width_ns) - (uint64_t) bin_index (min_ns, width_ns) + 1;
}

/* The bin width for equal values: a tenth of the value, or the next smaller round number. */
static int64_t
width_around (int64_t value_ns)
{
  uint64_t tenth = (value_ns < 0 ? -(uint64_t) value_ns : (uint64_t) value_ns) / 10;
  int64_t width_ns = 1;

  while ((uint64_t) next_width (width_ns) <= tenth)
    width_ns = next_width (width_ns);
  return width_ns;
}

static int64_t
find_width (int64_t min_ns, int64_t max_ns, uint32_t n_max)
{
  int64_t width_ns = 1;

  if (min_ns == max_ns)
    return width_around (min_ns);
  /* There may be 2^64 bins of 1 ns, which wraps around to 0. */
  while (bins_needed (min_ns, max_ns, width_ns) - 1 >= n_max)
    width_ns = next_width (width_ns);
  return width_ns;
}

bool
histogram_compute (const int64_t *values_ns, size_t n, uint32_t n_max, Histogram *ret_histogram)
{
  Histogram histogram = { 0 };

  *ret_histogram = histogram;
  if (n == 0)
    return true;

  int64_t min_ns = values_ns[0], max_ns = values_ns[0];
  for (size_t i = 1; i < n; i++)
    {
      min_ns = values_ns[i] < min_ns ? values_ns[i] : min_ns;
      max_ns = values_ns[i] > max_ns ? values_ns[i] : max_ns;
    }
  histogram.width_ns = find_width (min_ns, max_ns, n_max);
  histogram.first = bin_index (min_ns, histogram.width_ns);
  histogram.n_bins = (uint32_t) bins_needed (min_ns, max_ns, histogram.width_ns);
  histogram.counts = calloc (histogram.n_bins, sizeof *histogram.counts);
  if (histogram.counts == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t count = ++histogram.counts[histogram_bin_of (&histogram, values_ns[i])];
      histogram.max_count = count > histogram.max_count ? count : histogram.max_count;
    }
  *ret_histogram = histogram;
  return true;
}

void
histogram_clear (Histogram *histogram)
{
  free (histogram->counts);
  *histogram = (Histogram){ 0 };
}

int64_t
histogram_edge_ns (const Histogram *histogram, uint32_t bin)
{
  __int128 edge_ns = ((__int128) histogram->first + bin) * histogram->width_ns;

  return edge_ns < INT64_MIN ? INT64_MIN : edge_ns > INT64_MAX ? INT64_MAX : (int64_t) edge_ns;
}

uint32_t
histogram_bin_of (const Histogram *histogram, int64_t value_ns)
{
  return (uint32_t) (bin_index (value_ns, histogram->width_ns) - histogram->first);
}
