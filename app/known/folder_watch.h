/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells when profiles, or folders, in any of several folders may have changed: something with the name of a profile
 * (trace/open/first_look.h) or a folder came, went, or was written to. Other files do not count. Main thread.
 *
 * Signal "changed" (): a moment after a change, once for all changes of that moment. On file systems that report no changes
 * it never comes. */

#pragma once

#include <gio/gio.h>

#define FOLDER_TYPE_WATCH (folder_watch_get_type ())
G_DECLARE_FINAL_TYPE (FolderWatch, folder_watch, FOLDER, WATCH, GObject)

FolderWatch *folder_watch_new (void);

/* Watches these folders (char *: paths) and no others, each without what is below it. Those that were watched before stay
 * so; others are added a few at a time while the main loop has nothing else to do, and "changed" comes when all of them
 * are, since something may have changed until then. */
void folder_watch_set (FolderWatch *watch, const GPtrArray *folders);
