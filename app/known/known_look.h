/* SPDX-License-Identifier: Apache-2.0
 *
 * Brings the list of known profiles up to date with the files: looks into the watched folders, and at the file of every
 * other entry. What changed is written to the library. Blocks; any thread, one look at a time. */

#pragma once

#include "app/known/look_memory.h"
#include "app/library/library_entries.h"

typedef struct
{
  GPtrArray *watched; /* char *: the folders that were watched when it began */
  GPtrArray *folders; /* char *: every folder that was looked into, those below the watched ones included */
  bool has_more;      /* a profile is in progress, or the cache has more to tell: look again soon */
  bool was_bounded;   /* a folder has more in it than is looked at (app/known/folder_scan.h) */
} KnownLook;

/* memory is that of earlier looks; the look adds to it. */
KnownLook *known_look_new (Library *library, LookMemory *memory);
void known_look_free (KnownLook *look);
