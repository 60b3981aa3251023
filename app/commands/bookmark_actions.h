/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window does with bookmarks beside showing them: an Undo for those that are deleted, and files of them. */

#pragma once

#include <adwaita.h>

#include "app/profiles/profile_list.h"

/* From now on a bookmark that is deleted from the profile can be brought back for some seconds: a toast offers it. */
void bookmark_actions_follow (AdwToastOverlay *toasts, LoadedProfile *loaded);

/* Ask for a file, which is then written or read in the background. A toast tells how it went. The dialog belongs to the
 * window; loaded is the profile whose bookmarks are meant, whatever is shown when a file has been chosen. */
void bookmark_actions_export (GtkWindow *window, AdwToastOverlay *toasts, LoadedProfile *loaded);
void bookmark_actions_import (GtkWindow *window, AdwToastOverlay *toasts, LoadedProfile *loaded);
