/* SPDX-License-Identifier: Apache-2.0
 *
 * The cards of the dashboard, placed by dashboard_layout.h: the width decides the columns, and cards have
 * their final size from the start. The user drags a card by its header onto another one to move it there.
 * An enlarged card is shown alone. Main thread.
 *
 * Signal "moved" (PaneCard card, PaneCard to): the user dropped card on the place of to. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane_card.h"
#include "widgets/dashboard/panes/pane_arrangement.h"

#define DASHBOARD_TYPE_GRID (dashboard_grid_get_type ())
G_DECLARE_FINAL_TYPE (DashboardGrid, dashboard_grid, DASHBOARD, GRID, GtkWidget)

/* Creates a grid without cards. Takes a reference to the profile. end is the widget below the cards. */
GtkWidget *dashboard_grid_new (const Profile *profile, GtkWidget *end);

/* Sets the cards of the shown panes, in their order. Existing cards stay; added (user_data, card) is
 * called for each new one. */
void dashboard_grid_arrange (DashboardGrid *grid,
                             const PaneArrangement *panes,
                             void (*added) (gpointer user_data, PaneCard *card),
                             gpointer user_data);

/* Returns the cards in reading order, terminated by NULL. */
PaneCard *dashboard_grid_card (DashboardGrid *grid, size_t i);

/* Set and get the card that is shown alone in full size; NULL if none is. */
void dashboard_grid_enlarge (DashboardGrid *grid, PaneCard *card);
PaneCard *dashboard_grid_enlarged (DashboardGrid *grid);
