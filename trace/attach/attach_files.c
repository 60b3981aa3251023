/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach_files.h"

#include "trace/import/telemetry/telemetry_read.h"

Telemetry *
attach_read (const char *path, GError **error)
{
  return telemetry_read (path, error);
}

AttachFiles *
attach_files_find (const Trace *trace, const char *const *paths, const AttachWishes *wishes, GError **error)
{
  g_autoptr (AttachFiles) files = g_new0 (AttachFiles, 1);
  guint n = g_strv_length ((char **) (uintptr_t) paths);

  files->paths = g_strdupv ((char **) (uintptr_t) paths);
  files->at = g_new0 (AttachedFile, n);
  files->owned = g_ptr_array_new_with_free_func ((GDestroyNotify) telemetry_free);
  for (guint i = 0; i < n; i++)
    {
      Telemetry *telemetry = telemetry_read (paths[i], error);

      if (telemetry == NULL)
        return NULL;
      g_ptr_array_add (files->owned, telemetry);
      files->at[i] = (AttachedFile){ .path = files->paths[i], .telemetry = telemetry };
      if (!attach_place_find (trace, telemetry, wishes, paths[i], &files->at[i].place, error))
        return NULL;
      files->n++;
    }
  return g_steal_pointer (&files);
}

void
attach_files_free (AttachFiles *files)
{
  g_free (files->at);
  g_strfreev (files->paths);
  g_clear_pointer (&files->owned, g_ptr_array_unref);
  g_free (files);
}
