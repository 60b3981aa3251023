/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard on the screen: the cards in a page that scrolls. Shows figures that others compute, and takes who
 * clicks on one to the events behind it. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_data.h"
#include "widgets/view_state.h"

#define DASHBOARD_TYPE_VIEW (dashboard_view_get_type ())
G_DECLARE_FINAL_TYPE (DashboardView, dashboard_view, DASHBOARD, VIEW, GtkWidget)

/* state is referenced. */
GtkWidget *dashboard_view_new (ViewState *state);

/* Transfer full; NULL: grey blocks, the figures are being computed. */
void dashboard_view_set_data (DashboardView *view, DashboardData *data);
bool dashboard_view_has_data (DashboardView *view);
