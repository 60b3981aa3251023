/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/sample_peaks.h"

#include <math.h>

static const SamplePeak nothing = { INFINITY, -INFINITY };

static double
finite_value (double value)
{
  return value - value == 0 ? value : 0;
}

static void
widen (SamplePeak *peak, double least, double most)
{
  least = finite_value (least);
  most = finite_value (most);
  peak->least = least < peak->least ? least : peak->least;
  peak->most = most > peak->most ? most : peak->most;
}

static SamplePeak
peak_of_values (const double *values, uint64_t n)
{
  SamplePeak peak = nothing;

  for (uint64_t i = 0; i < n; i++)
    widen (&peak, values[i], values[i]);
  return peak;
}

static SamplePeak
peak_of_peaks (const SamplePeak *peaks, uint64_t n)
{
  SamplePeak peak = nothing;

  for (uint64_t i = 0; i < n; i++)
    widen (&peak, peaks[i].least, peaks[i].most);
  return peak;
}

/* ---- building ---- */

/* Returns the number of blocks for n values or entries. */
static uint64_t
count_blocks (uint64_t n)
{
  return n / SAMPLE_PEAK_FANOUT + (n % SAMPLE_PEAK_FANOUT > 0);
}

uint64_t
sample_peaks_length (uint64_t n)
{
  uint64_t length = 0;

  do
    length += n = count_blocks (n);
  while (n > 1);
  return length;
}

void
sample_peaks_add (SamplePeak *peaks, uint64_t first, const double *values, uint64_t n_values)
{
  SamplePeak *to = peaks + first / SAMPLE_PEAK_FANOUT;

  for (uint64_t i = 0; i < n_values; i += SAMPLE_PEAK_FANOUT)
    *to++ = peak_of_values (values + i, MIN (n_values - i, SAMPLE_PEAK_FANOUT));
}

void
sample_peaks_end (SamplePeak *peaks, uint64_t n)
{
  SamplePeak *level = peaks;

  for (uint64_t n_level = count_blocks (n), n_above; n_level > 1; n_level = n_above)
    {
      n_above = count_blocks (n_level);
      for (uint64_t i = 0; i < n_above; i++)
        level[n_level + i] = peak_of_peaks (level + i * SAMPLE_PEAK_FANOUT,
                                            MIN (n_level - i * SAMPLE_PEAK_FANOUT, SAMPLE_PEAK_FANOUT));
      level += n_level;
    }
}

void
sample_peaks_build (const double *values, uint64_t n, SamplePeak *peaks)
{
  sample_peaks_add (peaks, 0, values, n);
  sample_peaks_end (peaks, n);
}

/* ---- queries ---- */

/* level is NULL for the values themselves. */
static void
add_entries (SamplePeak *peak, const double *values, const SamplePeak *level, uint64_t first, uint64_t end)
{
  SamplePeak part =
    level == NULL ? peak_of_values (values + first, end - first) : peak_of_peaks (level + first, end - first);

  if (first < end)
    widen (peak, part.least, part.most);
}

SamplePeak
sample_peaks_of (const SampleColumns *samples, uint64_t first, uint64_t end)
{
  const SamplePeak *level = NULL, *above = samples->peaks;
  uint64_t n = samples->n;
  SamplePeak peak = nothing;

  while (above != NULL)
    {
      /* The last block of a level may have fewer. */
      uint64_t first_above = count_blocks (first);
      uint64_t end_above = end == n ? count_blocks (end) : end / SAMPLE_PEAK_FANOUT;

      if (first_above >= end_above || n <= 1)
        break;
      add_entries (&peak, samples->value, level, first, first_above * SAMPLE_PEAK_FANOUT);
      if (end != n)
        add_entries (&peak, samples->value, level, end_above * SAMPLE_PEAK_FANOUT, end);
      first = first_above;
      end = end_above;
      level = above;
      n = count_blocks (n);
      above += n;
    }
  add_entries (&peak, samples->value, level, first, end);
  return peak;
}

uint64_t
samples_after (const SampleColumns *samples, uint64_t low, uint64_t high, uint64_t guess, int64_t time_ns)
{
  uint64_t near = guess < high - low ? low + guess : high, step = guess / 64 + 1;

  /* Invariant: all before low are not after the time; all from high on are. */
  if (near < high && sample_time_ns (samples, near) <= time_ns)
    for (low = near + 1; step < high - low; step *= 2)
      if (sample_time_ns (samples, low + step) <= time_ns)
        low += step + 1;
      else
        high = low + step;
  else
    for (high = near; step < high - low; step *= 2)
      if (sample_time_ns (samples, high - step) > time_ns)
        high -= step;
      else
        low = high - step + 1;
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (sample_time_ns (samples, middle) <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
