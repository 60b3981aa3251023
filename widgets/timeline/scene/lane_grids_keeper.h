/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes the grids of the lanes of a profile on a thread and caches them. Main thread only. */

#pragma once

#include "widgets/timeline/rows/lane_grids.h"

typedef struct LaneGridsKeeper LaneGridsKeeper;

LaneGridsKeeper *lane_grids_keeper_new (void);
void lane_grids_keeper_free (LaneGridsKeeper *keeper);

/* Returns the grids, or NULL while they are being computed or if there was no memory for them. Views look
 * the same without them, so there is no notification. Borrowed until a profile of another trace is
 * requested; other steps keep them. */
const LaneGrids *lane_grids_keeper_get (LaneGridsKeeper *keeper, const Profile *profile);
