/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Rename Group". The user gives a process group a name, which the dashboard shows in place of the one in the
 * file; an empty one takes it away. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/dashboard_view.h"

/* group is the index of the one that is chosen first; -1 stands for the first one. view and data are referenced. Does nothing
 * before data has its process groups, or if there are none. */
void rename_group_show (GtkWindow *parent, DashboardView *view, DashboardData *data, int group);
