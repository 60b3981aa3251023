/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Add Histogram": which annotation's durations the dashboard is to show, picked from those of the profile or
 * typed. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_view.h"
#include "widgets/state/profile.h"

/* Both are referenced. */
void add_histogram_show (GtkWindow *parent, DashboardView *view, const Profile *profile);
