/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_steps.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/duration_bins.h"
#include "widgets/dashboard/sections/section_steps.h"

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const StepFigures *steps = dashboard_steps (pane->data);
  const ChartLine lines[] = {
    { steps->wall.median_ns, _ ("Median") },
    { steps->wall.p95_ns, _ ("p95") },
  };
  const HistogramChart histogram = {
    .begin_ns = histogram_edge_ns (&steps->bins, 0),
    .width_ns = steps->bins.width_ns,
    .counts = steps->bins.counts,
    .n_bins = (int) steps->bins.n_bins,
    .lines = lines,
    /* For a single step the two are equal. */
    .n_lines = steps->wall.count > 1 ? 2 : 1,
    .work = WORK_GEMM,
  };

  histogram_chart_draw (cr, rect, style, &histogram, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  const StepFigures *steps = dashboard_steps (pane->data);
  if (steps->wall.count > 0)
    return NULL;
  if (step_table_count (pane->data->scope.steps) == 0)
    return g_strdup (
      _ ("No steps in this file. Steps come from ProfilerStep#N, step_N or an annotation that you choose."));
  if (steps->n_truncated > 0)
    return g_strdup (_ ("The only step is cut off by the end of the recording"));
  return g_strdup (_ ("No step begins in this scope"));
}

static char *
footer (const PaneContext *pane)
{
  const StepFigures *steps = dashboard_steps (pane->data);
  char count[NUMBER_TEXT_MAX], cut[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, steps->wall.count, count);
  if (steps->n_truncated == 0)
    return g_strdup_printf (ngettext ("Wall time of %s step", "Wall time of %s steps", steps->wall.count),
                            count);
  number_text_count (pane->numbers, steps->n_truncated, cut);
  return g_strdup_printf (ngettext ("Wall time of %s step; without %s cut off at the end",
                                    "Wall time of %s steps; without %s cut off at the end",
                                    steps->wall.count),
                          count, cut);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const StepFigures *steps = dashboard_steps (pane->data);
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];
  uint32_t bin = (uint32_t) part;

  /* Translators: "3 steps from 76.00 ms to 77.00 ms" */
  return g_strdup_printf (
    ngettext ("%s step from %s to %s", "%s steps from %s to %s", steps->bins.counts[bin]),
    number_text_count (pane->numbers, steps->bins.counts[bin], count),
    number_text_duration (pane->numbers, (double) histogram_edge_ns (&steps->bins, bin), begin),
    number_text_duration (pane->numbers, (double) histogram_edge_ns (&steps->bins, bin + 1), end));
}

static char *
alternative (const PaneContext *pane)
{
  const StepFigures *steps = dashboard_steps (pane->data);
  g_autofree char *definition = footer (pane);

  return duration_bins_alternative (pane, &steps->wall, &steps->bins, part_text, definition);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  return duration_bins_table (&dashboard_steps (pane->data)->bins, _ ("Steps"));
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const StepFigures *steps = dashboard_steps (pane->data);
  if (steps->bin_first[part] == UINT64_MAX)
    return PANE_TARGET_NONE;
  return (PaneTarget){ .kind = TARGET_STEP, .id = steps->bin_first[part] };
}

const Pane pane_steps = {
  .id = "step-times",
  .title = N_ ("Step time distribution"),
  .definition =
    /* xgettext:no-c-format */ N_ ("Wall time of the steps whose host part begins in the window, of all ranks in scope, counted in "
        "equal bins with round edges.\n"
        "A step ends when the host has left it and the last activity launched in it has finished. Its wall "
        "time begins where the step before it ended, or with its host part if that is later.\n"
        "The last step of a rank is left out if the recording ends inside it.\n"
        "Traps: the host annotation of a step is shorter or longer than its wall time, since the GPU runs "
        "behind the host. 95 % of the steps took at most p95.\n"
        "Click a bin to go to its first step."),
  .needs = SECTION_BIT (SECTION_STEPS),
  .of_job = PANE_JOB_ANY,
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_AXES,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
