/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard page of a loaded profile. It computes the figures of the scope in a worker thread when the scope has
 * changed and the page is visible. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

/* Shows the figures that loaded already has or awaits first. References loaded. */
GtkWidget *dashboard_page_new (LoadedProfile *loaded);
