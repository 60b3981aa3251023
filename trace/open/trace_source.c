/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/trace_source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "trace/open/standard_input.h"
#include "trace/section/input_file.h"
#include "trace/section/section_map.h"
#include "trace/text/trace_error.h"

bool
trace_source_open (const char *path, TraceSource *ret_source, GError **error)
{
  bool is_stdin = strcmp (path, "-") == 0;

  if (is_stdin && !standard_input_settle (error))
    return false;
  int fd = is_stdin ? STDIN_FILENO : input_file_open (AT_FDCWD, path, 0);

  if (fd < 0)
    {
      int saved = errno;
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return false;
    }
  *ret_source = (TraceSource){ fd, path };
  return true;
}

void
trace_source_close (TraceSource *source)
{
  if (source->fd > STDIN_FILENO)
    close (source->fd);
  source->fd = -1;
}

bool
trace_source_is_native (const TraceSource *source)
{
  return section_file_probe (source->fd);
}
