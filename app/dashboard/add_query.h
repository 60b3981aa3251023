/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Add Query". The user picks a saved query that the dashboard shows as a card. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_view.h"

/* view is referenced. */
void add_query_show (GtkWindow *parent, DashboardView *view);
