/* SPDX-License-Identifier: Apache-2.0
 *
 * Decides which paths may be opened: those of files and folders below the folders of --allow, after all links are resolved.
 *
 * A path is checked before it is opened; each file is looked at again once it is open (trace/section/input_file.h), so that
 * a folder that is replaced by a link meanwhile gives nothing away. Where the system has Landlock it refuses most of what
 * lies outside itself (app/cli/mcp/read_walls.h).
 *
 * Errors are TRACE_ERROR_NO_SUCH. What they say of a path outside is the same whether it exists or not. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef struct AllowedPaths AllowedPaths;

/* Opens the folders (NULL-terminated). Fails if one is no folder that can be read. */
AllowedPaths *allowed_paths_new (char **folders, GError **error);
void allowed_paths_free (AllowedPaths *allowed);

/* The paths of the folders without links, NULL-terminated; borrowed. */
const char *const *allowed_paths_folders (const AllowedPaths *allowed);

/* A path that was checked. */
typedef struct
{
  char *path; /* absolute, without links; owned */
  dev_t device;
  ino_t inode;
  bool is_folder;
} AllowedPath;

void allowed_path_clear (AllowedPath *path);

/* Checks a path that a client gave: absolute, or below one of the folders, the first where it exists. For who
 * follows links, the path of a folder is refused if a link below it leads out of all folders. Blocks. */
bool allowed_paths_check (const AllowedPaths *allowed,
                          const char *text,
                          bool follows_links,
                          AllowedPath *ret_path,
                          GError **error);

/* Returns whether an open file or folder lies below one of the folders. Any thread. */
bool allowed_paths_hold (const AllowedPaths *allowed, int fd);

/* Returns whether the path is still what it was when it was checked. */
bool allowed_paths_is_same (const AllowedPaths *allowed, const AllowedPath *path);

/* Opens a checked folder for reading its names. Returns -1 if it is not the same any more. The caller closes it. */
int allowed_paths_open_folder (const AllowedPaths *allowed, const AllowedPath *path);
