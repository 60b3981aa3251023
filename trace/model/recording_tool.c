/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/recording_tool.h"

#include <inttypes.h>
#include <string.h>

#include "trace/model/profile_format.h"
#include "trace/model/setting_value.h"
#include "trace/text/decimal_time.h"

/* Since CUDA 13.0 its major and minor version and update, two digits each; before, a number of its own. */
#define CUPTI_VERSION_OF_CUDA_MIN 130000
#define CUPTI_VERSION_MAX         999999

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

char *
recording_tool_cupti_version (const char *text)
{
  int64_t n;

  if (!decimal_to_integer (text, strlen (text), &n) || n < CUPTI_VERSION_OF_CUDA_MIN || n > CUPTI_VERSION_MAX)
    return g_strdup (text);
  return g_strdup_printf ("%" PRId64 ".%" PRId64 ".%" PRId64, n / 10000, n / 100 % 100, n % 100);
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

static RecordingTool
named_tool (const Trace *trace)
{
  static const char *const names[] = { SETTING_TOOL, NULL };
  static const char *const versions[] = { SETTING_TOOL_VERSION, NULL };
  RecordingTool tool = { .name = first_of (trace, names) };

  if (tool.name != NULL)
    tool.version = first_of (trace, versions);
  return tool;
}

/* What wrote a format without a name of its tool. */
static RecordingTool
tool_of_format (const Trace *trace, ProfileFormatId format)
{
  static const char *const pytorch_versions[] = { "torch_version", "pytorch_version", NULL };
  static const char *const cupti_versions[] = { "cupti_version", NULL };
  RecordingTool tool = { NULL, NULL };

  if (format == PROFILE_FORMAT_KINETO)
    tool = (RecordingTool){ g_strdup ("PyTorch"), first_of (trace, pytorch_versions) };
  else if (format == PROFILE_FORMAT_CUPTI)
    {
      g_autofree char *version = first_of (trace, cupti_versions);
      tool = (RecordingTool){ g_strdup ("CUPTI"),
                              version != NULL ? recording_tool_cupti_version (version) : NULL };
    }
  else if (format == PROFILE_FORMAT_CHROME && is_of_stragglers (trace))
    tool.name = g_strdup ("ByteDance straggler timeline");
  return tool;
}

static void
take_tool (GPtrArray *tools, RecordingTool tool)
{
  if (tool.name != NULL)
    g_ptr_array_add (tools, g_memdup2 (&tool, sizeof tool));
  else
    recording_tool_clear (&tool);
}

static void
tool_free (gpointer tool)
{
  recording_tool_clear (tool);
  g_free (tool);
}

RecordingTool
recording_tool_of (const Trace *trace)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (tool_free);
  const char *words = trace_format (trace);
  bool is_combined = strchr (words, '+') != NULL;

  if (trace_n_ranks (trace) == 0)
    return (RecordingTool){ NULL, NULL };
  RecordingTool named = named_tool (trace);
  bool is_named = named.name != NULL;
  while (words != NULL && (is_combined || !is_named))
    {
      const ProfileFormat *format = profile_format_next (&words);

      if (format != NULL)
        take_tool (tools, tool_of_format (trace, format->id));
    }
  take_tool (tools, named);
  if (tools->len == 0)
    return (RecordingTool){ NULL, NULL };

  RecordingTool *first = tools->pdata[0];
  if (tools->len == 1)
    return (RecordingTool){ g_steal_pointer (&first->name), g_steal_pointer (&first->version) };
  GString *all = g_string_new (NULL);
  for (guint i = 0; i < tools->len; i++)
    {
      g_autofree char *text = recording_tool_text (tools->pdata[i]);
      g_string_append_printf (all, "%s%s", i > 0 ? " + " : "", text);
    }
  return (RecordingTool){ g_string_free (all, FALSE), NULL };
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
