/* SPDX-License-Identifier: Apache-2.0
 *
 * The pages of one loaded profile (dashboard, timeline, tables) over one ViewState. Each is built when it is first shown.
 * The Compare page is about several profiles: the window has one, which moves to the profile that is shown.
 * Banners above them report problems with the profile (app/window/banners.h). The profile's file is watched as long as
 * this widget exists. */

#pragma once

#include <adwaita.h>

#include "app/profiles/profile_check.h"
#include "app/profiles/profile_list.h"
#include "widgets/timeline/page/timeline_page.h"

#define PROFILE_TYPE_PAGE (profile_page_get_type ())
G_DECLARE_FINAL_TYPE (ProfilePage, profile_page, PROFILE, PAGE, GtkWidget)

/* compare is the Compare page of the window, which all of its profiles share. Referenced. */
GtkWidget *profile_page_new (LoadedProfile *loaded, GtkWidget *compare);
LoadedProfile *profile_page_loaded (ProfilePage *page);

/* Returns the stack for the header bar's switcher. Its children are named by profile_page_name (). */
AdwViewStack *profile_page_stack (ProfilePage *page);

/* Convert between a page and its name: "dashboard", "timeline", "tables", "compare". Returns false for an unknown name. */
const char *profile_page_name (ViewPage page);
bool profile_page_find (const char *name, ViewPage *ret_page);

void profile_page_show (ProfilePage *page, ViewPage which);

/* Sets the sentence of the banner that offers to show the profile and others as one; NULL hides it. Without has_button it
 * tells that this is under way. "offer-dismissed" () is emitted when the user dismisses it. */
void profile_page_set_offer (ProfilePage *page, const char *sentence, bool has_button);

/* Returns what was found about the native file since it was opened. "findings-changed" () is emitted when it grows. */
const ProfileFindings *profile_page_findings (ProfilePage *page);

/* Returns the timeline page, or NULL when another page is shown. */
TimelinePage *profile_page_timeline (ProfilePage *page);

/* Returns the height at the bottom of the shown page where there are tabs, or 0. "tabs-moved" () is emitted when it
 * changes while the same page is shown. */
int profile_page_tabs_px (ProfilePage *page);

/* Shows or hides the details pane of the timeline. */
void profile_page_toggle_details (ProfilePage *page);
