/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening profiles one after the other, for one window. Main thread.
 *
 * Signals, in the main thread:
 *   "began" (char *path)                              one is being read
 *   "progress" (LoadProgress *)
 *   "partial" (LoadedProfile *)                       of what was read so far; each replaces the one before
 *   "opened" (LoadedProfile *, char *notice or NULL)
 *   "failed" (char *path, GError *)
 *   "cancelled" (char *path)
 * After each of the last three the next one begins, if there is one. */

#pragma once

#include "app/library/library.h"
#include "app/opening/loader.h"
#include "app/profiles/profile_list.h"

#define PROFILE_TYPE_OPENER (profile_opener_get_type ())
G_DECLARE_FINAL_TYPE (ProfileOpener, profile_opener, PROFILE, OPENER, GObject)

/* The library has to outlive the program's workers. */
ProfileOpener *profile_opener_new (Library *library);

/* Nothing happens with a path that is being read or waits already. */
void profile_opener_add (ProfileOpener *opener, const char *path);

/* Whether something is being read. */
bool profile_opener_is_busy (ProfileOpener *opener);

/* Whether others wait for what is being read. */
bool profile_opener_has_more (ProfileOpener *opener);

/* Gives up what is being read, at once, and what waits. */
void profile_opener_cancel (ProfileOpener *opener);
