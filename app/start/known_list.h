/* SPDX-License-Identifier: Apache-2.0
 *
 * All known profiles: a search, a table that can be sorted, what the selected one is, and Load and Compare for one or for
 * several that are ticked.
 *
 * Actions: "known.*" (app/start/known_actions.h) for the ticked profiles, or for the selected one while none is ticked.
 * Compare is win.compare-profiles, whose parameter is an array of bytestrings: the paths, in the order of the list. */

#pragma once

#include <gtk/gtk.h>

#include "app/known/known_profiles.h"
#include "app/profiles/profile_list.h"

/* Profiles that one comparison has at most: COMPARED_SIDES_MAX (widgets/compare/compared.h). */
#define KNOWN_COMPARED_MAX 8

#define KNOWN_TYPE_LIST (known_list_get_type ())
G_DECLARE_FINAL_TYPE (KnownList, known_list, KNOWN, LIST, GtkWidget)

/* References both. */
GtkWidget *known_list_new (KnownProfiles *known, ProfileList *loaded);

void known_list_focus_search (KnownList *list);
