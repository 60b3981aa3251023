/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens the first profile of the command line in a thread while the program starts, so that the window's first frame
 * shows it. This works for native files; files that must be imported are left to the loader. */

#pragma once

#include "app/library/library.h"
#include "app/profiles/profile_list.h"

/* Call this once, from the main thread. The library must outlive the thread. */
void early_open_begin (const char *path, Library *library);

/* Returns the profile, with its figures if they are ready, or NULL when it is not ready within about one frame, has
 * another path, or must be imported; then open it with the loader. *ret_notice is as in LoadResult. Main thread. */
LoadedProfile *early_open_take (const char *path, char **ret_notice);
