/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/load_result.h"

#include <glib/gi18n-lib.h>

#include "app/memory/profile_memory.h"
#include "trace/open/rank_directory.h"
#include "trace/text/trace_error.h"

/* What the source did meanwhile is seen to by who watches it. */
static char *
cache_notice (const CachedOrigin *origin, const char *path)
{
  if (origin->note == NULL || g_error_matches (origin->note, TRACE_ERROR, TRACE_ERROR_UNREADABLE))
    return NULL;
  g_autofree char *name = g_filename_display_basename (path);
  return g_strdup_printf (_ ("The cache cannot be written: %s must be read again the next time"), name);
}

static LoadResult *
result_new (Trace *trace,
            const char *path,
            const char *name,
            const CachedOrigin *origin,
            Library *library,
            GError **error)
{
  /* The pattern may have been chosen a moment ago, in another view of this file. */
  library_settle (library);
  g_autofree char *pattern = library_steps_pattern (library, trace_profile_key (trace));
  g_autofree char *notice = NULL;
  g_autoptr (GError) pattern_error = NULL;
  const Profile *profile = profile_new_named (trace, path, name, pattern, &pattern_error);

  if (profile == NULL && pattern != NULL && g_error_matches (pattern_error, TRACE_ERROR, TRACE_ERROR_NO_SUCH))
    {
      notice = g_strdup_printf (_ ("The stored step pattern is not used: %s"), pattern_error->message);
      g_clear_error (&pattern_error);
      profile = profile_new_named (trace, path, name, NULL, &pattern_error);
    }
  if (profile == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&pattern_error));
      return NULL;
    }

  LoadResult *result = g_new0 (LoadResult, 1);
  result->profile = profile;
  result->library = library;
  result->remembered = remembered_read (library, trace_profile_key (trace));
  result->facts = profile_facts_of (profile);
  if (origin != NULL)
    {
      result->source = origin->source;
      result->has_source = origin->has_source;
      result->was_cached = origin->was_cached;
      result->neighbours = rank_directory_other_profiles (path);
      if (notice == NULL)
        notice = cache_notice (origin, path);
    }
  result->notice = g_steal_pointer (&notice);
  return result;
}

LoadResult *
load_result_new (Trace *trace, const char *path, const CachedOrigin *origin, Library *library, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);

  return result_new (trace, path, name, origin, library, error);
}

LoadResult *
load_result_new_named (Trace *trace, const char *path, const char *name, Library *library, GError **error)
{
  return result_new (trace, path, name, NULL, library, error);
}

void
load_result_free (LoadResult *result)
{
  profile_unref (result->profile);
  remembered_free (result->remembered);
  g_clear_pointer (&result->neighbours, g_ptr_array_unref);
  g_free (result->notice);
  g_free (result);
}

LoadedProfile *
load_result_loaded (LoadResult *result)
{
  LoadedProfile *loaded = loaded_profile_new (result->profile, &result->facts);

  profile_memory_attach (loaded_profile_state (loaded), result->library,
                         g_steal_pointer (&result->remembered));
  if (result->has_source)
    loaded_profile_set_source (loaded, &result->source, result->was_cached);
  loaded_profile_set_neighbours (loaded, g_steal_pointer (&result->neighbours));
  return loaded;
}
