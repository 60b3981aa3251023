/* SPDX-License-Identifier: Apache-2.0
 *
 * The button whose popover lists the watched folders, adds one (start.add-folder), and removes them. */

#pragma once

#include <gtk/gtk.h>

#include "app/known/known_profiles.h"

/* known outlives the button. */
GtkWidget *folders_button_new (KnownProfiles *known);
