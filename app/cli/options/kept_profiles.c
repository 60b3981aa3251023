/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/kept_profiles.h"

#include <string.h>

#include "trace/file/trace_map.h"

typedef struct
{
  char *path;
  SourceIdentity source;
  Trace *trace;
} Kept;

/* The one used last comes last. NULL: nothing is kept. */
static GPtrArray *kept_profiles;
static guint kept_max;
static uint64_t kept_bytes_max;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  trace_unref (kept->trace);
  g_free (kept->path);
  g_free (kept);
}

void
kept_profiles_begin (guint n_max, uint64_t bytes_max)
{
  kept_profiles = g_ptr_array_new_with_free_func (kept_free);
  kept_max = n_max;
  kept_bytes_max = bytes_max;
}

void
kept_profiles_end (void)
{
  g_clear_pointer (&kept_profiles, g_ptr_array_unref);
}

static gboolean
find_path (const char *path, guint *ret_index)
{
  for (guint i = 0; i < kept_profiles->len; i++)
    if (strcmp (((const Kept *) kept_profiles->pdata[i])->path, path) == 0)
      {
        *ret_index = i;
        return TRUE;
      }
  return FALSE;
}

Trace *
kept_profiles_find (const char *path)
{
  guint index;

  if (kept_profiles == NULL || !find_path (path, &index))
    return NULL;
  Kept *kept = kept_profiles->pdata[index];
  if (source_identity_compare (&kept->source, path) != SOURCE_UNCHANGED)
    {
      g_ptr_array_remove_index (kept_profiles, index);
      return NULL;
    }
  g_ptr_array_steal_index (kept_profiles, index);
  g_ptr_array_add (kept_profiles, kept);
  return trace_ref (kept->trace);
}

SourceIdentity *
kept_profiles_identify (const char *path)
{
  SourceIdentity identity;

  if (kept_profiles == NULL || !source_identity_take (path, &identity))
    return NULL;
  return g_memdup2 (&identity, sizeof identity);
}

static void
make_room (void)
{
  uint64_t bytes = 0;

  for (guint i = kept_profiles->len; i > 0; i--)
    {
      const Kept *kept = kept_profiles->pdata[i - 1];

      bytes += trace_map_bytes (kept->trace);
      if (i < kept_profiles->len && (bytes > kept_bytes_max || kept_profiles->len - i >= kept_max))
        {
          g_ptr_array_remove_range (kept_profiles, 0, i);
          return;
        }
    }
}

void
kept_profiles_add (const char *path, const SourceIdentity *source, Trace *trace)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->path = g_strdup (path);
  kept->source = *source;
  kept->trace = trace_ref (trace);
  g_ptr_array_add (kept_profiles, kept);
  make_room ();
}
