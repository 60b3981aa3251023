/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of panes, in reading order: panes that support larger decisions come first. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

#define DASHBOARD_PANES_MAX 64

/* The panes of the table, which are static. dashboard_pane () returns the one at index i. dashboard_pane_find ()
 * returns the pane with that id, or NULL; it also knows the panes of histograms and of queries, which are not in the
 * table because the user adds any number of them. O(panes). */
size_t dashboard_panes_count (void);
const Pane *dashboard_pane (size_t i);
const Pane *dashboard_pane_find (const char *id);

/* Returns whether the profile may have figures for the pane. */
bool dashboard_pane_applies (const Pane *pane, const Profile *profile);

/* Returns the sections of the panes at the top of the page. */
SectionMask dashboard_first_sections (void);

/* Writes the panes of the table that apply to a profile. Returns their number. */
size_t dashboard_panes_of (const Profile *profile, const Pane *ret_panes[DASHBOARD_PANES_MAX]);

/* Places panes on a page of that width. own_px: of each the height of its card if that follows what it shows
 * (Pane.height_px), else 0. Returns the height of the page. */
int dashboard_panes_place (const Profile *profile,
                           const Pane *const *panes,
                           const int *own_px,
                           size_t n,
                           int width_px,
                           double text_scale,
                           PanePlace *ret_places);

/* Returns the height of the card of a pane whose height follows what it shows (Pane.height_px). */
int dashboard_pane_height_px (const PaneContext *pane, int card_width_px, const DrawStyle *style);
