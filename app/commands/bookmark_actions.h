/* SPDX-License-Identifier: Apache-2.0
 *
 * The window's actions on bookmarks: undo a deletion, export to a file, import from a file. */

#pragma once

#include <adwaita.h>

#include "app/profiles/profile_list.h"

/* Shows a toast with Undo for a few seconds whenever a bookmark of the profile is deleted. */
void bookmark_actions_follow (AdwToastOverlay *toasts, LoadedProfile *loaded);

/* Asks for a file, then writes or reads it in the background and reports the result in a toast. The dialog belongs to
 * the window. The bookmarks are those of loaded, even if the window shows another profile when the file is chosen. */
void bookmark_actions_export (GtkWindow *window, AdwToastOverlay *toasts, LoadedProfile *loaded);
void bookmark_actions_import (GtkWindow *window, AdwToastOverlay *toasts, LoadedProfile *loaded);
