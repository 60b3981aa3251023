/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_answers.h"

#include <string.h>

#include "app/cli/mcp/json_cut.h"
#include "app/cli/mcp/mcp_tools.h"
#include "app/cli/mcp/tool_schema.h"
#include "app/cli/out/json_text.h"

/* The tools of a process never change. */
#define CACHEABLE ",\"ttlMs\":3600000,\"cacheScope\":\"public\""

static const char about[] =
  "Stepscope reads GPU training profiles. Call list to find profiles, info to see what one holds, findings for what is "
  "wrong with it, then stats with the reports summary, breakdown and idle to see where time goes. Narrow down with a step "
  "or a window. compare says what changed between two runs; query answers what no report does, in SQL. Times are "
  "nanoseconds after the first slice. Nothing is written. Profiles may be read below: ";

static void
append_identity (GString *out, const McpVersion *version)
{
  g_string_append (out, "{\"name\":\"stepscope\",");
  if (version->has_structured)
    g_string_append (out, "\"title\":\"Stepscope\",");
  g_string_append (out, "\"version\":\"" STEPSCOPE_VERSION "\"}");
}

static void
append_instructions (GString *out, const AllowedPaths *allowed)
{
  g_autofree char *folders = g_strjoinv (", ", (char **) (uintptr_t) allowed_paths_folders (allowed));
  g_autofree char *text = g_strconcat (about, folders, NULL);

  g_string_append (out, ",\"instructions\":");
  json_append_string (out, text, strlen (text));
}

GString *
mcp_answer_initialize (const McpVersion *version, const AllowedPaths *allowed)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (
    out, "{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{}},\"serverInfo\":", version->name);
  append_identity (out, version);
  append_instructions (out, allowed);
  return g_string_append_c (out, '}');
}

GString *
mcp_answer_versions (void)
{
  GString *out = g_string_new ("[");
  size_t n;
  const McpVersion *versions = mcp_versions (&n);

  for (size_t i = 0; i < n; i++)
    if (versions[i].is_modern)
      g_string_append_printf (out, "%s\"%s\"", out->len > 1 ? "," : "", versions[i].name);
  return g_string_append_c (out, ']');
}

GString *
mcp_answer_discover (const AllowedPaths *allowed)
{
  g_autoptr (GString) versions = mcp_answer_versions ();
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "{\"supportedVersions\":%s,\"capabilities\":{\"tools\":{}}", versions->str);
  append_instructions (out, allowed);
  return g_string_append (out, CACHEABLE "}");
}

GString *
mcp_answer_tools (const McpVersion *version)
{
  GString *out = g_string_new ("{\"tools\":[");
  const McpTool *tool;

  for (guint i = 0; (tool = mcp_tools_get (i)) != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      tool_schema_append (out, tool, version);
    }
  return g_string_append (out, version->is_modern ? "]" CACHEABLE "}" : "]}");
}

void
mcp_answer_finish (GString *result, const McpVersion *version)
{
  if (!version->is_modern)
    return;
  g_autoptr (GString) meta = g_string_new ("{\"io.modelcontextprotocol/serverInfo\":");
  append_identity (meta, version);
  g_string_append_c (meta, '}');
  json_object_add (result, "resultType", "\"complete\"");
  json_object_add (result, "_meta", meta->str);
}
