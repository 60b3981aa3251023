/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_gpu_active.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/dashboard_text.h"
#include "widgets/dashboard/gap_target.h"

enum
{
  PART_ACTIVE,
  PART_IDLE,
  N_PARTS
};

static const char *const labels[N_PARTS] = { N_ ("Active"), N_ ("Idle") };

static uint32_t
tenths_of (const DashboardData *data, int part)
{
  return part == PART_ACTIVE ? data->active_tenths : data->idle_tenths;
}

static int64_t
time_of (const DashboardData *data, int part)
{
  return part == PART_ACTIVE ? data->split.busy_ns : data->split.idle_ns;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const DashboardData *data,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  char values[N_PARTS][NUMBER_TEXT_MAX], active[NUMBER_TEXT_MAX];
  ChartPart parts[N_PARTS];

  for (int i = 0; i < N_PARTS; i++)
    parts[i] = (ChartPart){
      .label = _ (labels[i]),
      .value = number_text_duration (style->numbers, (double) time_of (data, i), values[i]),
      .amount = (double) time_of (data, i),
      .look = i == PART_IDLE ? CHART_IDLE : CHART_WORK,
      .work = WORK_GEMM,
    };
  const RingChart ring = {
    .parts = parts,
    .n_parts = N_PARTS,
    .figure = number_text_tenths (style->numbers, data->active_tenths, active),
    .caption = _ ("active"),
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const DashboardData *data, const NumberStyle *numbers)
{
  return data->split.total_ns > 0 ? NULL : dashboard_text_no_work (data, numbers);
}

static char *
footer (const DashboardData *data, const NumberStyle *numbers)
{
  g_autofree char *window = dashboard_text_window (data, numbers);

  return g_strdup_printf (ngettext ("Busy (kernel ∪ copy ∪ set) ÷ %s window, %u GPU",
                                    "Busy (kernel ∪ copy ∪ set) ÷ %s window × %u GPUs", data->n_devices),
                          window, data->n_devices);
}

static char *
part_text (const DashboardData *data, const NumberStyle *numbers, int part)
{
  return dashboard_text_part (numbers, _ (labels[part]), tenths_of (data, part), time_of (data, part));
}

static char *
alternative (const DashboardData *data, const NumberStyle *numbers)
{
  g_autofree char *active = part_text (data, numbers, PART_ACTIVE);
  g_autofree char *idle = part_text (data, numbers, PART_IDLE);
  g_autofree char *definition = footer (data, numbers);

  return g_strjoin ("\n", active, idle, definition, NULL);
}

static PaneTarget
part_target (const DashboardData *data, int part)
{
  return part == PART_IDLE ? longest_gap_target (data) : PANE_TARGET_NONE;
}

const Pane pane_gpu_active = {
  .id = "gpu-active",
  .title = N_ ("GPU active time"),
  .definition =
    N_ ("Time in which at least one kernel, copy or set ran on a GPU, as a share of the window, "
        "summed over the GPUs in scope.\n"
        "Work that runs at the same time on several streams counts once. Records of synchronisation "
        "never count. A GPU that idles all through the window counts as idle.\n"
        "Traps: a GPU is also active while a kernel merely waits for other ranks, or uses a small part "
        "of it. Amazon SageMaker Profiler counts samples above 0 % instead; its figure is higher.\n"
        "A click on idle goes to the longest gap."),
  .shape = { .span = 1 },
  .ghost = GHOST_RING,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
