/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocprofv3_json.h"

#include <string.h>

#include "trace/import/rocm/rocprofv3_elements.h"
#include "trace/text/trace_error.h"

typedef struct
{
  RocmProfile profile;
  RocprofProcess process;
  Rocprofv3Form form;
  uint64_t n_before; /* events of earlier files */
} Import;

static void
begin_process (void *user_data)
{
  Import *import = user_data;

  import->process = (RocprofProcess){ .profile = &import->profile, .tool = "rocprofv3" };
}

static void
take (Rocprofv3Place place, const JsonValue *value, int64_t offset, void *user_data)
{
  Import *import = user_data;

  rocprofv3_elements_take (&import->process, &import->form, place, value, offset);
}

static const char *
take_same (const char *at, const char *end, int64_t offset, void *user_data)
{
  Import *import = user_data;

  return rocprofv3_elements_take_same (&import->process, &import->form, at, end, offset);
}

static void
end_process (void *user_data)
{
  Import *import = user_data;

  rocprof_process_add (&import->process);
  rocprof_process_clear (&import->process);
}

static const Rocprofv3Handler handler = { begin_process, take, end_process, take_same };

static bool
import_text (ByteSource *source,
             const char *path,
             TraceBuilder *builder,
             const ImportControl *control,
             GError **error)
{
  Import import = { 0 };
  bool is_cut = false, ok = true;

  import.n_before =
    trace_builder_event_counts (builder)->total + trace_builder_event_counts (builder)->skipped;
  if (rocm_profile_init (&import.profile, builder))
    ok = rocprofv3_text_read (source, builder, control, &handler, &import, &is_cut, error);
  const EventCounts *events = trace_builder_event_counts (builder);
  if (ok && is_cut && events->total + events->skipped == import.n_before
      && !trace_builder_is_partial (builder))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
                   "%s: looks like a trace, but no event in it can be read. Copy the file again.", path);
      ok = false;
    }
  if (ok && import.profile.ranks.n > 0)
    {
      rocm_profile_finish (&import.profile, "rocprofv3");
      if (is_cut)
        trace_builder_set_status (builder, PROFILE_STOPPED);
      trace_builder_set_format (builder, "rocprofv3");
    }
  rocprof_process_clear (&import.process);
  rocm_profile_clear (&import.profile);
  return ok;
}

/* The writer's only key is the first one. */
static bool
sniff (const char *text, size_t n)
{
  static const char key[] = "\"rocprofiler-sdk";
  const char *at = text, *end = text + n;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  if (at == end || *at != '{')
    return false;
  at = json_skip_space (at + 1, end);
  return (size_t) (end - at) >= strlen (key) && memcmp (at, key, strlen (key)) == 0;
}

const Importer rocprofv3_json_importer = { "rocprofv3", sniff, import_text };
