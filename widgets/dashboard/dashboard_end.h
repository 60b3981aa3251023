/* SPDX-License-Identifier: Apache-2.0
 *
 * The area below the cards: adding a histogram, and the way back to panes that are hidden. Main thread.
 *
 * Signals: "add-histogram" (); "show-pane" (uint item), of the arrangement; "restore" (). */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/panes/pane_arrangement.h"

#define DASHBOARD_TYPE_END (dashboard_end_get_type ())
G_DECLARE_FINAL_TYPE (DashboardEnd, dashboard_end, DASHBOARD, END, GtkWidget)

GtkWidget *dashboard_end_new (void);

/* Sets which of the panes that the profile has figures for are hidden. Keeps no reference. */
void dashboard_end_update (DashboardEnd *end, const PaneArrangement *panes, const Profile *profile);
