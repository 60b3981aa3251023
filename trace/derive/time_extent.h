/* SPDX-License-Identifier: Apache-2.0
 *
 * Which part of the time axis a recording is about, however wrong single times of it are.
 *
 * A time that was left at 0 among times since 1970, or read from another clock, would stretch the axis to years, and
 * everything else to a line. Outermost times, one in 10,000 and at least one at each end, are not trusted: what lies
 * further from the others than 1,000 times their whole length, and than an hour, is out of the extent. Times that agree
 * with each other better than that all are in it, and with fewer than five nobody can tell. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nothing is out of an extent whose times are no further apart than this: it need not be found. */
#define TIME_EXTENT_TRUSTED_NS (INT64_C (3600) * 1000000000)

typedef struct
{
  uint64_t n_times;        /* that there will be */
  size_t n_most;           /* how many are kept of each side */
  size_t n_low, n_high;    /* kept so far */
  int64_t *lowest_ns;      /* a heap, the greatest of the lowest begins on top */
  int64_t *highest_end_ns; /* a heap, the least of the highest ends on top */
} TimeExtent;

/* Of so many times, how many at each end are not trusted. */
uint64_t time_extent_n_untrusted (uint64_t n_times);

/* n_times: how many are going to be added. O(n / 10,000) memory; false: there is none. */
bool time_extent_init (TimeExtent *extent, uint64_t n_times);
void time_extent_clear (TimeExtent *extent);

/* Times within +-2^62; begin <= end. O(1) for nearly all of them, O(log n) at most. */
void time_extent_add (TimeExtent *extent, int64_t begin_ns, int64_t end_ns);

/* All have been added. Begins before *ret_low_ns and ends after *ret_high_ns are out of the extent. */
void time_extent_bounds (const TimeExtent *extent, int64_t *ret_low_ns, int64_t *ret_high_ns);
