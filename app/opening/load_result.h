/* SPDX-License-Identifier: Apache-2.0
 *
 * From a trace to what a window needs of it. */

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
  char *
    notice; /* owned: what the user is to be told once, such as that a remembered pattern is not valid; NULL */
} LoadResult;

/* Blocks for O(slices), and for the library; any thread. origin: NULL: not known, which it is not of a part. A pattern
 * for steps that the library remembers and that is not valid is no reason not to open the profile, nor is a cache
 * that could not keep it: the notice tells. TRACE_ERROR as of profile_new (). */
LoadResult *load_result_new (Trace *trace,
                             const char *path,
                             const CachedOrigin *origin,
                             Library *library,
                             GError **error);
void load_result_free (LoadResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoadResult, load_result_free)

/* What a window has in its list, looking as it was left. Once; main thread. */
LoadedProfile *load_result_loaded (LoadResult *result);
