/* SPDX-License-Identifier: Apache-2.0
 *
 * The tool render of `mcp`: a picture for who sees one. */

#pragma once

#include "app/cli/mcp/mcp_tool.h"

extern const McpTool tool_render;
