/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells when something in any of several folders has changed. Main thread.
 *
 * Signal "changed" (): a moment after something changed; at most once a second while changes go on. On file systems that
 * report no changes it never comes. */

#pragma once

#include <gio/gio.h>

#define FOLDER_TYPE_WATCH (folder_watch_get_type ())
G_DECLARE_FINAL_TYPE (FolderWatch, folder_watch, FOLDER, WATCH, GObject)

FolderWatch *folder_watch_new (void);

/* Watches these folders (char *: paths) and no others, each without what is below it. Those that were watched before stay
 * so. O(folders). */
void folder_watch_set (FolderWatch *watch, const GPtrArray *folders);
