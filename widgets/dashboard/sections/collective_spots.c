/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdlib.h>

#include "trace/container/stoppable_order.h"
#include "widgets/dashboard/sections/section_collectives.h"

#define COLUMNS 96
#define ROWS    64

/* A collective and the field of the grid that it lies in. */
typedef struct
{
  uint32_t field;
  const CollectivePoint *point;
} Placed;

typedef struct
{
  double low, high;
  bool is_log;
} Range;

/* Returns which of n equal parts of the range a value lies in. */
static uint32_t
part_of (const Range *range, double value, uint32_t n)
{
  double share = range->is_log ? log (value / range->low) / log (range->high / range->low)
                               : (value - range->low) / (range->high - range->low);

  /* Of a single value the share is not a number. */
  return share > 0 ? MIN ((uint32_t) (fmin (share, 1) * n), n - 1) : 0;
}

static void
find_ranges (const CollectivePointColumn *points, BandwidthAxis axis, Range *ret_sizes, Range *ret_bandwidths)
{
  *ret_sizes = (Range){ INFINITY, 0, true };
  *ret_bandwidths = (Range){ INFINITY, 0, axis == BANDWIDTH_AXIS_LOG };
  for (size_t i = 0; i < points->n; i++)
    {
      const CollectivePoint *point = &points->at[i];

      ret_sizes->low = fmin (ret_sizes->low, (double) point->bytes);
      ret_sizes->high = fmax (ret_sizes->high, (double) point->bytes);
      ret_bandwidths->low = fmin (ret_bandwidths->low, point->bus_gb_s);
      ret_bandwidths->high = fmax (ret_bandwidths->high, point->bus_gb_s);
    }
  if (axis == BANDWIDTH_AXIS_LINEAR)
    ret_bandwidths->low = 0;
}

/* Fields count from left to right, then from below, then by kind. */
static uint32_t
place (Placed *placed, const CollectivePointColumn *points, const Range *sizes, const Range *bandwidths, uint32_t coarse)
{
  uint8_t is_taken[COLUMNS * ROWS * N_COLLECTIVE_KINDS] = { 0 };
  uint32_t n = 0;

  for (size_t i = 0; i < points->n; i++)
    {
      const CollectivePoint *point = &points->at[i];
      uint32_t column = part_of (sizes, (double) point->bytes, COLUMNS / coarse);
      uint32_t field = (column * ROWS + part_of (bandwidths, point->bus_gb_s, ROWS / coarse)) * N_COLLECTIVE_KINDS + point->kind;

      placed[i] = (Placed){ field, point };
      n += !is_taken[field];
      is_taken[field] = 1;
    }
  return n;
}

static int
compare_placed (const void *a, const void *b)
{
  const Placed *x = a, *y = b;

  if (x->field != y->field)
    return x->field < y->field ? -1 : 1;
  if (x->point->bus_gb_s != y->point->bus_gb_s)
    return x->point->bus_gb_s < y->point->bus_gb_s ? -1 : 1;
  return x->point->slice < y->point->slice ? -1 : x->point->slice > y->point->slice;
}

/* placed are the n of one field, ascending by bandwidth. */
static void
add_spot (CollectiveSpots *spots, const Placed *placed, size_t n, size_t *n_listed)
{
  double below = placed[(n - 1) / 2].point->bus_gb_s, above = placed[n / 2].point->bus_gb_s;
  CollectiveSpot spot = { .kind = placed[0].point->kind,
                          .n = n,
                          .least_bytes = INT64_MAX,
                          .least_gb_s = placed[0].point->bus_gb_s,
                          .median_gb_s = below + (above - below) / 2,
                          .most_gb_s = placed[n - 1].point->bus_gb_s,
                          .middle = *placed[(n - 1) / 2].point,
                          .first_listed = *n_listed };

  for (size_t i = 0; i < n; i++)
    {
      spot.least_bytes = MIN (spot.least_bytes, placed[i].point->bytes);
      spot.most_bytes = MAX (spot.most_bytes, placed[i].point->bytes);
      if (i < COLLECTIVE_LISTED_MAX)
        spots->listed[(*n_listed)++] = placed[i].point->slice;
    }
  spot.n_listed = (uint32_t) MIN (n, COLLECTIVE_LISTED_MAX);
  spots->spots[spots->n++] = spot;
}

bool
collective_spots_init (CollectiveSpots *spots,
                       const CollectivePointColumn *points,
                       BandwidthAxis axis,
                       bool (*should_continue) (void *user_data),
                       void *user_data)
{
  Placed *placed = malloc ((points->n + 1) * sizeof *placed);
  size_t n_listed = 0;
  uint32_t n_spots = 0;
  Range sizes, bandwidths;

  *spots = (CollectiveSpots){ 0 };
  if (placed == NULL)
    return false;
  find_ranges (points, axis, &sizes, &bandwidths);
  for (uint32_t coarse = 1; coarse <= ROWS; coarse *= 2)
    {
      n_spots = place (placed, points, &sizes, &bandwidths, coarse);
      if (n_spots <= COLLECTIVE_SPOTS_MAX)
        break;
    }
  spots->spots = calloc (n_spots + (size_t) 1, sizeof *spots->spots);
  spots->listed = calloc (MIN (points->n, (size_t) n_spots * COLLECTIVE_LISTED_MAX) + 1, sizeof *spots->listed);
  bool ok = spots->spots != NULL && spots->listed != NULL
            && stoppable_order (placed, points->n, sizeof *placed, compare_placed, should_continue, user_data);
  for (size_t first = 0, end; ok && first < points->n; first = end)
    {
      for (end = first + 1; end < points->n && placed[end].field == placed[first].field;)
        end++;
      add_spot (spots, placed + first, end - first, &n_listed);
    }
  free (placed);
  return ok;
}

void
collective_spots_clear (CollectiveSpots *spots)
{
  free (spots->spots);
  free (spots->listed);
  *spots = (CollectiveSpots){ 0 };
}
