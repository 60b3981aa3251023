/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_open (), with the cache in front of it. */

#pragma once

#include "trace/cache/source_identity.h"
#include "trace/open/open.h"

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

/* Where a profile came from. */
typedef struct
{
  SourceIdentity source; /* as it was before anything else of it was read */
  bool has_source;       /* false: it is a pipe, cannot be read, or use is 0 */
  bool was_cached;       /* the cache had it: what is mapped was verified by nobody since it was written */
  GError
    *note; /* owned: why it was not kept: TRACE_ERROR_UNREADABLE for what the source did meanwhile, else it is
                          * the cache that failed; NULL */
} CachedOrigin;

void cached_origin_clear (CachedOrigin *origin);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CachedOrigin, cached_origin_clear)

/* Likewise, by way of import; errors are its, too. TRACE_ERROR_NO_SPACE and TRACE_ERROR_UNWRITABLE are taken to be the
 * cache's, and it is called once more, without. ret_origin is set in any case; may be NULL. */
Trace *cached_open_with (const char *path,
                         unsigned use,
                         TraceImportFunc import,
                         const ImportControl *control,
                         CachedOrigin *ret_origin,
                         GError **error);
