/* SPDX-License-Identifier: Apache-2.0
 *
 * One window: its loaded profiles, which of them is shown, and what stands in the page: a profile, the start page, the
 * progress of opening, what went wrong with it, or information. */

#pragma once

#include <adwaita.h>

#include "app/library/library.h"
#include "app/profiles/profile_list.h"
#include "widgets/timeline/page/timeline_page.h"

#define APP_TYPE_WINDOW (app_window_get_type ())
G_DECLARE_FINAL_TYPE (AppWindow, app_window, APP, WINDOW, AdwApplicationWindow)

/* The library has to outlive the program's workers. */
AppWindow *app_window_new (GtkApplication *application, Library *library);

/* Adds the profile, or goes to it when it is loaded; never replaces another. A file or a folder. */
void app_window_open (AppWindow *window, const char *path);

/* Opens the shown profile's file once more; what is shown stays until that is done, then the new one takes its place
 * and, as far as it can, its scope. */
void app_window_reload (AppWindow *window);

/* As app_window_open (); what is not on this computer is answered with a toast. */
void app_window_open_file (AppWindow *window, GFile *file);

/* What is shown, borrowed; NULL: no profile is loaded. */
LoadedProfile *app_window_shown (AppWindow *window);
Library *app_window_library (AppWindow *window);

ViewPage app_window_page (AppWindow *window);
void app_window_set_page (AppWindow *window, ViewPage page);

/* NULL: something else is in view. */
TimelinePage *app_window_timeline (AppWindow *window);

/* Shows or hides the list of all commands. */
void app_window_toggle_commands (AppWindow *window);

/* Shows or hides the details pane of the timeline, where that is shown. */
void app_window_toggle_details (AppWindow *window);

/* With a toast whose Undo brings it back as it was. */
void app_window_unload (AppWindow *window, LoadedProfile *loaded);

/* Information about the shown profile, over its page. */
void app_window_show_information (AppWindow *window, bool at_health);

/* From information, a failure or the opening of the first profile, which is cancelled, to what was there before. */
bool app_window_can_go_back (AppWindow *window);
void app_window_go_back (AppWindow *window);

bool app_window_is_opening (AppWindow *window);
void app_window_cancel_opening (AppWindow *window);

/* What could not be opened, or was cancelled, once more. */
void app_window_retry_opening (AppWindow *window);

/* Where toasts are shown, borrowed. */
AdwToastOverlay *app_window_toasts (AppWindow *window);

void app_window_say (AppWindow *window, const char *text);

/* In the place of what was said so before: why a key did nothing. */
void app_window_say_in_passing (AppWindow *window, const char *text);

/* Likewise, before all else, for a minute if the user does not take it away. */
void app_window_say_until_read (AppWindow *window, const char *text);
