/* SPDX-License-Identifier: Apache-2.0
 *
 * The least and the most of any run of samples in O(log n): a pyramid over a whole column of values, whatever series lie
 * in it. Its first level has an entry for each 64 values that follow one another, the next one for each 64 entries of
 * that, and so on up to a single one; the last entry of a level may be of fewer. The levels follow one another.
 *
 * Values and entries may lie in a map and may be anything: what is no number or not finite counts as 0, as it does for
 * sample_value (). Pure; any thread. */

#pragma once

#include "trace/model/trace.h"

#define SAMPLE_PEAK_FANOUT 64

/* Entries that n values have, of all levels. */
uint64_t sample_peaks_length (uint64_t n);

/* Fills in sample_peaks_length (n) of them. O(n). */
void sample_peaks_build (const double *values, uint64_t n, SamplePeak *peaks);

/* The same in steps, for values that are not all there at once. add: those of n_values from first on, both multiples of
 * 64 but for the last values; end: once for all n, when they have been added. */
void sample_peaks_add (SamplePeak *peaks, uint64_t first, const double *values, uint64_t n_values);
void sample_peaks_end (SamplePeak *peaks, uint64_t n);

/* Of [first, end), where first < end <= samples->n. Without peaks every value is looked at. */
SamplePeak sample_peaks_of (const SampleColumns *samples, uint64_t first, uint64_t end);

/* Of [low, high), a series: the first sample after a time; high if there is none. Looked for near low + guess first, so
 * that in a map few pages are read: O(log of the distance). Where times do not ascend, one of [low, high]. */
uint64_t
samples_after (const SampleColumns *samples, uint64_t low, uint64_t high, uint64_t guess, int64_t time_ns);
