/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_open (), with the cache in front of it. */

#pragma once

#include "trace/open.h"

typedef enum
{
  CACHE_READ = 1 << 0,  /* take the profile from the cache where it is there */
  CACHE_WRITE = 1 << 1, /* else, and without CACHE_READ in any case: import it into the cache */
} CacheUse;

/* Any path -> a Trace, as of trace_open (); errors as well. Native files and pipes pass the cache by. use: CacheUse.
 *
 * With CACHE_WRITE somebody else's import of the same source is waited for, so that it is made once. A cache that
 * cannot be used, read or written is never an error: the profile is opened without it, and *ret_note (where it is
 * not NULL) tells why it was not kept, a sentence, owned; else NULL. Not kept either: what changed while it was read,
 * or is still being written. */
Trace *
cached_open (const char *path, unsigned use, const ImportControl *control, char **ret_note, GError **error);

/* Likewise, by way of import; errors are its, too. TRACE_ERROR_NO_SPACE and TRACE_ERROR_UNWRITABLE are taken to be the
 * cache's, and it is called once more, without. */
Trace *cached_open_with (const char *path,
                         unsigned use,
                         TraceImportFunc import,
                         const ImportControl *control,
                         char **ret_note,
                         GError **error);
