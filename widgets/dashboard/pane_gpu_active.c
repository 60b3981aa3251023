/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_gpu_active.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/dashboard_text.h"
#include "widgets/dashboard/gap_target.h"
#include "widgets/dashboard/section_time.h"

enum
{
  PART_ACTIVE,
  PART_IDLE,
  N_PARTS
};

static const char *const labels[N_PARTS] = { N_ ("Active"), N_ ("Idle") };

static uint32_t
tenths_of (const PaneContext *pane, int part)
{
  const TimeFigures *time = dashboard_time (pane->data);

  return part == PART_ACTIVE ? time->active_tenths : time->idle_tenths;
}

static int64_t
time_of (const PaneContext *pane, int part)
{
  const TimeSplit *split = &dashboard_devices (pane->data)->split;

  return part == PART_ACTIVE ? split->busy_ns : split->idle_ns;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  char values[N_PARTS][NUMBER_TEXT_MAX], active[NUMBER_TEXT_MAX];
  ChartPart parts[N_PARTS];

  for (int i = 0; i < N_PARTS; i++)
    parts[i] = (ChartPart){
      .label = _ (labels[i]),
      .value = number_text_duration (style->numbers, (double) time_of (pane, i), values[i]),
      .amount = (double) time_of (pane, i),
      .look = i == PART_IDLE ? CHART_IDLE : CHART_WORK,
      .work = WORK_GEMM,
    };
  const RingChart ring = {
    .parts = parts,
    .n_parts = N_PARTS,
    .figure = number_text_tenths (style->numbers, tenths_of (pane, PART_ACTIVE), active),
    .caption = _ ("active"),
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return dashboard_devices (pane->data)->split.total_ns > 0
           ? NULL
           : dashboard_text_no_work (pane->data, pane->numbers);
}

static char *
footer (const PaneContext *pane)
{
  uint32_t n_devices = pane->data->n_devices;
  g_autofree char *window = dashboard_text_window (pane->data, pane->numbers);

  return g_strdup_printf (ngettext ("Busy (kernel ∪ copy ∪ set) ÷ %s window, %u GPU",
                                    "Busy (kernel ∪ copy ∪ set) ÷ %s window × %u GPUs", n_devices),
                          window, n_devices);
}

static char *
part_text (const PaneContext *pane, int part)
{
  return dashboard_text_part (pane->numbers, _ (labels[part]), tenths_of (pane, part), time_of (pane, part));
}

static char *
alternative (const PaneContext *pane)
{
  g_autofree char *active = part_text (pane, PART_ACTIVE);
  g_autofree char *idle = part_text (pane, PART_IDLE);
  g_autofree char *definition = footer (pane);

  return g_strjoin ("\n", active, idle, definition, NULL);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("State"), false },
    { _ ("Time (ns)"), true },
    { _ ("Share of the window (%)"), true },
    { NULL, false },
  });

  for (int i = 0; i < N_PARTS; i++)
    {
      pane_table_add (table, _ (labels[i]));
      pane_table_add_ns (table, time_of (pane, i));
      pane_table_add_tenths (table, tenths_of (pane, i), pane->numbers->decimal);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  return part == PART_IDLE ? longest_gap_target (pane->data)
                           : (PaneTarget){ .kind = TARGET_TABLE, .table = "kernels" };
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
        "A click on idle goes to the longest gap, one on active to the table of kernels."),
  .needs = SECTION_BIT (SECTION_TIME),
  .shape = { .span = 1 },
  .ghost = GHOST_RING,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
