/* SPDX-License-Identifier: Apache-2.0
 *
 * Has the grids of a profile's lanes computed by a thread, and keeps them. Main thread only. */

#pragma once

#include "widgets/timeline/rows/lane_grids.h"

typedef struct LaneGridsKeeper LaneGridsKeeper;

LaneGridsKeeper *lane_grids_keeper_new (void);
void lane_grids_keeper_free (LaneGridsKeeper *keeper);

/* NULL: they are not there yet, and are being computed; or there was no memory for them. Views look the same without
 * them, so nobody is told when they come. Borrowed, until a profile of another trace is asked for: with other steps
 * they stay. */
const LaneGrids *lane_grids_keeper_get (LaneGridsKeeper *keeper, const Profile *profile);
