/* SPDX-License-Identifier: Apache-2.0
 *
 * What looks at files found out, so that later looks of the same program need not read it again. Any thread, one at a
 * time. */

#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* A native file in the cache (trace/cache/cache.h). */
typedef struct
{
  char *source; /* that it was made of, as it was opened; "" for a file that cannot be read */
  char *path;   /* the same without links, as entries have it */

  /* The source's size and time when another source was found to lie there; -1 for none. */
  int64_t other_size_bytes, other_modified_ns;
} CachedFile;

typedef struct
{
  GHashTable *others; /* of files that are no profiles */
  GHashTable *cached; /* name (char *) -> CachedFile; all that were read once, some of which may be gone */
} LookMemory;

LookMemory *look_memory_new (void);
void look_memory_free (LookMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LookMemory, look_memory_free)

/* Adds a cached file that was read. Returns a borrowed pointer. */
CachedFile *
look_memory_add_cached (LookMemory *memory, const char *name, const char *source, const char *path);

/* Notes that the file is no profile, until it changes. At most LOOK_MEMORY_OTHERS_MAX are remembered. */
#define LOOK_MEMORY_OTHERS_MAX 200000
void look_memory_note_other (LookMemory *memory, const struct stat *file);
bool look_memory_is_other (const LookMemory *memory, const struct stat *file);
