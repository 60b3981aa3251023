/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/verbs/verb_info.h"

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "path", TOOL_PATH, .is_required = true, .description = TOOL_ABOUT_PATH },
  { "max_bytes", TOOL_INTEGER, .min = TOOL_BYTES_MIN, .max = TOOL_BYTES_MAX, .fallback = TOOL_BYTES_DEFAULT, .description = TOOL_ABOUT_BYTES },
  { .name = NULL },
  /* clang-format on */
};

static const char *const extra[] = { "--json", NULL };

const McpTool tool_info = {
  .name = "info",
  .title = "What a profile contains",
  .description =
    "Opens a profile and tells what is in it: format, time span, ranks, devices, threads, steps, events by category, and its "
    "health (what was lost or repaired when it was read). Call it first. Times are nanoseconds after the first slice. If "
    "there are no steps, step_proposals has patterns that stats and query take as \"steps\".",
  .parameters = parameters,
  .verb_name = "info",
  .verb = verb_info_run,
  .extra = extra,
};
