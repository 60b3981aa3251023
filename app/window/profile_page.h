/* SPDX-License-Identifier: Apache-2.0
 *
 * The pages of one loaded profile, dashboard, timeline and tables, over one ViewState. Each is built when it is first seen.
 * Above them stands what is wrong with the profile (app/window/banners.h); as long as there is the page, its file is watched. */

#pragma once

#include <adwaita.h>

#include "app/profiles/profile_check.h"
#include "app/profiles/profile_list.h"
#include "widgets/timeline/page/timeline_page.h"

#define PROFILE_TYPE_PAGE (profile_page_get_type ())
G_DECLARE_FINAL_TYPE (ProfilePage, profile_page, PROFILE, PAGE, GtkWidget)

GtkWidget *profile_page_new (LoadedProfile *loaded);
LoadedProfile *profile_page_loaded (ProfilePage *page);

/* For the header bar's switcher. Its children are named by profile_page_name (). */
AdwViewStack *profile_page_stack (ProfilePage *page);

/* "dashboard", "timeline", "tables" <-> page. False: no such page. */
const char *profile_page_name (ViewPage page);
bool profile_page_find (const char *name, ViewPage *ret_page);

void profile_page_show (ProfilePage *page, ViewPage which);

/* What was found out about its native file since it was opened. "findings-changed" () is emitted when there is more. */
const ProfileFindings *profile_page_findings (ProfilePage *page);

/* NULL: another page is shown. */
TimelinePage *profile_page_timeline (ProfilePage *page);

/* Shows or hides the details pane of the timeline. */
void profile_page_toggle_details (ProfilePage *page);
