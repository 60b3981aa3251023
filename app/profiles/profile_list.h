/* SPDX-License-Identifier: Apache-2.0
 *
 * The loaded profiles of one window in the order in which they were opened, and the one that is shown. Main thread. */

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

/* Returns a borrowed pointer. The profile belongs to the view state and is replaced when the steps change. */
ViewState *loaded_profile_state (LoadedProfile *loaded);
const Profile *loaded_profile_profile (LoadedProfile *loaded);
const ProfileFacts *loaded_profile_facts (LoadedProfile *loaded);
const char *loaded_profile_title (LoadedProfile *loaded);

/* Returns the path as it was when the profile was loaded, without links and dots. Borrowed. */
const char *loaded_profile_real_path (LoadedProfile *loaded);

/* The figures of the whole profile may be computed before there is a window. The first view that needs them takes them:
 * take_figures () returns them with transfer full, or NULL when they are not ready, were taken, or failed. While they are
 * awaited, the signal "figures" () is emitted once. */
void loaded_profile_await_figures (LoadedProfile *loaded);
void loaded_profile_set_figures (LoadedProfile *loaded, DashboardData *figures);
bool loaded_profile_awaits_figures (LoadedProfile *loaded);
bool loaded_profile_has_figures (LoadedProfile *loaded);
DashboardData *loaded_profile_take_figures (LoadedProfile *loaded);

/* Set and get whether it is what was read so far of a file that is still being read. Such a profile is replaced later. */
void loaded_profile_set_partial (LoadedProfile *loaded);
bool loaded_profile_is_partial (LoadedProfile *loaded);

/* Set and get whether it was made of other loaded profiles (app/opening/combine_task.h). It has no file: its path only tells
 * it from others, and nothing may be read from there, watched, reloaded or stored under it. */
void loaded_profile_set_combined (LoadedProfile *loaded);
bool loaded_profile_is_combined (LoadedProfile *loaded);

/* Set and get the profile that this one is a copy of, with its ranks on one clock (app/opening/align_task.h). Referenced; NULL
 * for none. */
void loaded_profile_set_unaligned (LoadedProfile *loaded, LoadedProfile *unaligned);
LoadedProfile *loaded_profile_unaligned (LoadedProfile *loaded);

/* Set and get the identity that the source had when it was opened, and whether the profile came from the cache instead
 * of the source. The identity is copied; it is NULL if it is unknown or there is no source. */
void loaded_profile_set_source (LoadedProfile *loaded, const SourceIdentity *source, bool was_cached);
const SourceIdentity *loaded_profile_source (LoadedProfile *loaded);
bool loaded_profile_was_cached (LoadedProfile *loaded);

/* Set and get the paths of the profiles that lie in the directory of ranks but are not part of it (trace/open/rank_directory.h).
 * Owned by the profile; NULL for none. */
void loaded_profile_set_neighbours (LoadedProfile *loaded, GPtrArray *paths);
const GPtrArray *loaded_profile_neighbours (LoadedProfile *loaded);

/* The loaded profiles, one of which is shown. Signal "changed" () is emitted after profiles were loaded or unloaded or
 * another one is shown. */
#define PROFILE_TYPE_LIST (profile_list_get_type ())
G_DECLARE_FINAL_TYPE (ProfileList, profile_list, PROFILE, LIST, GObject)

ProfileList *profile_list_new (void);
guint profile_list_count (ProfileList *list);

/* Return borrowed pointers. */
LoadedProfile *profile_list_get (ProfileList *list, guint place);
LoadedProfile *profile_list_shown (ProfileList *list); /* NULL when nothing is loaded */

bool profile_list_has (ProfileList *list, LoadedProfile *loaded);

/* Returns the profile of that file or folder, following links, or NULL when it is not loaded. Borrowed. Touches no file if
 * the path is loaded_profile_real_path () of one. */
LoadedProfile *profile_list_find (ProfileList *list, const char *path);

/* Returns the profile that was opened by this path, or whose loaded_profile_real_path () it is. Touches no file, which may be
 * on a network drive that does not answer: a link to a loaded profile is not found. Borrowed. */
LoadedProfile *profile_list_find_by_name (ProfileList *list, const char *path);

/* Inserts the profile at the place, or at the end of a shorter list, and shows it. If the same file or folder is loaded
 * already, that profile is kept and shown instead. */
void profile_list_insert (ProfileList *list, guint place, LoadedProfile *loaded);

/* Replaces a profile by another of the same file. If the old one was shown, the new one is shown at the same time span
 * where it has it, with nothing selected. Returns false when the old one is not loaded. */
bool profile_list_replace (ProfileList *list, LoadedProfile *old, LoadedProfile *loaded);

/* Returns how much later the times of another profile of the same file begin to count; 0 where the file does not say. */
int64_t profile_list_shift_ns (const Trace *from, const Trace *to);

/* Removes the profile and returns its place. If it was shown, the profile that moves to its place is shown. */
guint profile_list_remove (ProfileList *list, LoadedProfile *loaded);

void profile_list_show (ProfileList *list, LoadedProfile *loaded);
