/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers a call of a tool with a verb of the command line. */

#pragma once

#include "app/cli/mcp/mcp_tool.h"

/* Checks the paths among the arguments and runs the tool. Blocks; one call at a time in the process. */
void verb_tool_run (const McpTool *tool,
                    const AllowedPaths *allowed,
                    const ToolArguments *arguments,
                    bool reads_cache,
                    bool writes_cache,
                    ToolResult *result);

/* Returns whether all paths of a call are still what they were; makes the result a failure if not. */
bool verb_tool_check_paths (const ToolCall *call, ToolResult *result);

/* Captures what is printed and complained from begin to end; end also waits for what verifies files in the background. */
void verb_tool_begin_capture (CliCapture *capture);
void verb_tool_end_capture (CliCapture *capture);
void verb_tool_clear_capture (CliCapture *capture);
