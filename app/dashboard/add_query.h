/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Add Query": which of the saved queries the dashboard is to show. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_view.h"

/* view is referenced. */
void add_query_show (GtkWindow *parent, DashboardView *view);
