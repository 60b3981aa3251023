/* SPDX-License-Identifier: Apache-2.0
 *
 * Message size against bandwidth of collectives (trace/stats/collective/collective_points.h), as at most
 * COLLECTIVE_SPOTS_MAX spots of a plot, and by size: SECTION_COLLECTIVES. */

#pragma once

#include "trace/stats/collective/collective_sizes.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define COLLECTIVE_SPOTS_MAX 1000

/* The most collectives of a spot that can be listed. */
#define COLLECTIVE_LISTED_MAX 50

typedef enum
{
  BANDWIDTH_AXIS_LOG,
  BANDWIDTH_AXIS_LINEAR,
  N_BANDWIDTH_AXES
} BandwidthAxis;

/* Collectives of one kind that lie near each other: within a 96th of the range of sizes, on a logarithmic axis, and a 64th of
 * that of bandwidths, on one of its own; of twice or more of both if there would be too many spots. */
typedef struct
{
  CollectiveKind kind;
  uint32_t n_listed;
  uint64_t n;
  int64_t least_bytes, most_bytes;
  double least_gb_s, median_gb_s, most_gb_s; /* bus bandwidth */
  CollectivePoint middle;                    /* the one of median bandwidth, of two the slower; where the spot is drawn */
  size_t first_listed;                       /* of CollectiveSpots.listed: their slices, the slowest first */
} CollectiveSpot;

typedef struct
{
  size_t n;
  CollectiveSpot *spots; /* from left to right, then from below, then by kind */
  uint64_t *listed;
} CollectiveSpots;

typedef struct
{
  uint64_t n;                   /* collectives with a bandwidth */
  uint64_t n_alone, n_left_out; /* as in CollectivePoints */
  uint64_t n_of_kind[N_COLLECTIVE_KINDS];
  CollectiveSpots spots[N_BANDWIDTH_AXES];
  CollectiveSizeColumn sizes;
} CollectiveFigures;

void *section_collectives_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_collectives_free (void *section);

static inline const CollectiveFigures *
dashboard_collectives (const DashboardData *data)
{
  return dashboard_section (data, SECTION_COLLECTIVES);
}

/* Makes the spots of points, which are not empty. Returns false if should_continue (user_data), which may be NULL, returned
 * false or memory ran out; call collective_spots_clear () in either case. O(n log n). */
bool collective_spots_init (CollectiveSpots *spots,
                            const CollectivePointColumn *points,
                            BandwidthAxis axis,
                            bool (*should_continue) (void *user_data),
                            void *user_data);
void collective_spots_clear (CollectiveSpots *spots);
