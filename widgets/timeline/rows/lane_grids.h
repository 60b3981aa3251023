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

/* Takes O(lanes x cells) time, a few milliseconds per lane; call it from a worker thread. Calls should_continue
 * (user_data) between lanes; it may be NULL, and then every lane is computed. Uses at most 64 MB, or two bytes
 * per slice up to 256 MB; the more lanes, the coarser they are. Returns NULL when memory runs out or
 * should_continue () returned false. */
LaneGrids *
lane_grids_new (const Profile *profile, bool (*should_continue) (void *user_data), void *user_data);
LaneGrids *lane_grids_ref (LaneGrids *grids);
void lane_grids_unref (LaneGrids *grids);

typedef struct
{
  uint64_t longest; /* slice of the trace; LOD_EMPTY if there is none here */
  float busy;       /* covered share of the pixel, 0 to 1 */
  uint8_t work;     /* WorkKind of the name with most time in one of its cells */
} LanePixel;

/* Fills n_px pixels over [begin_ns, end_ns). A cell counts for the pixel that contains its middle, so an
 * edge may appear a quarter of a pixel off on average. Nothing in the view is left out; the outermost
 * pixels may show up to half a pixel outside of it. Returns false and fills nothing if the lane has no
 * grid or a pixel would have fewer than two cells. grids may be NULL. O(n_px). */
bool lane_grids_query (const LaneGrids *grids,
                       uint32_t lane,
                       int64_t begin_ns,
                       int64_t end_ns,
                       uint32_t n_px,
                       LanePixel *pixels);
