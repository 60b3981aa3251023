/* SPDX-License-Identifier: Apache-2.0
 *
 * The colours as they are built into the program, for test_palette.py: a line of theme, name and value each. */

#include <stdio.h>

#include "widgets/look/theme.h"

static const char *const work_names[N_WORK_KINDS] = {
  [WORK_GEMM] = "gemm",       [WORK_ATTENTION] = "attention",
  [WORK_COMPUTE] = "compute", [WORK_COMMUNICATION] = "communication",
  [WORK_MEMCPY] = "memcpy",   [WORK_MEMSET] = "memset",
  [WORK_SYNC] = "sync",       [WORK_OPERATOR] = "operator",
  [WORK_CALL] = "call",       [WORK_ANNOTATION] = "annotation",
  [WORK_PYTHON] = "python",
};

static void
print_colour (const Theme *theme, const char *name, Rgb rgb)
{
  printf ("%s\t%s\t%06x\n", theme_word (theme->id), name, rgb);
}

static void
print_work (const Theme *theme, WorkKind work)
{
  const WorkFill *fill = &theme->work[work];

  printf ("%s\tfill.%s\t%06x\n", theme_word (theme->id), work_names[work], fill->fill);
  printf ("%s\tink.%s\t%06x\n", theme_word (theme->id), work_names[work], fill->ink);
  printf ("%s\tedge.%s\t%d\n", theme_word (theme->id), work_names[work], fill->edge);
  printf ("%s\tframe.%s\t%d\n", theme_word (theme->id), work_names[work], fill->pattern == PATTERN_FRAME);
}

int
main (void)
{
  for (int id = 0; id < N_THEMES; id++)
    {
      const Theme *theme = theme_get ((ThemeId) id);

      for (int work = 0; work < N_WORK_KINDS; work++)
        print_work (theme, (WorkKind) work);
      print_colour (theme, "window", theme->window);
      print_colour (theme, "view", theme->view);
      print_colour (theme, "card", theme->card);
      print_colour (theme, "group", theme->group);
      print_colour (theme, "text", theme->text);
      print_colour (theme, "secondary", theme->secondary);
      print_colour (theme, "link", theme->link);
      print_colour (theme, "accent", theme->accent);
      print_colour (theme, "arrow", theme->arrow);
      print_colour (theme, "idle_hatch", theme->idle_hatch);
      print_colour (theme, "warning", theme->warning);
      print_colour (theme, "warning_text", theme->warning_text);
      print_colour (theme, "error", theme->error);
      print_colour (theme, "better", theme->better);
      print_colour (theme, "worse", theme->worse);
      print_colour (theme, "busy", theme->busy);
      print_colour (theme, "busy_line", theme->busy_line);
    }
  return 0;
}
