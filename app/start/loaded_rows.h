/* SPDX-License-Identifier: Apache-2.0
 *
 * The loaded profiles of a window with what each takes in memory. A row shows its profile (win.open-path) or unloads it.
 *
 * Signal "unload" (LoadedProfile): the user asked to unload the profile. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

#define LOADED_TYPE_ROWS (loaded_rows_get_type ())
G_DECLARE_FINAL_TYPE (LoadedRows, loaded_rows, LOADED, ROWS, GtkWidget)

/* Follows the list, and is invisible while it is empty. */
GtkWidget *loaded_rows_new (ProfileList *list);
