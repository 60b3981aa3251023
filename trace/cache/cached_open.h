/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_open () with a cache in front of it. */

#pragma once

#include "trace/cache/source_identity.h"
#include "trace/open/open.h"

typedef enum
{
  CACHE_READ = 1 << 0,  /* take the profile from the cache if it is there */
  CACHE_WRITE = 1 << 1, /* else, or always without CACHE_READ: import it into the cache */
} CacheUse;

/* Opens any path like trace_open (), with the same errors. Native files and pipes bypass the cache. use is a
 * CacheUse.
 *
 * With CACHE_WRITE it waits for another process that imports the same source, so that the import happens
 * once. A cache that cannot be used, read or written is never an error: the profile is opened without it, and
 * *ret_note is set to a sentence that says why it was not kept; else it is set to NULL. The caller owns the
 * note; ret_note may be NULL. A source that changed while it was read, or is still being written, is not kept
 * either. */
Trace *
cached_open (const char *path, unsigned use, const ImportControl *control, char **ret_note, GError **error);

/* Where a profile came from. */
typedef struct
{
  SourceIdentity source; /* taken before anything else of the source was read */
  bool has_source;       /* false for a pipe, for an unreadable source, or if use is 0 */
  bool was_cached;       /* it came from the cache; the file has not been verified since it was written */
  /* Owned; why the profile was not kept, or NULL. TRACE_ERROR_UNREADABLE if the source changed meanwhile; any other
   * code means that the cache failed. */
  GError *note;
} CachedOrigin;

void cached_origin_clear (CachedOrigin *origin);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CachedOrigin, cached_origin_clear)

/* Like cached_open (), with import in place of the default importer; fails with its errors, too.
 * TRACE_ERROR_NO_SPACE and TRACE_ERROR_UNWRITABLE are taken for errors of the cache: import is then called
 * again without it. ret_origin is set in any case; may be NULL. */
Trace *cached_open_with (const char *path,
                         unsigned use,
                         TraceImportFunc import,
                         const ImportControl *control,
                         CachedOrigin *ret_origin,
                         GError **error);
