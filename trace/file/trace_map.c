/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/trace_map.h"

#include "trace/file/profile_read.h"
#include "trace/model/trace_private.h"
#include "trace/text/trace_error.h"

Trace *
trace_map (int fd, const char *path, GError **error)
{
  SectionMap *map = section_map_new (fd, path, error);

  if (map == NULL)
    return NULL;
  if (section_map_flags (map) & SECTION_FILE_ARCHIVE)
    {
      section_map_free (map);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: is an archive, which must be decoded first.", path);
      return NULL;
    }
  return profile_read (map, path, error);
}

uint64_t
trace_map_bytes (const Trace *trace)
{
  return trace->map != NULL ? section_map_size_bytes (trace->map) : 0;
}
