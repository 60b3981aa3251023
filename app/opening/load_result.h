/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns a trace into what a window needs to show it. */

#pragma once

#include "app/library/library.h"
#include "app/memory/remembered.h"
#include "app/profiles/profile_facts.h"
#include "app/profiles/profile_list.h"
#include "trace/cache/cached_open.h"
#include "widgets/state/profile.h"

typedef struct
{
  const Profile *profile; /* owned */
  Library
    *library; /* which outlives it, and what it has of the profile; owned until there is a LoadedProfile */
  Remembered *remembered;
  ProfileFacts facts;
  SourceIdentity source; /* where has_source; and whether the cache had it: as of CachedOrigin */
  bool has_source, was_cached;
  GPtrArray *neighbours; /* as of LoadedProfile; owned until there is one */
  char *notice; /* owned: a message to show once, such as that a remembered pattern is not valid; or NULL */
} LoadResult;

/* Takes O(slices) time and blocks while it reads the library; any thread. origin is NULL when unknown, as for a partial
 * profile. An invalid step pattern in the library, or a cache that cannot store the profile, is not an error; the notice
 * reports it. Errors are the TRACE_ERRORs of profile_new (). */
LoadResult *load_result_new (Trace *trace,
                             const char *path,
                             const CachedOrigin *origin,
                             Library *library,
                             GError **error);
/* The same for a profile that is called otherwise than its path, and has no file. */
LoadResult *
load_result_new_named (Trace *trace, const char *path, const char *name, Library *library, GError **error);

void load_result_free (LoadResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoadResult, load_result_free)

/* Returns the profile for the window's list, with its remembered view. Call this once, from the main thread. */
LoadedProfile *load_result_loaded (LoadResult *result);
