/* SPDX-License-Identifier: Apache-2.0
 *
 * Visits what lies below a folder, without following links. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef struct
{
  int folder_fd;           /* of the folder that it lies in */
  const char *name;        /* in that folder */
  const char *path;        /* from the folder where the walk began */
  const struct stat *info; /* of itself, also where it is a link */
} FolderEntry;

typedef struct
{
  unsigned depth_max; /* of folders in folders */
  unsigned n_left;    /* names that may still be visited; counted down */

  /* Returns false to end the walk. */
  bool (*visit) (const FolderEntry *entry, gpointer user_data);
  gpointer user_data;
} FolderWalk;

/* Visits all but hidden names, in no order; a folder before what lies in it. fd is the folder and is borrowed. Folders that
 * cannot be read are passed over. Returns false when visit () ended it, or a limit was reached. */
bool folder_walk (FolderWalk *walk, int fd);
