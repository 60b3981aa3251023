/* SPDX-License-Identifier: Apache-2.0
 *
 * What a tool answers. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/mcp/mcp_version.h"

typedef struct
{
  GString *json; /* an object; NULL for none */
  GString *png;  /* the bytes of a picture; NULL for none */
  GString *text; /* why it failed and what to do, or what is to be said beside a picture */
  bool is_error;
} ToolResult;

void tool_result_init (ToolResult *result);
void tool_result_clear (ToolResult *result);

/* Makes the result a failure with this sentence. */
void tool_result_fail (ToolResult *result, const char *sentence);

/* Takes the JSON object, cuts it to max_bytes, and adds the notes, a line each, and what was cut, as its member "notes". */
void tool_result_take_json (ToolResult *result, GString *json, const char *notes, size_t max_bytes);

/* Returns the result of tools/call as JSON on one line, without what is the same for all results of a version. Transfer
 * full. */
GString *tool_result_json (const ToolResult *result, const McpVersion *version);
