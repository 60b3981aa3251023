/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of panes, in reading order: by size of the decision that they help with. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

#define DASHBOARD_PANES_MAX 64

/* The table; and the one of that id, which may also be that of annotations or of queries, of which there are as many as
 * the user wants; NULL if there is none. */
size_t dashboard_panes_count (void);
const Pane *dashboard_pane (size_t i);
const Pane *dashboard_pane_find (const char *id);

/* Whether the profile may have figures for it. */
bool dashboard_pane_applies (const Pane *pane, const Profile *profile);

/* What the panes need that are seen first. */
SectionMask dashboard_first_sections (void);

/* The panes of the table that a profile has figures for; returns their number. */
size_t dashboard_panes_of (const Profile *profile, const Pane *ret_panes[DASHBOARD_PANES_MAX]);

/* Places panes on a page of that width; returns its height. */
int dashboard_panes_place (const Profile *profile,
                           const Pane *const *panes,
                           size_t n,
                           int width_px,
                           double text_scale,
                           PanePlace *ret_places);
