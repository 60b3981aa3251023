/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard page of a loaded profile: computes the figures of its scope in a thread, whenever the scope changes
 * and the page is seen. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_data.h"
#include "widgets/view_state.h"

/* state is referenced. figures: those of its scope, transfer full, which are shown at once; NULL: they are computed. */
GtkWidget *dashboard_page_new (ViewState *state, DashboardData *figures);
