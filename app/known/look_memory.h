/* SPDX-License-Identifier: Apache-2.0
 *
 * What looks at files found out, so that later looks of the same program need not read it again. Any thread, one at a
 * time. */

#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef struct
{
  GHashTable *others; /* of files that are no profiles */
  GHashTable *tried;  /* names (char *) of cached files that were read */
} LookMemory;

LookMemory *look_memory_new (void);
void look_memory_free (LookMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LookMemory, look_memory_free)

/* Notes that the file is no profile, until it changes. At most LOOK_MEMORY_OTHERS_MAX are remembered. */
#define LOOK_MEMORY_OTHERS_MAX 200000
void look_memory_note_other (LookMemory *memory, const struct stat *file);
bool look_memory_is_other (const LookMemory *memory, const struct stat *file);
