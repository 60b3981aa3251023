/* SPDX-License-Identifier: Apache-2.0
 *
 * Recently opened profiles, from the desktop's list of recent files. Main thread. */

#pragma once

#include <gtk/gtk.h>
#include <stdint.h>

typedef struct
{
  char *path;
  char *name;   /* display name of the file or folder */
  char *folder; /* the folder that contains it, with "~" for the home directory */
  int64_t opened_s; /* when it was opened, since 1970 */
} RecentProfile;

/* Returns at most n_max RecentProfile elements, last opened first, with those that no longer exist: it touches no file.
 * Transfer full. */
GPtrArray *recents_list (guint n_max);

/* Adds the path to the list. Does nothing when the list cannot be written or the user has switched it off. */
void recents_add (const char *path);
