/* SPDX-License-Identifier: Apache-2.0
 *
 * Describes tools to a client. */

#pragma once

#include <glib.h>

#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/mcp/mcp_version.h"

/* Appends {"name":..,"description":..,"inputSchema":..}: JSON Schema 2020-12, which older versions read, too. */
void tool_schema_append (GString *out, const McpTool *tool, const McpVersion *version);
