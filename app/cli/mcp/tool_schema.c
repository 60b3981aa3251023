/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/tool_schema.h"

#include <string.h>

#include "app/cli/out/json_text.h"

static void
append_string (GString *out, const char *text)
{
  json_append_string (out, text, strlen (text));
}

static void
append_choices (GString *out, const ToolParameter *parameter)
{
  g_auto (GStrv) choices = tool_parameter_choices (parameter);

  for (char **choice = choices; choice != NULL && *choice != NULL; choice++)
    {
      g_string_append (out, choice == choices ? ",\"enum\":[" : ",");
      append_string (out, *choice);
    }
  if (choices != NULL)
    g_string_append_c (out, ']');
}

static void
append_array (GString *out, const ToolParameter *parameter)
{
  bool is_paths = parameter->type == TOOL_PATHS;

  g_string_append (out, "\"array\",\"items\":{\"type\":\"string\"");
  append_choices (out, parameter);
  g_string_append_c (out, '}');
  if (is_paths)
    g_string_append_printf (out, ",\"minItems\":%" G_GINT64_FORMAT, parameter->min);
  g_string_append_printf (out, ",\"maxItems\":%" G_GINT64_FORMAT,
                          is_paths ? parameter->max : (int64_t) TOOL_VALUES_MAX);
}

static void
append_integer (GString *out, const ToolParameter *parameter)
{
  g_string_append (out, "\"integer\"");
  /* The limits of a number that has none are those of its type, which many readers cannot hold. */
  if (parameter->min > -(INT64_C (1) << 53))
    g_string_append_printf (out, ",\"minimum\":%" G_GINT64_FORMAT, parameter->min);
  if (parameter->max < INT64_C (1) << 53)
    g_string_append_printf (out, ",\"maximum\":%" G_GINT64_FORMAT, parameter->max);
  if (parameter->fallback != 0)
    g_string_append_printf (out, ",\"default\":%" G_GINT64_FORMAT, parameter->fallback);
}

static void
append_parameter (GString *out, const ToolParameter *parameter)
{
  append_string (out, parameter->name);
  g_string_append (out, ":{\"type\":");
  if (tool_type_is_array (parameter->type))
    append_array (out, parameter);
  else if (parameter->type == TOOL_INTEGER)
    append_integer (out, parameter);
  else
    {
      g_string_append (out, "\"string\"");
      append_choices (out, parameter);
    }
  g_string_append (out, ",\"description\":");
  append_string (out, parameter->description);
  g_string_append_c (out, '}');
}

static void
append_input (GString *out, const ToolParameter *parameters)
{
  bool any_required = false;

  g_string_append (out, "{\"type\":\"object\",\"properties\":{");
  for (const ToolParameter *parameter = parameters; parameter->name != NULL; parameter++)
    {
      if (parameter != parameters)
        g_string_append_c (out, ',');
      append_parameter (out, parameter);
    }
  g_string_append_c (out, '}');
  for (const ToolParameter *parameter = parameters; parameter->name != NULL; parameter++)
    if (parameter->is_required)
      {
        g_string_append (out, any_required ? "," : ",\"required\":[");
        append_string (out, parameter->name);
        any_required = true;
      }
  g_string_append (out,
                   any_required ? "],\"additionalProperties\":false}" : ",\"additionalProperties\":false}");
}

void
tool_schema_append (GString *out, const McpTool *tool, const McpVersion *version)
{
  g_string_append (out, "{\"name\":");
  append_string (out, tool->name);
  if (version->has_structured)
    {
      g_string_append (out, ",\"title\":");
      append_string (out, tool->title);
    }
  g_string_append (out, ",\"description\":");
  append_string (out, tool->description);
  g_string_append (out, ",\"inputSchema\":");
  append_input (out, tool->parameters);
  if (version->has_hints)
    g_string_append (
      out, ",\"annotations\":{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,"
           "\"openWorldHint\":false}");
  g_string_append_c (out, '}');
}
