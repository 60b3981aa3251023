/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/load_result.h"

#include <glib/gi18n-lib.h>

#include "trace/trace_error.h"

LoadResult *
load_result_new (Trace *trace, const char *path, Library *library, GError **error)
{
  g_autofree char *pattern = library_steps_pattern (library, trace_profile_key (trace));
  g_autofree char *notice = NULL;
  g_autoptr (GError) pattern_error = NULL;
  const Profile *profile = profile_new (trace, path, pattern, &pattern_error);

  if (profile == NULL && pattern != NULL && g_error_matches (pattern_error, TRACE_ERROR, TRACE_ERROR_NO_SUCH))
    {
      notice =
        g_strdup_printf (_ ("The remembered pattern for steps is not used: %s"), pattern_error->message);
      g_clear_error (&pattern_error);
      profile = profile_new (trace, path, NULL, &pattern_error);
    }
  if (profile == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&pattern_error));
      return NULL;
    }

  LoadResult *result = g_new (LoadResult, 1);
  *result = (LoadResult){ .profile = profile,
                          .facts = profile_facts_of (profile),
                          .notice = g_steal_pointer (&notice) };
  return result;
}
