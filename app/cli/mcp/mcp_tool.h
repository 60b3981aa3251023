/* SPDX-License-Identifier: Apache-2.0
 *
 * A tool of the server. To add one that a verb of the command line answers, write tool_NAME.c with its McpTool, whose
 * parameters are the verb's options, declare it below, and add it to the table of mcp_tools.c. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/cli/mcp/allowed_paths.h"
#include "app/cli/mcp/tool_arguments.h"
#include "app/cli/mcp/tool_result.h"
#include "app/cli/out/cli_status.h"

/* Parameters that tools share. */
#define TOOL_BYTES_DEFAULT 60000
#define TOOL_BYTES_MIN     1000
#define TOOL_BYTES_MAX     1000000
#define TOOL_ABOUT_PATH \
  "The profile: a file, or a folder whose files are its ranks. Absolute, or below an allowed folder; list tells what there is."
#define TOOL_ABOUT_BYTES \
  "The size of the answer. A larger one is cut: tables lose their last rows, and notes say which."
#define TOOL_ABOUT_WINDOW \
  "Only the time from A to B after the first slice, such as \"1.5ms..2s\" (ns, us, ms or s; either side may be empty)."
#define TOOL_ABOUT_STEPS \
  "A regular expression: the host slices whose names match are the steps; its first group is the number."

typedef enum
{
  TOOL_GIVES_JSON, /* the verb prints a JSON object with --json */
  TOOL_GIVES_PNG,  /* it prints a picture */
} ToolGives;

typedef struct
{
  const AllowedPaths *allowed;
  const ToolArguments *arguments;
  GArray *paths; /* AllowedPath: those of the arguments, in the order of the parameters */
  bool writes_cache, reads_cache;
} ToolCall;

typedef struct
{
  const char *name;
  const char *title;
  const char *description;         /* for the model that calls it */
  const ToolParameter *parameters; /* the last one has no name */

  /* The verb of the command line that answers; paths are its operands. It runs with its output captured. */
  const char *verb_name;
  CliStatus (*verb) (int argc, char **argv);
  const char *const *extra; /* what is always among the verb's options; NULL, or ends with NULL */
  ToolGives gives;

  /* Of a tool that is no verb: answers. verb is NULL then. */
  void (*run) (const ToolCall *call, ToolResult *result);
} McpTool;

extern const McpTool tool_list;
extern const McpTool tool_info;
extern const McpTool tool_stats;
extern const McpTool tool_query;
extern const McpTool tool_findings;
extern const McpTool tool_compare;
