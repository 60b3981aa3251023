/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_kernels.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/kernel_rows.h"
#include "widgets/dashboard/sections/section_time.h"

static void
draw_bars (cairo_t *cr,
           const Rect *rect,
           const DrawStyle *style,
           const PaneContext *pane,
           const ChartMarks *marks,
           ChartMap *ret_map)
{
  const KernelRows rows = kernel_rows_of (pane);

  if (pane->options->is_other)
    kernel_rows_draw_ring (&rows, cr, rect, style, marks, ret_map);
  else
    kernel_rows_draw_bars (&rows, cr, rect, style, marks, ret_map);
}

static void
draw_ring (cairo_t *cr,
           const Rect *rect,
           const DrawStyle *style,
           const PaneContext *pane,
           const ChartMarks *marks,
           ChartMap *ret_map)
{
  const KernelRows rows = kernel_rows_of (pane);

  kernel_rows_draw_ring (&rows, cr, rect, style, marks, ret_map);
}

/* States what the percentages of the ring refer to, and its share of the window, since the legend may show only one. */
static char *
footer_of_ring (const PaneContext *pane)
{
  const KernelRows rows = kernel_rows_of (pane);
  char total[NUMBER_TEXT_MAX];

  if (rows.kernels->n_names == 0)
    return g_strdup (_ ("Shares of the total kernel time"));
  number_text_duration (pane->numbers, (double) rows.kernels->total_ns, total);
  g_autofree char *share = dashboard_text_of_window (pane->data, pane->numbers, rows.kernels->within_ns);
  /* A narrow card shows the begin only, so the unexpected comes first. */
  if (rows.kernels->within_ns > dashboard_devices (pane->data)->split.total_ns)
    /* Translators: "104.3 % of window × GPUs (kernels overlap); shares of 1.770 s" */
    return g_strdup_printf (_ ("%s; shares of %s"), share, total);
  /* Translators: "Of 1.770 s kernel time; 83.0 % of window × GPUs" */
  return g_strdup_printf (_ ("Of %s kernel time; %s"), total, share);
}

static char *
footer_of_count_ring (const PaneContext *pane)
{
  const KernelRows rows = kernel_rows_of (pane);
  char launches[NUMBER_TEXT_MAX];

  if (rows.kernels->n_names == 0)
    return g_strdup (_ ("Launches, share of all launches"));
  number_text_count (pane->numbers, rows.kernels->n_launches, launches);
  return g_strdup_printf (_ ("Launches, share of all launches (%s)"), launches);
}

static char *
footer_by_time (const PaneContext *pane)
{
  const KernelRows rows = kernel_rows_of (pane);
  char total[NUMBER_TEXT_MAX];
  g_autofree char *rest = NULL;

  if (rows.kernels->n_names == 0)
    return g_strdup (_ ("Total time, share of all kernel time, launches"));
  number_text_duration (pane->numbers, (double) rows.kernels->total_ns, total);
  rest = kernel_rows_rest (&rows);
  if (pane->options->is_other)
    return footer_of_ring (pane);
  /* Translators: the columns of the chart above; the last %s is "155 other names: 27.1 %". */
  return g_strdup_printf (_ ("Total time, share of all kernel time (%s), launches; %s"), total, rest);
}

static char *
footer_by_count (const PaneContext *pane)
{
  const KernelRows rows = kernel_rows_of (pane);
  char launches[NUMBER_TEXT_MAX];
  g_autofree char *rest = NULL;

  if (rows.kernels->n_names == 0)
    return g_strdup (_ ("Launches, share of all launches, total time"));
  number_text_count (pane->numbers, rows.kernels->n_launches, launches);
  rest = kernel_rows_rest (&rows);
  if (pane->options->is_other)
    return footer_of_count_ring (pane);
  /* Translators: the columns of the chart above; the last %s is "155 other names: 27.1 %". */
  return g_strdup_printf (_ ("Launches, share of all launches (%s), total time; %s"), launches, rest);
}

