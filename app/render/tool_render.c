/* SPDX-License-Identifier: Apache-2.0 */

#include "app/render/tool_render.h"

#include "app/render/verb_render.h"

#define SIDES_MAX 8

/* Models shrink what is larger, and the program needs 4 bytes for each pixel. */
#define SIDE_MIN_PX 64
#define SIDE_MAX_PX 4096

static const char *const views[] = { "dashboard", "timeline", "compare", "timelines", NULL };
static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark", NULL };

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "paths", TOOL_PATHS, .is_required = true, .min = 1, .max = SIDES_MAX, .description = "The profile; for compare and timelines the baseline, then the others." },
  { "view", TOOL_CHOICE, .is_required = true, .option = "--view", .choices = views, .description = "dashboard: figures and charts of a window. timeline: rows of slices over time. compare: what changed. timelines: those of all sides, aligned." },
  { "window", TOOL_TEXTS, .option = "--window", .description = TOOL_ABOUT_WINDOW " For compare and timelines, one value or one for each side." },
  { "step", TOOL_TEXTS, .option = "--step", .description = "Only the step with this number. For compare and timelines, one value or one for each side." },
  { "rank", TOOL_TEXTS, .option = "--rank", .description = "Take the step of this rank." },
  { "steps", TOOL_TEXTS, .option = "--steps", .description = "Of one profile: a regular expression for the names of steps. For compare and timelines: steps \"A..B\"." },
  { "size", TOOL_SIZE, .option = "--size", .min = SIDE_MIN_PX, .max = SIDE_MAX_PX, .description = "Width and height in pixels, such as \"1280x800\", each from 64 to 4096. Without it 1280 wide; timeline 800 high, the others as high as their content." },
  { "theme", TOOL_CHOICE, .option = "--theme", .choices = themes, .description = "The colours; light without it." },
  { .name = NULL },
  /* clang-format on */
};

static const char *const extra[] = { "--output=-", NULL };

const McpTool tool_render = {
  .name = "render",
  .title = "Draw a profile",
  .description =
    "Draws a profile, or a comparison of several, as a PNG picture, as the window of Stepscope shows it. Narrow the "
    "timeline down with a step or a window of a few milliseconds to see single kernels.",
  .parameters = parameters,
  .verb_name = "render",
  .verb = verb_render_run,
  .extra = extra,
  .gives = TOOL_GIVES_PNG,
};
