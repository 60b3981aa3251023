/* SPDX-License-Identifier: Apache-2.0
 *
 * The cards of the dashboard, placed by dashboard_layout.h: columns by width, at final size from the first moment. A card
 * is taken by its header and dropped on another, to stand there. One may be enlarged: then it is alone. Main thread.
 *
 * Signal "moved" (PaneCard card, PaneCard to): the card is to stand where the other one is. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane_card.h"
#include "widgets/dashboard/panes/pane_arrangement.h"

#define DASHBOARD_TYPE_GRID (dashboard_grid_get_type ())
G_DECLARE_FINAL_TYPE (DashboardGrid, dashboard_grid, DASHBOARD, GRID, GtkWidget)

/* Without cards. The profile is referenced; end is what stands below the cards. */
GtkWidget *dashboard_grid_new (const Profile *profile, GtkWidget *end);

/* Cards of the panes that are shown, in their order. Those that were there stay; added (user_data, card) is told of each
 * new one. */
void dashboard_grid_arrange (DashboardGrid *grid,
                             const PaneArrangement *panes,
                             void (*added) (gpointer user_data, PaneCard *card),
                             gpointer user_data);

/* In the order of reading; NULL behind the last. */
PaneCard *dashboard_grid_card (DashboardGrid *grid, size_t i);

/* NULL: none. */
void dashboard_grid_enlarge (DashboardGrid *grid, PaneCard *card);
PaneCard *dashboard_grid_enlarged (DashboardGrid *grid);
