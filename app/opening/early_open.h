/* SPDX-License-Identifier: Apache-2.0
 *
 * The first profile of the command line, opened in a thread while the program itself still starts, so that the first
 * frame of the window shows it: a native file. Anything that has to be read first is left to the loader. */

#pragma once

#include "app/library/library.h"
#include "app/profiles/profile_list.h"

/* Once; from the main thread. The library has to outlive the thread. */
void early_open_begin (const char *path, Library *library);

/* The profile, with its figures if these are there as well; notice: as of a LoadResult. Waits for them no longer than
 * a frame is late anyway. NULL: another path, or not to be had this way or in this time: to be opened as any other.
 * Main thread. */
LoadedProfile *early_open_take (const char *path, char **ret_notice);
