/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks for profiles in a folder and in the folders below it, by name and first bytes. A folder with two or more files
 * that differ only in the number after "rank", and with no other trace, is one profile of several ranks; its files are not
 * listed one by one. Names that PyTorch gives may have "worker" instead, and a time of their own.
 *
 * A link to a file stands for that file, which is one profile however many links there are. Links to folders are not
 * followed and hidden folders are left out. Blocks; any thread. */

#pragma once

#include <gio/gio.h>

#include "app/known/look_memory.h"
#include "app/library/library_entry.h"

#define FOLDER_SCAN_LEVELS 4 /* of folders: the folder itself and three below it */

/* Of all watched folders together. Each folder may use an equal share, and what those before it have left of theirs. What
 * lies higher comes first. */
typedef struct
{
  guint folders;
  guint profiles;
  guint names; /* of files that may be profiles by their names */
} FolderScanLimits;

extern const FolderScanLimits folder_scan_limits; /* 512, 50,000 and 200,000 */

typedef struct
{
  GHashTable *known;   /* path -> LibraryEntry: files whose size and time are the same are not read again */
  LookMemory *memory;
  int64_t now_ns;      /* known_file_now_ns () */
  GPtrArray *changed;  /* LibraryEntry: profiles that are new or changed */
  GHashTable *present; /* set of paths: all profiles that were found, changed or not */
  GPtrArray *linked;   /* char *: listed paths of known that are links to profiles of other paths */
  GPtrArray *folders;  /* char *: the folders that were looked into */
  guint n_names;       /* of files that were profiles by their names */
  bool was_bounded; /* there is more than the limits allow */
} FolderScan;

/* known and memory are borrowed. */
void folder_scan_init (FolderScan *scan, GHashTable *known, LookMemory *memory, int64_t now_ns);
void folder_scan_clear (FolderScan *scan);

/* Adds what is in the folders (char *: paths). A folder that cannot be read has nothing in it. */
void folder_scan_add (FolderScan *scan, const GPtrArray *folders, const FolderScanLimits *limits);

/* Returns whether names (char *) are the files of one profile of several ranks. */
bool folder_scan_are_ranks (const GPtrArray *names);
