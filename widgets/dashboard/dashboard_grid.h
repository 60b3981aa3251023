/* SPDX-License-Identifier: Apache-2.0
 *
 * The cards of the dashboard, placed by dashboard_layout.h: columns by width, at final size from the first moment.
 * Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane_card.h"

#define DASHBOARD_TYPE_GRID (dashboard_grid_get_type ())
G_DECLARE_FINAL_TYPE (DashboardGrid, dashboard_grid, DASHBOARD, GRID, GtkWidget)

/* Cards of the panes that the profile has figures for; it is referenced. */
GtkWidget *dashboard_grid_new (const Profile *profile);

/* In the order of reading; NULL behind the last. */
PaneCard *dashboard_grid_card (DashboardGrid *grid, size_t i);
