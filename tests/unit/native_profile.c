/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/native_profile.h"

#include <fcntl.h>
#include <unistd.h>

#include "tests/unit/opened_text.h"
#include "trace/open/open.h"

#define N_STEPS 4

char *
native_profile_json (unsigned repeats)
{
  GString *json = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[");

  for (unsigned step = 0; step < N_STEPS * repeats; step++)
    g_string_append_printf (
      json,
      "%s{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#%u\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":90},"
      "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":2,"
      "\"args\":{\"correlation\":%u}},"
      "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":%u,\"dur\":30,"
      "\"args\":{\"device\":0,\"stream\":7,\"correlation\":%u}}",
      step > 0 ? "," : "", step, step * 100, step * 100 + 5, step + 1, step * 100 + 20, step + 1);
  g_string_append (json, "]}");
  return g_string_free (json, FALSE);
}

void
native_profile_import (const char *source_path, int fd)
{
  g_autoptr (GError) error = NULL;
  TraceSource source;

  trace_source_open (source_path, &source, &error);
  g_assert_no_error (error);
  trace_import (&source, fd, NULL, &error);
  g_assert_no_error (error);
  trace_source_close (&source);
}

char *
native_profile_write (const char *folder, const char *name, const char *json)
{
  g_autofree char *source_path = opened_file (folder, "source.json", json);
  char *path = g_build_filename (folder, name, NULL);
  int fd = open (path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  native_profile_import (source_path, fd);
  close (fd);
  return path;
}
