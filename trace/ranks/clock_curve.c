/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/clock_curve.h"

#include <math.h>
#include <string.h>

#include <glib.h>

/* Ends of a collective on the GPUs of a job are this far apart where nothing is wrong. */
#define READING_NOISE_NS 2000.0
/* Distances below this one count alike, so that no weight is infinite. */
#define NEAREST_NS 200.0
/* How much the drift of a clock differs from 0, and how much it changes from one knot to the next. */
#define USUAL_DRIFT        30e-6
#define USUAL_DRIFT_CHANGE 3e-6

#define MAX_ROUNDS 40
#define CLOSE_NS   5.0

ClockKnots
clock_knots (double begin_ns, double end_ns)
{
  double span_ns = MAX (end_ns - begin_ns, 1.0);
  double n = MIN (floor (span_ns / CLOCK_KNOT_DISTANCE_NS) + 2, (double) CLOCK_KNOTS_MAX);

  return (ClockKnots){ .begin_ns = begin_ns, .distance_ns = span_ns / (n - 1), .n = (uint32_t) n };
}

/* Returns the knot before a time, and sets *ret_share to how far the time is on the way to the next one: less than 0 or more
 * than 1 beyond the ends. */
static uint32_t
knot_before (const ClockKnots *knots, double time_ns, double *ret_share)
{
  double place = (time_ns - knots->begin_ns) / knots->distance_ns;
  uint32_t last = knots->n - 2;

  uint32_t knot = place >= last ? last : place > 0 ? (uint32_t) place : 0;

  *ret_share = place - knot;
  return knot;
}

double
clock_curve_at (const ClockKnots *knots, const double *offsets_ns, double time_ns)
{
  double share;
  uint32_t knot = knot_before (knots, time_ns, &share);

  return offsets_ns[knot] * (1 - share) + offsets_ns[knot + 1] * share;
}

double
clock_nth (double *values, size_t n, size_t nth)
{
  size_t low = 0, high = n - 1;

  while (low < high)
    {
      double pivot = values[low + (high - low) / 2];
      size_t i = low, j = high;

      for (;;)
        {
          while (values[i] < pivot)
            i++;
          while (values[j] > pivot)
            j--;
          if (i >= j)
            break;
          double swapped = values[i];
          values[i++] = values[j];
          values[j--] = swapped;
        }
      if (nth <= j)
        high = j;
      else
        low = j + 1;
    }
  return values[nth];
}

double
clock_median (double *values, size_t n)
{
  return clock_nth (values, n, (n - 1) / 2);
}

/* ---- one round: weighted least squares ---- */

/* The normal equations. A point touches the two knots around it, so that the matrix has three diagonals. */
typedef struct
{
  double diagonal[CLOCK_KNOTS_MAX], beside[CLOCK_KNOTS_MAX], right[CLOCK_KNOTS_MAX];
} Equations;

static void
add_point (Equations *equations, const ClockKnots *knots, const ClockPoint *point, double weight)
{
  double share;
  uint32_t knot = knot_before (knots, point->time_ns, &share);

  equations->diagonal[knot] += weight * (1 - share) * (1 - share);
  equations->diagonal[knot + 1] += weight * share * share;
  equations->beside[knot] += weight * (1 - share) * share;
  equations->right[knot] += weight * (1 - share) * point->offset_ns;
  equations->right[knot + 1] += weight * share * point->offset_ns;
}

/* Expects a drift from each knot to the next one. */
static void
add_drift (Equations *equations, const ClockKnots *knots, double drift, double usual_ppm)
{
  double usual_ns = usual_ppm * knots->distance_ns;
  double weight = 1 / (usual_ns * usual_ns), step_ns = drift * knots->distance_ns;

  for (uint32_t k = 0; k + 1 < knots->n; k++)
    {
      equations->diagonal[k] += weight;
      equations->diagonal[k + 1] += weight;
      equations->beside[k] -= weight;
      equations->right[k] -= weight * step_ns;
      equations->right[k + 1] += weight * step_ns;
    }
}

/* The matrix is positive definite as soon as there is one point. */
static void
solve (Equations *equations, uint32_t n, double *offsets_ns)
{
  for (uint32_t k = 1; k < n; k++)
    {
      double factor = equations->beside[k - 1] / equations->diagonal[k - 1];

      equations->diagonal[k] -= factor * equations->beside[k - 1];
      equations->right[k] -= factor * equations->right[k - 1];
    }
  for (uint32_t k = n; k-- > 0;)
    offsets_ns[k] = (equations->right[k] - (k + 1 < n ? equations->beside[k] * offsets_ns[k + 1] : 0))
                    / equations->diagonal[k];
}

/* Repeats rounds until the curve rests. Points that lie far off get less weight in each. */
static void
reweight (const ClockKnots *knots,
          const ClockPoint *points,
          size_t n,
          double drift,
          double usual_ppm,
          double *offsets_ns)
{
  for (int round = 0; round < MAX_ROUNDS; round++)
    {
      double before_ns[CLOCK_KNOTS_MAX], change_ns = 0;
      Equations equations = { 0 };

      memcpy (before_ns, offsets_ns, knots->n * sizeof *before_ns);
      for (size_t i = 0; i < n; i++)
        {
          double distance_ns =
            fabs (points[i].offset_ns - clock_curve_at (knots, offsets_ns, points[i].time_ns));

          add_point (&equations, knots, &points[i], 1 / (READING_NOISE_NS * MAX (distance_ns, NEAREST_NS)));
        }
      add_drift (&equations, knots, drift, usual_ppm);
      solve (&equations, knots->n, offsets_ns);
      for (uint32_t k = 0; k < knots->n; k++)
        change_ns = MAX (change_ns, fabs (offsets_ns[k] - before_ns[k]));
      if (change_ns < CLOSE_NS)
        return;
    }
}

static bool
drifts_too_much (const ClockKnots *knots, const double *offsets_ns)
{
  for (uint32_t k = 0; k + 1 < knots->n; k++)
    if (fabs (offsets_ns[k + 1] - offsets_ns[k]) > CLOCK_DRIFT_MAX * knots->distance_ns)
      return true;
  return false;
}

void
clock_curve_fit (const ClockKnots *knots,
                 const ClockPoint *points,
                 size_t n,
                 double *scratch,
                 double *offsets_ns)
{
  double line_ns[2];
  ClockKnots ends = { knots->begin_ns, knots->distance_ns * (knots->n - 1), 2 };

  for (uint32_t k = 0; k < knots->n; k++)
    offsets_ns[k] = 0;
  if (n == 0)
    return;
  for (size_t i = 0; i < n; i++)
    scratch[i] = points[i].offset_ns;
  line_ns[0] = line_ns[1] = clock_median (scratch, n);
  reweight (&ends, points, n, 0, USUAL_DRIFT, line_ns);
  for (uint32_t k = 0; k < knots->n; k++)
    offsets_ns[k] = clock_curve_at (&ends, line_ns, knots->begin_ns + k * knots->distance_ns);
  if (knots->n > 2)
    reweight (knots, points, n, (line_ns[1] - line_ns[0]) / ends.distance_ns, USUAL_DRIFT_CHANGE, offsets_ns);
  if (drifts_too_much (knots, offsets_ns))
    {
      for (size_t i = 0; i < n; i++)
        scratch[i] = points[i].offset_ns;
      offsets_ns[0] = clock_median (scratch, n);
      for (uint32_t k = 1; k < knots->n; k++)
        offsets_ns[k] = offsets_ns[0];
    }
}
