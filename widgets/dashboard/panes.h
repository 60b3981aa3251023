/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of panes, in reading order: by size of the decision that they help with. */

#pragma once

#include "widgets/dashboard/pane.h"

#define DASHBOARD_PANES_MAX 32

/* The panes that a profile has figures for; returns their number. */
size_t dashboard_panes_of (const Profile *profile, const Pane *ret_panes[DASHBOARD_PANES_MAX]);

/* Places the panes of a profile, in the order of dashboard_panes_of (), on a page of that width; returns its
 * height. */
int dashboard_panes_place (const Profile *profile, int width_px, double text_scale, PanePlace *ret_places);
