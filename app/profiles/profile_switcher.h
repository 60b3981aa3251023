/* SPDX-License-Identifier: Apache-2.0
 *
 * The button in the header bar that names the shown profile. Its popover "Loaded profiles" shows another profile or
 * unloads one. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

#define PROFILE_TYPE_SWITCHER (profile_switcher_get_type ())
G_DECLARE_FINAL_TYPE (ProfileSwitcher, profile_switcher, PROFILE, SWITCHER, GtkWidget)

/* Follows the list. Signal "unload" (LoadedProfile): the user asked to unload the profile. */
GtkWidget *profile_switcher_new (ProfileList *list);
