/* SPDX-License-Identifier: Apache-2.0
 *
 * The events of a plane, in the profile. */

#pragma once

#include "trace/import/xspace/xspace_plane.h"

/* Reads the events of all lines. The stream's place is another one afterwards. */
void xspace_events_read (XSpaceImport *import, XSpacePlane *plane);
