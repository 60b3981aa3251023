/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open.h"

#include <string.h>
#include <sys/stat.h>

#include "trace/builder.h"
#include "trace/key_hash.h"
#include "trace/rank_directory.h"
#include "trace/trace_error.h"

static bool
import_rank (const char *path,
             TraceBuilder *builder,
             const ImportControl *control,
             uint8_t key[TRACE_KEY_BYTES],
             GError **error)
{
  trace_builder_begin_rank (builder, path);
  return importers_import (path, builder, control, key, error);
}

static bool
import_file (const char *path, TraceBuilder *builder, const ImportControl *control, GError **error)
{
  uint8_t key[TRACE_KEY_BYTES];

  if (!import_rank (path, builder, control, key, error))
    return false;
  trace_builder_set_key (builder, key);
  return true;
}

static bool
import_directory (const char *path, TraceBuilder *builder, const ImportControl *control, GError **error)
{
  g_autoptr (GPtrArray) paths = rank_directory_list (path, error);
  g_autoptr (KeyHash) keys = key_hash_new ();
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (GError) first_error = NULL;
  guint n_read = 0;

  if (paths == NULL)
    return false;
  if (keys == NULL)
    {
      trace_builder_set_failed (builder);
      return true;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GError) file_error = NULL;

      if (import_rank (paths->pdata[i], builder, control, key, &file_error))
        {
          key_hash_add (keys, key, sizeof key);
          n_read++;
          continue;
        }
      if (!g_error_matches (file_error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
          && !g_error_matches (file_error, TRACE_ERROR, TRACE_ERROR_UNREADABLE))
        {
          g_propagate_error (error, g_steal_pointer (&file_error));
          return false;
        }
      trace_builder_drop_rank (builder);
      trace_builder_add_file_health (builder,
                                     g_error_matches (file_error, TRACE_ERROR, TRACE_ERROR_UNREADABLE)
                                       ? HEALTH_DIRECTORY_FILE_UNREADABLE
                                       : HEALTH_DIRECTORY_FILE_SKIPPED,
                                     paths->pdata[i]);
      if (first_error == NULL)
        first_error = g_steal_pointer (&file_error);
    }
  if (n_read > 0)
    {
      key_hash_get (keys, key);
      trace_builder_set_key (builder, key);
      return true;
    }

  if (first_error != NULL)
    g_propagate_error (error, g_steal_pointer (&first_error));
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                 "%s: no trace in this directory (.json, .json.gz, .json.tmp).", path);
  return false;
}

Trace *
trace_open (const char *path, const ImportControl *control, GError **error)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  struct stat info;
  bool is_directory = strcmp (path, "-") != 0 && stat (path, &info) == 0 && S_ISDIR (info.st_mode);

  if (builder == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.", path);
      return NULL;
    }
  if (is_directory ? !import_directory (path, builder, control, error)
                   : !import_file (path, builder, control, error))
    return NULL;
  return trace_builder_finish (builder, error);
}
