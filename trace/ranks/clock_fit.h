/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds how far the clocks of a job's ranks are apart. A collective ends on all of its GPUs within a few microseconds, so
 * that the ends of matching kernels, as each rank's clock shows them, tell the distance of the clocks (METRICS 19). Begins
 * tell nothing: a rank that comes late begins late.
 *
 * Each rank gets a curve (clock_curve.h) that is added to its times. The curves make the sum of absolute distances between
 * the ends of a collective and their median nearly the least, so that records that are wrong do not count.
 *
 * Ranks that took part in collectives together, or with others that did, are in one frame: their times can be compared
 * after correction. A frame is on the clock of its lowest rank, whose times do not change. Times of different frames are
 * as far apart as they were. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/ranks/clock_curve.h"

/* The end of a rank's part of a collective, on the rank's own clock. */
typedef struct
{
  int64_t end_ns;
  uint32_t instance; /* equal for the parts of one collective */
  uint32_t rank;
} ClockReading;

COLUMN_DEFINE (ClockReadingColumn, clock_reading_column, ClockReading)

typedef struct
{
  uint32_t frame;      /* the lowest rank of its frame; the rank itself if it is alone */
  uint64_t n_readings; /* ends that its curve was found from; 0: its times are not corrected */
  /* Absolute distances of its corrected ends from the median end of the collective. */
  int64_t residual_p50_ns, residual_p95_ns;
  int64_t offset_ns;    /* what is added to its times, as the mean of the curve's knots */
  double drift_per_s;   /* change of that in ns per second, from the first knot to the last one */
} RankClock;

typedef struct
{
  int64_t origin_ns;
  ClockKnots knots;
  double *offsets_ns; /* knots.n for each rank */
  RankClock *ranks;
  uint32_t n_ranks;
  uint64_t n_instances; /* collectives of at least two ranks */
} ClockFit;

/* readings are grouped by instance and are borrowed during the call; each rank is less than n_ranks. should_continue
 * (user_data) may be NULL; it is called regularly on the calling thread. Returns false when it returns false or memory
 * runs out; call clock_fit_clear () in either case. O(n log n) with a large constant: about 2 us a reading. */
bool clock_fit_init (ClockFit *fit,
                     uint32_t n_ranks,
                     const ClockReading *readings,
                     size_t n,
                     bool (*should_continue) (void *user_data),
                     void *user_data);
void clock_fit_clear (ClockFit *fit);

/* Returns a time of a rank on the clock of its frame. It grows with time_ns. O(1). */
int64_t clock_fit_correct_ns (const ClockFit *fit, uint32_t rank, int64_t time_ns);
