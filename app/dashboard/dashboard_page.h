/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard page of a loaded profile: computes the figures of its scope in a thread, whenever the scope changes
 * and the page is seen. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

/* Figures that the profile brings along, or awaits, are shown first. loaded is referenced. */
GtkWidget *dashboard_page_new (LoadedProfile *loaded);
