/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/verbs/verb_compare.h"

#define SIDES_MAX 8

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "paths", TOOL_PATHS, .is_required = true, .min = 1, .max = SIDES_MAX, .description = "The profiles; the first is the baseline. With one path, step, steps, window or rank have a value for each side and compare parts of the same profile." },
  { "step", TOOL_TEXTS, .option = "--step", .description = "Only this step (a number, or \"median\"): one value for all sides, or one for each; \"all\" leaves a side whole." },
  { "steps", TOOL_TEXTS, .option = "--steps", .description = "Only steps \"A..B\" by number; one value for all sides, or one for each." },
  { "window", TOOL_TEXTS, .option = "--window", .description = "Only the time \"A..B\" after the first slice; one value for all sides, or one for each." },
  { "rank", TOOL_TEXTS, .option = "--rank", .description = "Only this rank; one value for all sides, or one for each." },
  { "align", TOOL_TEXT, .option = "--align", .description = "none, steps, start, step:N, annotation:NAME[:K] or collective:NAME[:K]: which steps meet, or the instant at which each side begins." },
  { "step_names", TOOL_TEXT, .option = "--step-names", .description = TOOL_ABOUT_STEPS },
  { "fail_if", TOOL_TEXTS, .option = "--fail-if", .description = "Conditions such as \"step.median > +5%\", \"differs step.mean\" or \"kernel[\\\"*gemm*\\\"].total > +10%\"; notes say which hold." },
  { "pair", TOOL_TEXTS, .option = "--pair", .description = "\"NAME => NAME\": exact names of kernels of the baseline and of another side that are to be compared with each other." },
  { "apart", TOOL_TEXTS, .option = "--apart", .description = "\"NAME => NAME\": kernels that are not to be compared with each other." },
  { "price", TOOL_TEXTS, .option = "--price", .description = "\"HARDWARE=NUMBER:CURRENCY\": what a node costs per hour, by a part of the name of its GPUs, for the cost of a step." },
  { "batch", TOOL_TEXTS, .option = "--batch", .description = "The samples of a step, of all GPUs together, for the cost of a sample; one value for all sides, or one for each." },
  { "gpus_per_node", TOOL_TEXTS, .option = "--gpus-per-node", .description = "GPUs of a node; one value for all sides, or one for each." },
  { "max_bytes", TOOL_INTEGER, .min = TOOL_BYTES_MIN, .max = TOOL_BYTES_MAX, .fallback = TOOL_BYTES_DEFAULT, .description = TOOL_ABOUT_BYTES },
  { .name = NULL },
  /* clang-format on */
};

static const char *const extra[] = { "--json", NULL };

const McpTool tool_compare = {
  .name = "compare",
  .title = "Compare profiles",
  .description =
    "Compares profiles, or parts of one, with the first, step by step: a headline, figures per step with intervals that say "
    "whether a difference is beyond the spread, what the difference is made of (waterfall), and tables that match each "
    "kernel, operator, annotation and collective with its counterpart, the largest difference first.",
  .parameters = parameters,
  .verb_name = "compare",
  .verb = verb_compare_run,
  .extra = extra,
};
