/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens profiles for one window, one after the other. Main thread.
 *
 * Signals, in the main thread:
 *   "began" (char *path)                              reading of a profile has begun
 *   "progress" (LoadProgress *)
 *   "partial" (LoadedProfile *)                       what was read so far; replaces the previous one
 *   "opened" (LoadedProfile *, char *notice or NULL)
 *   "failed" (char *path, GError *)
 *   "cancelled" (char *path)
 * After each of the last three the next profile begins, if one is waiting. */

#pragma once

#include "app/library/library.h"
#include "app/opening/loader.h"
#include "app/profiles/profile_list.h"

#define PROFILE_TYPE_OPENER (profile_opener_get_type ())
G_DECLARE_FINAL_TYPE (ProfileOpener, profile_opener, PROFILE, OPENER, GObject)

/* Creates an opener. library must outlive the program's worker threads. */
ProfileOpener *profile_opener_new (Library *library);

/* Adds a path to the queue, unless it is being read or waits already. */
void profile_opener_add (ProfileOpener *opener, const char *path);

/* Returns whether a profile is being read. */
bool profile_opener_is_busy (ProfileOpener *opener);

/* Returns whether further paths wait in the queue. */
bool profile_opener_has_more (ProfileOpener *opener);

/* Returns the paths that wait in the queue, in their order, without the one that is being read. Transfer full. */
GStrv profile_opener_waiting (ProfileOpener *opener);

/* Cancels the current profile at once and empties the queue. */
void profile_opener_cancel (ProfileOpener *opener);