const Pane pane_kernels_by_time = {
  .id = "kernels-by-time",
  .title = N_ ("Time spent by the top 15 GPU kernels"),
  .definition =
    N_ ("Kernels by exact name, over all GPUs in scope: those that start in the window, with their whole "
        "durations. Readable names are shown; the bar is relative to the longest.\n"
        "The share is of the durations of all kernels; kernels that run at the same time each count. It is "
        "not a share of the window.\n"
        "Traps: the duration of a communication kernel includes waiting for other ranks. Memcpy and memset "
        "are not kernels.\n"
        "Click a kernel to go to its longest launch."),
  .needs = KERNEL_PANES_NEED,
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 2 },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .variant = KERNELS_BY_TIME,
  .usual_label = N_ ("Bars"),
  .other_label = N_ ("Pie"),
  .draw = draw_bars,
  .empty = kernel_rows_empty,
  .footer = footer_by_time,
  .table = kernel_rows_table,
  .alternative = kernel_rows_alternative,
  .part_text = kernel_rows_part_text,
  .part_target = kernel_rows_target,
};

const Pane pane_kernels_by_count = {
  .id = "kernels-by-count",
  .title = N_ ("Launch counts of the top 15 GPU kernels"),
  .definition =
    N_ ("How often kernels of each exact name ran, over all GPUs in scope: those that start in the "
        "window.\n"
        "The share is of the launches of all kernels.\n"
        "Traps: a graph launches many kernels with one runtime call; each of them counts here. Many "
        "short kernels can cost more time to launch than to compute.\n"
        "Click a kernel to go to its longest launch."),
  .needs = KERNEL_PANES_NEED,
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 2 },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .variant = KERNELS_BY_COUNT,
  .usual_label = N_ ("Bars"),
  .other_label = N_ ("Pie"),
  .draw = draw_bars,
  .empty = kernel_rows_empty,
  .footer = footer_by_count,
  .table = kernel_rows_table,
  .alternative = kernel_rows_alternative,
  .part_text = kernel_rows_part_text,
  .part_target = kernel_rows_target,
};

const Pane pane_all_kernels_by_time = {
  .id = "all-kernels-by-time",
  .title = N_ ("Time spent by all GPU kernels"),
  .definition = N_ (
    "The durations of all kernels that start in the window, over all GPUs in scope, by exact name. The "
    "menu sets how many names have a part of their own; \"others\" is the rest.\n"
    "The first percentage is of the durations of all kernels. Kernels that run at the same time each "
    "count, and the parts add up to 100 %. The second is the time inside the window, as a share of window "
    "× GPUs; with concurrent kernels these may add up to more.\n"
    "Traps: the duration of a communication kernel includes waiting for other ranks. Memcpy and memset are "
    "not kernels. The percentages of Amazon SageMaker Profiler are of wall time and do not add up.\n"
    "Click a kernel to go to its longest launch, \"others\" to open the table of kernels."),
  .needs = KERNEL_PANES_NEED,
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_RING,
  .needs_gpu = true,
  .variant = KERNELS_BY_TIME,
  .has_rows = true,
  .draw = draw_ring,
  .empty = kernel_rows_empty,
  .footer = footer_of_ring,
  .table = kernel_rows_table,
  .alternative = kernel_rows_alternative,
  .part_text = kernel_rows_part_text,
  .part_target = kernel_rows_target,
};

const Pane pane_all_kernels_by_count = {
  .id = "all-kernels-by-count",
  .title = N_ ("Launch counts of all GPU kernels"),
  .definition = N_ (
    "The launches of all kernels that start in the window, over all GPUs in scope, by exact name. The menu "
    "sets how many names have a part of their own; \"others\" is the rest.\n"
    "The percentage is of the launches of all kernels; the parts add up to 100 %.\n"
    "Traps: a graph launches many kernels with one runtime call; each of them counts here.\n"
    "Click a kernel to go to its longest launch, \"others\" to open the table of kernels."),
  .needs = KERNEL_PANES_NEED,
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_RING,
  .needs_gpu = true,
  .variant = KERNELS_BY_COUNT,
  .has_rows = true,
  .draw = draw_ring,
  .empty = kernel_rows_empty,
  .footer = footer_of_count_ring,
  .table = kernel_rows_table,
  .alternative = kernel_rows_alternative,
  .part_text = kernel_rows_part_text,
  .part_target = kernel_rows_target,
};
