/* SPDX-License-Identifier: Apache-2.0
 *
 * The profiles that one window has loaded, in the order in which they were opened, and which of them it shows.
 * Main thread. */

#pragma once

#include <gio/gio.h>

#include "app/profiles/profile_facts.h"
#include "trace/cache/source_identity.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/state/view_state.h"

#define LOADED_TYPE_PROFILE (loaded_profile_get_type ())
G_DECLARE_FINAL_TYPE (LoadedProfile, loaded_profile, LOADED, PROFILE, GObject)

/* References the profile. */
LoadedProfile *loaded_profile_new (const Profile *profile, const ProfileFacts *facts);

/* Borrowed. The profile is the state's, which may be given other steps. */
ViewState *loaded_profile_state (LoadedProfile *loaded);
const Profile *loaded_profile_profile (LoadedProfile *loaded);
const ProfileFacts *loaded_profile_facts (LoadedProfile *loaded);
const char *loaded_profile_title (LoadedProfile *loaded);

/* Figures of the whole profile for who shows it first, where they were begun before there was a window: transfer full;
 * NULL: there are none yet, or any more, or they cannot be had. While they are awaited, "figures" () comes once. */
void loaded_profile_await_figures (LoadedProfile *loaded);
void loaded_profile_set_figures (LoadedProfile *loaded, DashboardData *figures);
bool loaded_profile_awaits_figures (LoadedProfile *loaded);
bool loaded_profile_has_figures (LoadedProfile *loaded);
DashboardData *loaded_profile_take_figures (LoadedProfile *loaded);

/* What its source was when it was opened, copied, and whether the profile was not read from it but found in the cache.
 * NULL: not known, or it has none. */
void loaded_profile_set_source (LoadedProfile *loaded, const SourceIdentity *source, bool was_cached);
const SourceIdentity *loaded_profile_source (LoadedProfile *loaded);
bool loaded_profile_was_cached (LoadedProfile *loaded);

/* Signals: "changed" (): what is loaded, or which one is shown, is another. */
#define PROFILE_TYPE_LIST (profile_list_get_type ())
G_DECLARE_FINAL_TYPE (ProfileList, profile_list, PROFILE, LIST, GObject)

ProfileList *profile_list_new (void);
guint profile_list_count (ProfileList *list);

/* Borrowed. */
LoadedProfile *profile_list_get (ProfileList *list, guint place);
LoadedProfile *profile_list_shown (ProfileList *list); /* NULL: nothing is loaded */

bool profile_list_has (ProfileList *list, LoadedProfile *loaded);

/* The one of that file or folder, whatever links lead there; NULL: it is not loaded. Borrowed. */
LoadedProfile *profile_list_find (ProfileList *list, const char *path);

/* Puts the profile at the place, or at the end when the list is shorter, and shows it. One of the same file or folder
 * that is there already stays, and is shown instead. */
void profile_list_insert (ProfileList *list, guint place, LoadedProfile *loaded);

/* Puts the profile in the place of another one of the same file, and shows it if that was shown: at the same span of
 * time if it has that, with nothing selected. False: the other is not loaded. */
bool profile_list_replace (ProfileList *list, LoadedProfile *old, LoadedProfile *loaded);

/* Of the others, the one that moves to its place is shown if it was shown itself. Returns where it was. */
guint profile_list_remove (ProfileList *list, LoadedProfile *loaded);

void profile_list_show (ProfileList *list, LoadedProfile *loaded);
