/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/reports/report.h"
#include "app/cli/verbs/verb_stats.h"

static char **
report_names (void)
{
  g_autofree char *names = stats_report_names (" ");

  return g_strsplit (names, " ", -1);
}

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "path", TOOL_PATH, .is_required = true, .description = TOOL_ABOUT_PATH },
  { "reports", TOOL_CHOICES, .option = "--report", .find_choices = report_names, .description = "The reports to make. Without it, all common ones, which share max_bytes; name the few that matter." },
  { "window", TOOL_TEXT, .option = "--window", .description = TOOL_ABOUT_WINDOW },
  { "step", TOOL_INTEGER, .option = "--step", .min = INT64_MIN, .max = INT64_MAX, .description = "Only the host span of the step with this number." },
  { "rank", TOOL_INTEGER, .option = "--rank", .min = INT64_MIN, .max = INT64_MAX, .description = "Take the step of this rank; the figures still cover all ranks." },
  { "steps", TOOL_TEXT, .option = "--steps", .description = TOOL_ABOUT_STEPS },
  { "launch_gap", TOOL_TEXT, .option = "--launch-gap", .description = "In the idle reports, count a shorter gap before work that was already launched as launch overhead, such as \"30us\"." },
  { "what_if", TOOL_TEXT, .option = "--what-if", .description = "In the report critical_path, also give the length of the path if the own time, without what they call, of all slices with this name were shorter, such as \"ampere_sgemm_128x64_tn=-20%\"." },
  { "at", TOOL_TEXT, .option = "--at", .description = "In the allocation reports, the time to show instead of the peak, such as \"1.5s\"." },
  { "max_bytes", TOOL_INTEGER, .min = TOOL_BYTES_MIN, .max = TOOL_BYTES_MAX, .fallback = TOOL_BYTES_DEFAULT, .description = TOOL_ABOUT_BYTES },
  { .name = NULL },
  /* clang-format on */
};

static const char *const extra[] = { "--json", NULL };

const McpTool tool_stats = {
  .name = "stats",
  .title = "Statistics of a profile",
  .description =
    "Statistics of a profile or a part of it, a table for each report. Begin with the reports summary, breakdown, idle and "
    "steps; then kernels_by_name, operators, launches, collectives, memory_use and so on. A device is busy while a kernel, "
    "memcpy or memset runs on it. Keys that end in _ns are nanoseconds; percentages refer to the window.",
  .parameters = parameters,
  .verb_name = "stats",
  .verb = verb_stats_run,
  .extra = extra,
};
