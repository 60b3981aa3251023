/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the part of the time axis that a recording covers, even if single times in it are wrong.
 *
 * A time that was left at 0 among times since 1970, or read from another clock, would stretch the axis to
 * years, and squeeze everything else to a line. So the outermost times, one in 10,000 and at least one at
 * each end, are not trusted. Such a time is outside the extent if its distance from the others is more than
 * 1,000 times their whole length and more than an hour. With fewer than five times nothing is left out. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* If times are no further apart than this, none is outside the extent, and it need not be computed. */
#define TIME_EXTENT_TRUSTED_NS (INT64_C (3600) * 1000000000)

typedef struct
{
  uint64_t n_times;        /* number of times that will be added */
  size_t n_most;           /* number kept on each side */
  size_t n_low, n_high;    /* kept so far */
  int64_t *lowest_ns;      /* a heap with the greatest of the lowest begins on top */
  int64_t *highest_end_ns; /* a heap with the least of the highest ends on top */
} TimeExtent;

/* Returns how many of n_times times at each end are not trusted. */
uint64_t time_extent_n_untrusted (uint64_t n_times);

/* n_times is the number of times that will be added. Takes O(n / 10,000) memory; returns false if there is
 * not enough. */
bool time_extent_init (TimeExtent *extent, uint64_t n_times);
void time_extent_clear (TimeExtent *extent);

/* Adds a time span with begin <= end; both are within +-2^62. O(1) for nearly all spans, at most O(log n). */
void time_extent_add (TimeExtent *extent, int64_t begin_ns, int64_t end_ns);

/* Call this after the last time. Begins before *ret_low_ns and ends after *ret_high_ns are outside the
 * extent. */
void time_extent_bounds (const TimeExtent *extent, int64_t *ret_low_ns, int64_t *ret_high_ns);
