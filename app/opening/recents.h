/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles that were opened before, as the desktop remembers them. Main thread. */

#pragma once

#include <gtk/gtk.h>

typedef struct
{
  char *path;
  char *name;   /* of the file or folder, for people */
  char *folder; /* that it lies in, "~" for the home directory */
} RecentProfile;

/* RecentProfile, the last opened first, at most n_max; those that are gone from the disk are left out. Owned. */
GPtrArray *recents_list (guint n_max);

/* Nothing happens where the desktop's list cannot be written, or the user wants none. */
void recents_add (const char *path);
