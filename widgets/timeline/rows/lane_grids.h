/* SPDX-License-Identifier: Apache-2.0
 *
 * What lies in equal parts of the whole time of a profile, for each lane with many slices. The pyramid of a lane
 * (trace/index/lod.h) holds equal numbers of slices: a view of all or most of a profile reads buckets of all sizes from
 * all over it, and the kind of each pixel from yet another place. Here a pixel is two to seven neighbouring cells of
 * 12 bytes, kinds included. Immutable, reference-counted; any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "widgets/state/profile.h"

typedef struct LaneGrids LaneGrids;

/* Blocks for O(lanes x cells), some milliseconds a lane: not for the main thread. Asks is_wanted (user_data) between
 * lanes; May be NULL: then every lane is computed. At most 64 MB, or two bytes a slice up to 256 MB: the more lanes, the
 * coarser. NULL: out of memory, or not wanted any more. */
LaneGrids *lane_grids_new (const Profile *profile, bool (*is_wanted) (void *user_data), void *user_data);
LaneGrids *lane_grids_ref (LaneGrids *grids);
void lane_grids_unref (LaneGrids *grids);

typedef struct
{
  uint64_t longest; /* slice of the trace; LOD_EMPTY: no slice here */
  float busy;       /* covered share of the pixel, 0 to 1 */
  uint8_t work;     /* WorkKind of the name with most time in one of its cells */
} LanePixel;

/* Fills n_px pixels over [begin_ns, end_ns). A cell goes to the pixel that has its middle: what is at an edge of a
 * pixel may be shown a quarter of a pixel off, in the mean. Nothing in the view is left out; its outermost
 * pixels may show what is up to half a pixel outside. False, with nothing
 * filled: the lane has no grid, or a pixel would have fewer than two cells; grids may be NULL. O(n_px). */
bool lane_grids_query (const LaneGrids *grids,
                       uint32_t lane,
                       int64_t begin_ns,
                       int64_t end_ns,
                       uint32_t n_px,
                       LanePixel *pixels);
