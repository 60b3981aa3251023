/* SPDX-License-Identifier: Apache-2.0
 *
 * How far a clock is off, as a function of time: straight lines between knots at equal distances. The knots of all clocks of
 * a job are the same, so that the difference of two curves is such a curve, too. Times and offsets are nanoseconds from an
 * origin that the caller chooses; as doubles they are exact up to 104 days. Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLOCK_KNOTS_MAX 64

/* Where the knots are. */
typedef struct
{
  double begin_ns, distance_ns; /* of the first knot, and between two; distance_ns > 0 */
  uint32_t n;                   /* from 2 to CLOCK_KNOTS_MAX */
} ClockKnots;

/* A point that the curve should pass. */
typedef struct
{
  double time_ns, offset_ns;
} ClockPoint;

/* Chooses knots for clocks that were read between begin_ns and end_ns: two for a short recording, and another one for
 * each CLOCK_KNOT_DISTANCE_NS of a longer one, because the drift of a clock changes with its temperature. */
#define CLOCK_KNOT_DISTANCE_NS 10e9
ClockKnots clock_knots (double begin_ns, double end_ns);

/* Returns the value at time_ns. Beyond the first and the last knot the clock goes on drifting as it did there. */
double clock_curve_at (const ClockKnots *knots, const double *offsets_ns, double time_ns);

/* No clock drifts by that much; what seems to do so are ends that do not belong together. */
#define CLOCK_DRIFT_MAX 1e-3

/* Sets offsets_ns, of knots->n elements, so that the sum of the absolute distances of the points is nearly the least: half
 * of the points may be wrong by any amount. A curve with few points is nearly flat, because clocks of machines drift by less
 * than 100 ppm; points that would make one drift by more than CLOCK_DRIFT_MAX make it flat. offsets_ns is 0 without points. scratch has room for n doubles. Iteratively reweighted least squares (Lawson
 * 1961; Schlossmacher 1973). O(n x a constant). */
void clock_curve_fit (const ClockKnots *knots,
                      const ClockPoint *points,
                      size_t n,
                      double *scratch,
                      double *offsets_ns);

/* Returns what would be values[nth] if the n values were ascending; nth < n. Their order changes. O(n) on average. */
double clock_nth (double *values, size_t n, size_t nth);

/* Returns the lower median of n > 0 values, whose order changes. O(n) on average. */
double clock_median (double *values, size_t n);
