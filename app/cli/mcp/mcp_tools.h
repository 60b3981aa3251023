/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of all tools. */

#pragma once

#include "app/cli/mcp/mcp_tool.h"

/* Adds the tools that only this program has, ending with NULL; borrowed. NULL for none. */
void mcp_tools_add (const McpTool *const *more);

/* Returns the i-th tool, or NULL behind the last one. */
const McpTool *mcp_tools_get (guint i);

/* Returns the tool with that name, or NULL. */
const McpTool *mcp_tools_find (const char *name);
