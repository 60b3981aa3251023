/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of a window that shows no profile, and the page of all profiles of one that does: loaded profiles, all known
 * profiles, and how to open or record one. Before any profile is known it says how to begin. Its buttons use the window's
 * actions win.open, win.open-sample, win.open-path and win.back. Its own action start.add-folder asks for a folder to watch.
 *
 * It watches the known profiles while it is on the screen.
 *
 * Signal "unload" (LoadedProfile): the user asked to unload the profile. */

#pragma once

#include <gtk/gtk.h>

#include "app/known/known_profiles.h"
#include "app/profiles/profile_list.h"

#define START_TYPE_PAGE (start_page_get_type ())
G_DECLARE_FINAL_TYPE (StartPage, start_page, START, PAGE, GtkWidget)

/* References both. */
GtkWidget *start_page_new (KnownProfiles *known, ProfileList *list);

/* Sets whether there is a page to go back to. */
void start_page_set_back (StartPage *page, bool has_back);

/* Moves the keyboard focus to the search, if there is one. */
void start_page_focus (StartPage *page);
