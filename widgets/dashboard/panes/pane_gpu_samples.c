/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_gpu_samples.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/pane/sample_lines.h"
#include "widgets/dashboard/sections/section_gpu_samples.h"

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  sample_lines_draw (dashboard_gpu_samples (pane->data), cr, rect, style, pane, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  const CpuTime *time = dashboard_gpu_samples (pane->data);

  return isnan (cpu_time_sample_mean (time)) ? g_strdup (_ ("There is no GPU sample in this scope")) : NULL;
}

static char *
footer (const PaneContext *pane)
{
  return sample_lines_footer (dashboard_gpu_samples (pane->data), pane);
}

static char *
part_text (const PaneContext *pane, int part)
{
  return sample_lines_part_text (dashboard_gpu_samples (pane->data), pane, part);
}

static char *
alternative (const PaneContext *pane)
{
  g_autofree char *definition = footer (pane);

  return sample_lines_alternative (dashboard_gpu_samples (pane->data), pane, definition);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  return sample_lines_table (dashboard_gpu_samples (pane->data), pane);
}

const Pane pane_gpu_samples = {
  .id = "gpu-samples",
  .title = N_ ("GPU utilization, sampled"),
  .definition = N_ (
    "GPU utilization as another program sampled it beside the run, such as SageMaker Debugger or nvidia-smi: the "
    "window in 100 equal buckets, with one line for each node, the mean over its GPUs. Each sample holds until "
    "the next one of its GPU. The mean below counts every sample once.\n"
    "Traps: a driver counts the share of time in which any kernel ran, however small. It is a sample of one "
    "second or less, so short gaps do not show.\n"
    "Nothing is smoothed. There is no line where there is no sample.\n"
    "Click a bucket to zoom the timeline to it."),
  .needs = SECTION_BIT (SECTION_GPU_SAMPLES),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = sample_lines_target,
};
