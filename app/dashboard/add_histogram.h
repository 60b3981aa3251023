/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Add Histogram". The user picks or types the annotation whose durations the dashboard shows. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_view.h"
#include "widgets/state/profile.h"

/* References view and profile. */
void add_histogram_show (GtkWindow *parent, DashboardView *view, const Profile *profile);
