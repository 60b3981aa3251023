/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/open.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/build/builder.h"
#include "trace/model/key_hash.h"
#include "trace/model/profile_format.h"
#include "trace/open/native_source.h"
#include "trace/open/rank_directory.h"
#include "trace/sagemaker/job_import.h"
#include "trace/section/input_file.h"
#include "trace/text/trace_error.h"

static bool
import_rank (int fd,
             const char *path,
             TraceBuilder *builder,
             const ImportControl *control,
             uint8_t key[TRACE_KEY_BYTES],
             GError **error)
{
  trace_builder_begin_rank (builder, path);
  return importers_import (fd, path, builder, control, key, error);
}

static bool
import_member (const TraceSource *directory,
               const char *name,
               const char *path,
               TraceBuilder *builder,
               const ImportControl *control,
               uint8_t key[TRACE_KEY_BYTES],
               GError **error)
{
  int fd = input_file_open (directory->fd, name, 0);

  if (fd < 0)
    {
      int saved = errno;

      trace_builder_begin_rank (builder, path);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return false;
    }
  bool ok = import_rank (fd, path, builder, control, key, error);
  close (fd);
  return ok;
}

static bool
import_file (const TraceSource *source, TraceBuilder *builder, const ImportControl *control, GError **error)
{
  uint8_t key[TRACE_KEY_BYTES];

  if (!import_rank (source->fd, source->path, builder, control, key, error))
    return false;
  trace_builder_set_key (builder, key);
  return true;
}

static void
refuse_directory (const TraceSource *source, GError **error)
{
  g_autofree char *formats = profile_formats_sentence ();

  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: no trace in this directory. Stepscope opens %s.", source->path, formats);
}

static bool
import_directory (const TraceSource *source,
                  TraceBuilder *builder,
                  const ImportControl *control,
                  GError **error)
{
  g_autoptr (GPtrArray) others = NULL;
  g_autoptr (GPtrArray) names = rank_directory_list (source->fd, source->path, &others, error);
  g_autoptr (KeyHash) keys = key_hash_new ();
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (GError) first_error = NULL;
  guint n_read = 0;

  if (names == NULL)
    return false;
  if (keys == NULL)
    {
      trace_builder_set_failed (builder);
      return true;
    }
  /* A partial profile ends where it was taken: it does not contain the files behind that. */
  for (guint i = 0; i < names->len && !trace_builder_failed (builder) && !trace_builder_is_partial (builder);
       i++)
    {
      const char *name = names->pdata[i];
      g_autofree char *path = g_build_filename (source->path, name, NULL);
      g_autoptr (GError) file_error = NULL;
      uint32_t n_other_formats = trace_builder_n_other_formats (builder);

      if (import_member (source, name, path, builder, control, key, &file_error))
        {
          key_hash_add (keys, key, sizeof key);
          n_read++;
          if (trace_builder_n_other_formats (builder) > n_other_formats)
            trace_builder_add_file_health (builder, HEALTH_RANKS_FORMATS_DIFFER, path);
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
                                     path);
      if (first_error == NULL)
        first_error = g_steal_pointer (&file_error);
    }
  for (guint i = 0; i < others->len; i++)
    {
      g_autofree char *path = g_build_filename (source->path, others->pdata[i], NULL);

      trace_builder_add_file_health (builder, HEALTH_DIRECTORY_FILE_SKIPPED, path);
    }
  /* The error is set by the caller that finishes the file. */
  if (n_read > 0 || trace_builder_failed (builder))
    {
      key_hash_get (keys, key);
      trace_builder_set_key (builder, key);
      return true;
    }

  if (first_error != NULL)
    g_propagate_error (error, g_steal_pointer (&first_error));
  else
    refuse_directory (source, error);
  return false;
}

static const atomic_bool *
cancelled_of (const ImportControl *control)
{
  return control != NULL ? control->cancelled : NULL;
}

bool
trace_import (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  struct stat info;

  if (trace_source_is_native (source))
    return native_source_copy (source, fd, cancelled_of (control), error);

  g_autoptr (TraceBuilder) builder = trace_builder_new_for_file (fd);
  if (builder == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.",
                   source->path);
      return false;
    }
  bool is_directory = fstat (source->fd, &info) == 0 && S_ISDIR (info.st_mode);
  bool is_job = is_directory && job_files_are_in (source->fd);
  return (is_job         ? job_import (source->fd, source->path, builder, control, error)
          : is_directory ? import_directory (source, builder, control, error)
                         : import_file (source, builder, control, error))
         && trace_builder_finish_file (builder, source->path, error);
}

static Trace *
import_in_memory (const TraceSource *source,
                  TraceImportFunc import,
                  const ImportControl *control,
                  GError **error)
{
  int fd = memfd_create ("stepscope", MFD_CLOEXEC);

  if (fd < 0)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.",
                   source->path);
      return NULL;
    }
  Trace *trace = import (source, fd, control, error) ? trace_map (fd, source->path, error) : NULL;
  close (fd);
  return trace;
}

Trace *
trace_open_with (const char *path, TraceImportFunc import, const ImportControl *control, GError **error)
{
  TraceSource source;

  if (!trace_source_open (path, &source, error))
    return NULL;
  Trace *trace = trace_source_is_native (&source)
                   ? native_source_open (&source, cancelled_of (control), error)
                   : import_in_memory (&source, import, control, error);
  trace_source_close (&source);
  return trace;
}

Trace *
trace_open (const char *path, const ImportControl *control, GError **error)
{
  return trace_open_with (path, trace_import, control, error);
}
