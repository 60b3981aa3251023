/* SPDX-License-Identifier: Apache-2.0
 *
 * What a plane says about its device or its recording. */

#pragma once

#include "trace/import/tracks/launch_occupancy.h"
#include "trace/import/xspace/xspace_plane.h"

/* Reads the stats of the plane: adds a device to the profile's description, or sets the time at which the recording began.
 * Sets *ret_limits to what is known of the device; all -1 otherwise. */
void xspace_device_read (XSpaceImport *import, XSpacePlane *plane, GpuLimits *ret_limits);
