/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach_files.h"

#include <errno.h>

#include "trace/import/telemetry/telemetry_file.h"
#include "trace/import/telemetry/telemetry_read.h"
#include "trace/text/trace_error.h"

bool
attach_import (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  g_autoptr (Telemetry) telemetry = telemetry_read_fd (source->fd, source->path, error);
  (void) control;

  if (telemetry == NULL)
    return false;
  if (telemetry_file_write (telemetry, fd))
    return true;
  int saved = errno;
  bool is_full = saved == ENOSPC || saved == EDQUOT || saved == EFBIG;
  g_set_error (error, TRACE_ERROR, is_full ? TRACE_ERROR_NO_SPACE : TRACE_ERROR_UNWRITABLE,
               "%s: the counters that were read from it cannot be written: %s.", source->path, g_strerror (saved));
  return false;
}

Telemetry *
attach_read_imported (int fd, const char *path, GError **error)
{
  return telemetry_file_read (fd, path, error);
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
