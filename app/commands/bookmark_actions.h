/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window does with bookmarks beside showing them: an Undo for what is deleted, and files of them. */

#pragma once

#include "app/window/window.h"

/* From now on what is deleted of the profile's bookmarks can be brought back for some seconds. */
void bookmark_actions_follow (AppWindow *window, LoadedProfile *loaded);

/* Ask for a file, which is written or read in the background; a toast tells how it went. Of the shown profile. */
void bookmark_actions_export (AppWindow *window);
void bookmark_actions_import (AppWindow *window);
