/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the least and the greatest value of any run of samples in O(log n), with a pyramid over a whole
 * column of values, regardless of the series in it. The first level has an entry for each 64 consecutive
 * values, the next one for each 64 entries of that, and so on up to a single entry. The last entry of a level
 * may cover fewer. The levels follow one another.
 *
 * Values and entries may be mapped and may be anything: NaN and infinity count as 0, as in sample_value ().
 * Pure functions; any thread. */

#pragma once

#include "trace/model/trace.h"

#define SAMPLE_PEAK_FANOUT 64

/* Returns the number of entries for n values, on all levels. */
uint64_t sample_peaks_length (uint64_t n);

/* Fills the sample_peaks_length (n) entries. O(n). */
void sample_peaks_build (const double *values, uint64_t n, SamplePeak *peaks);

/* Compute the same step by step, for values that are not all in memory at once. Call add for n_values values from first
 * on, both multiples of 64 except for the last values. Then call end once with the number of all values. */
void sample_peaks_add (SamplePeak *peaks, uint64_t first, const double *values, uint64_t n_values);
void sample_peaks_end (SamplePeak *peaks, uint64_t n);

/* Returns the peaks of [first, end), where first < end <= samples->n. Without a pyramid it reads every value. */
SamplePeak sample_peaks_of (const SampleColumns *samples, uint64_t first, uint64_t end);

/* Returns the first sample of [low, high), a series, after a time, or high if there is none. Searches near
 * low + guess first, to read few pages of a map: O(log of the distance). If times do not ascend, returns some
 * index in [low, high]. */
uint64_t
samples_after (const SampleColumns *samples, uint64_t low, uint64_t high, uint64_t guess, int64_t time_ns);
