/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_tools.h"

#include <string.h>

static const McpTool *const tools[] = {
  /* clang-format off */
  &tool_list,
  &tool_info,
  &tool_findings,
  &tool_stats,
  &tool_query,
  &tool_compare,
  /* clang-format on */
};

#define N_TOOLS (sizeof tools / sizeof tools[0])

/* Set once, before the first call. */
static const McpTool *const *more_tools;

void
mcp_tools_add (const McpTool *const *more)
{
  more_tools = more;
}

const McpTool *
mcp_tools_get (guint i)
{
  if (i < N_TOOLS)
    return tools[i];
  const McpTool *const *more = more_tools;
  for (size_t left = i - N_TOOLS; more != NULL && *more != NULL; more++, left--)
    if (left == 0)
      return *more;
  return NULL;
}

const McpTool *
mcp_tools_find (const char *name)
{
  const McpTool *tool;

  for (guint i = 0; (tool = mcp_tools_get (i)) != NULL; i++)
    if (strcmp (tool->name, name) == 0)
      return tool;
  return NULL;
}
