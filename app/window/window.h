/* SPDX-License-Identifier: Apache-2.0
 *
 * A window with its loaded profiles. It shows one of them, the start page, the progress of opening a profile, a failure,
 * or the information page. */

#pragma once

#include <adwaita.h>

#include "app/known/known_profiles.h"
#include "app/library/library.h"
#include "app/profiles/profile_list.h"
#include "widgets/timeline/page/timeline_page.h"

#define APP_TYPE_WINDOW (app_window_get_type ())
G_DECLARE_FINAL_TYPE (AppWindow, app_window, APP, WINDOW, AdwApplicationWindow)

/* Creates a window. library must outlive the program's worker threads. References known. */
AppWindow *app_window_new (GtkApplication *application, Library *library, KnownProfiles *known);

/* Opens a file or a folder and adds it to the loaded profiles; shows it when it is loaded already. */
void app_window_open (AppWindow *window, const char *path);

/* Opens what is not loaded yet of these files and folders and compares them on the Compare page, the first one as the baseline.
 * paths ends with NULL. */
void app_window_compare (AppWindow *window, const char *const *paths);

/* Compares a step of the shown profile, an index into its step table, with its median step on the Compare page. UINT64_MAX
 * is the step in view. */
void app_window_compare_step (AppWindow *window, uint64_t step);

/* Asks where to save what the Compare page shows as a picture. */
void app_window_save_comparison (AppWindow *window);

/* Asks where to save a report on what is compared, while the Compare page shows that, or else on the shown profile in its scope.
 * The second one returns whether there is such a profile. */
void app_window_save_report (AppWindow *window);
bool app_window_can_save_report (AppWindow *window);

/* Reloads the shown profile's file, if it has one. The old profile stays visible until the new one replaces it; the new one gets its
 * scope as far as it can. */
void app_window_reload (AppWindow *window);

/* Makes one profile of the loaded profiles that are of one run with the shown one, and shows it. The others stay loaded. */
void app_window_show_together (AppWindow *window);

/* Returns whether there are such profiles which are not one profile yet. */
bool app_window_can_show_together (AppWindow *window);

/* Asks for a file of counters, and how its times are to be shifted; adds a profile with them to the list, and shows it. Does
 * nothing unless app_window_can_add_counters (). */
void app_window_add_counters (AppWindow *window);
bool app_window_can_add_counters (AppWindow *window);

/* Saves a part of the shown profile: asks which, and where to. Does nothing unless app_window_can_save_part (). */
void app_window_save_part (AppWindow *window);
bool app_window_can_save_part (AppWindow *window);

/* Puts the ranks of the shown profile on one clock, or shows it again as it was recorded. Does nothing unless
 * app_window_can_align (): it has several ranks, and nothing is being aligned. */
void app_window_align (AppWindow *window);
bool app_window_can_align (AppWindow *window);
bool app_window_is_aligned (AppWindow *window);

/* Opens the trace of a rank of a job that was merged from summaries, at the step in view: that of the rank whose steps are
 * shown. Asks for the file where it is not where it was, and not beside the profile of the job. Does nothing unless
 * app_window_can_open_rank (). */
void app_window_open_rank (AppWindow *window);
bool app_window_can_open_rank (AppWindow *window);

/* Opens a file as app_window_open () does. A toast refuses files that are not on this computer. */
void app_window_open_file (AppWindow *window, GFile *file);

/* Returns the shown profile, borrowed, or NULL when none is loaded. */
LoadedProfile *app_window_shown (AppWindow *window);
Library *app_window_library (AppWindow *window);

ViewPage app_window_page (AppWindow *window);
void app_window_set_page (AppWindow *window, ViewPage page);

/* Returns the timeline page, or NULL when something else is visible. */
TimelinePage *app_window_timeline (AppWindow *window);

/* Shows or hides the list of all commands. */
void app_window_toggle_commands (AppWindow *window);

/* Shows or hides the details pane of the timeline, if the timeline is visible. */
void app_window_toggle_details (AppWindow *window);

/* Unloads the profile and shows a toast whose Undo restores it. */
void app_window_unload (AppWindow *window, LoadedProfile *loaded);

/* Shows the information page of the shown profile over its other pages. */
void app_window_show_information (AppWindow *window, bool at_health);

/* Shows all known profiles over the pages of the shown profile. */
void app_window_show_profiles (AppWindow *window);

/* Returns from the information page, all profiles, a failure, or the opening of the first profile (which is cancelled) to what was
 * visible before. */
bool app_window_can_go_back (AppWindow *window);
void app_window_go_back (AppWindow *window);

bool app_window_is_opening (AppWindow *window);
void app_window_cancel_opening (AppWindow *window);

/* Tries again to open what failed or was cancelled. */
void app_window_retry_opening (AppWindow *window);

/* Returns the overlay that shows toasts, borrowed. */
AdwToastOverlay *app_window_toasts (AppWindow *window);

void app_window_say (AppWindow *window, const char *text);

/* Shows a toast that replaces the previous one of this sort, such as the reason why a key did nothing. */
void app_window_say_in_passing (AppWindow *window, const char *text);

/* Shows a toast before all others, for a minute unless the user dismisses it. */
void app_window_say_until_read (AppWindow *window, const char *text);
