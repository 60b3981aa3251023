/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/native_source.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/archive/archive_restore.h"
#include "trace/file/profile_read.h"
#include "trace/file/trace_map.h"
#include "trace/text/trace_error.h"

#define COPY_BYTES ((size_t) 1 << 20)

static bool
is_archive (const SectionMap *map)
{
  return section_map_flags (map) & SECTION_FILE_ARCHIVE;
}

static Trace *
open_archive (const SectionMap *map, const char *path, const atomic_bool *cancelled, GError **error)
{
  int fd = memfd_create ("stepscope", MFD_CLOEXEC);

  if (fd < 0)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.", path);
      return NULL;
    }
  Trace *trace = archive_restore (map, fd, cancelled, path, error) ? trace_map (fd, path, error) : NULL;
  close (fd);
  return trace;
}

Trace *
native_source_open (const TraceSource *source, const atomic_bool *cancelled, GError **error)
{
  g_autoptr (SectionMap) map = section_map_new (source->fd, source->path, error);

  if (map == NULL)
    return NULL;
  return is_archive (map) ? open_archive (map, source->path, cancelled, error)
                          : profile_read (g_steal_pointer (&map), source->path, error);
}

static bool
fail (const TraceSource *source, bool writing, GError **error)
{
  int saved = errno;

  if (writing && (saved == ENOSPC || saved == EDQUOT || saved == EFBIG))
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE, "%s: its copy does not fit: %s.", source->path,
                 g_strerror (saved));
  else
    g_set_error (error, TRACE_ERROR, writing ? TRACE_ERROR_UNWRITABLE : TRACE_ERROR_UNREADABLE,
                 writing ? "%s: its copy cannot be written: %s." : "%s: cannot be read: %s.", source->path,
                 g_strerror (saved));
  return false;
}

static bool
write_all (int fd, const char *bytes, size_t n, off_t at)
{
  while (n > 0)
    {
      ssize_t n_written = pwrite (fd, bytes, n, at);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written <= 0)
        return false;
      bytes += n_written;
      at += n_written;
      n -= (size_t) n_written;
    }
  return true;
}

static bool
copy_bytes (const TraceSource *source, int fd, uint64_t n, const atomic_bool *cancelled, GError **error)
{
  char *buffer = malloc (COPY_BYTES);
  uint64_t at = 0;
  bool ok = buffer != NULL;

  if (!ok)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to copy it.",
                 source->path);
  while (ok && at < n)
    {
      ssize_t n_read = pread (source->fd, buffer, (size_t) MIN (n - at, COPY_BYTES), (off_t) at);

      if (cancelled != NULL && atomic_load_explicit (cancelled, memory_order_relaxed))
        {
          g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Copying was cancelled.");
          ok = false;
        }
      else if (n_read < 0 && errno == EINTR)
        continue;
      else if (n_read <= 0)
        {
          if (n_read == 0)
            errno = ESTALE; /* it was truncated after its size was checked */
          ok = fail (source, false, error);
        }
      else if (!write_all (fd, buffer, (size_t) n_read, (off_t) at))
        ok = fail (source, true, error);
      else
        at += (uint64_t) n_read;
    }
  free (buffer);
  return ok;
}

bool
native_source_copy (const TraceSource *source, int fd, const atomic_bool *cancelled, GError **error)
{
  g_autoptr (SectionMap) map = section_map_new (source->fd, source->path, error);

  if (map == NULL)
    return false;
  return is_archive (map) ? archive_restore (map, fd, cancelled, source->path, error)
                          : copy_bytes (source, fd, section_map_size_bytes (map), cancelled, error);
}
