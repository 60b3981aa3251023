/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/recording_tool.h"

#include <string.h>

#include "trace/model/profile_format.h"
#include "trace/model/setting_value.h"

static char *
first_of (const Trace *trace, const char *const *keys)
{
  for (; *keys != NULL; keys++)
    {
      char *value = setting_value_of (trace, trace_rank (trace, 0), *keys);

      if (value != NULL && *value != '\0')
        return value;
      g_free (value);
    }
  return NULL;
}

/* The timelines that ByteDance published with its study of stragglers: a process for each group of data parallel ranks, a row
 * for each rank in it. */
static bool
is_of_stragglers (const Trace *trace)
{
  bool has_group = false;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      const char *name = trace_string (trace, track->name, NULL);

      if (track->kind == TRACK_PROCESS)
        has_group = g_str_has_prefix (name, "DP rank [");
      else if (track->kind == TRACK_THREAD && has_group && g_str_has_prefix (name, "PP rank ")
               && strstr (name, ", TP rank ") != NULL)
        return true;
    }
  return false;
}

RecordingTool
recording_tool_of (const Trace *trace)
{
  static const char *const names[] = { SETTING_TOOL, NULL };
  static const char *const versions[] = { SETTING_TOOL_VERSION, NULL };
  static const char *const pytorch_versions[] = { "torch_version", "pytorch_version", NULL };
  static const char *const cupti_versions[] = { "cupti_version", NULL };
  const ProfileFormat *format = profile_format_of_word (trace_format (trace));
  RecordingTool tool = { NULL, NULL };

  if (trace_n_ranks (trace) == 0)
    return tool;
  tool.name = first_of (trace, names);
  if (tool.name != NULL)
    tool.version = first_of (trace, versions);
  else if (profile_format_is_among (PROFILE_FORMAT_KINETO, trace_format (trace)))
    {
      tool.name = g_strdup ("PyTorch");
      tool.version = first_of (trace, pytorch_versions);
    }
  else if (format != NULL && format->id == PROFILE_FORMAT_CUPTI)
    {
      tool.name = g_strdup ("CUPTI");
      tool.version = first_of (trace, cupti_versions);
    }
  else if (format != NULL && format->id == PROFILE_FORMAT_CHROME && is_of_stragglers (trace))
    tool.name = g_strdup ("ByteDance straggler timeline");
  return tool;
}

void
recording_tool_clear (RecordingTool *tool)
{
  g_free (tool->name);
  g_free (tool->version);
  *tool = (RecordingTool){ NULL, NULL };
}

char *
recording_tool_text (const RecordingTool *tool)
{
  if (tool->name == NULL || tool->version == NULL)
    return g_strdup (tool->name);
  return g_strdup_printf ("%s %s", tool->name, tool->version);
}
