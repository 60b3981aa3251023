/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/verbs/verb_check.h"

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "path", TOOL_PATH, .is_required = true, .description = TOOL_ABOUT_PATH },
  { "window", TOOL_TEXT, .option = "--window", .description = TOOL_ABOUT_WINDOW },
  { "step", TOOL_INTEGER, .option = "--step", .min = INT64_MIN, .max = INT64_MAX, .description = "Only the host span of the step with this number." },
  { "rank", TOOL_INTEGER, .option = "--rank", .min = INT64_MIN, .max = INT64_MAX, .description = "Take the step of this rank." },
  { "steps", TOOL_TEXT, .option = "--steps", .description = TOOL_ABOUT_STEPS },
  { "max_bytes", TOOL_INTEGER, .min = TOOL_BYTES_MIN, .max = TOOL_BYTES_MAX, .fallback = TOOL_BYTES_DEFAULT, .description = TOOL_ABOUT_BYTES },
  { .name = NULL },
  /* clang-format on */
};

static const char *const extra[] = { "--findings", "--json", NULL };

const McpTool tool_findings = {
  .name = "findings",
  .title = "What is wrong with a run",
  .description =
    "Says what is wrong with a run, by rules: for each finding its severity, a sentence with its numbers, what would be "
    "gained per step at most if it were gone, evidence (rank and time, which window of the other tools takes), and advice. "
    "Every rule has a row in rules: found, clear, or no_data with the reason. health tells what was lost when the profile "
    "was read.",
  .parameters = parameters,
  .verb_name = "check",
  .verb = verb_check_run,
  .extra = extra,
};
