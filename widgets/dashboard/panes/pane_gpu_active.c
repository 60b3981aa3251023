/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_gpu_active.h"

#include <glib/gi18n-lib.h>

#include "trace/stats/percent_parts.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/gap_target.h"
#include "widgets/dashboard/sections/section_time.h"

enum
{
  PART_ACTIVE,
  PART_IDLE,
  N_PARTS
};

/* METRICS 1: what counts as busy is a choice, since a GPU whose kernels wait for other ranks is as busy as one that
 * computes. */
static bool
is_compute_only (const PaneContext *pane)
{
  return pane->options->is_other;
}

static const char *
label_of (const PaneContext *pane, int part)
{
  if (is_compute_only (pane))
    return part == PART_ACTIVE ? _ ("Computing") : _ ("Not computing");
  return part == PART_ACTIVE ? _ ("Active") : _ ("Idle");
}

static int64_t
time_of (const PaneContext *pane, int part)
{
  const DeviceFigures *devices = dashboard_devices (pane->data);
  int64_t compute_ns = devices->all_overlaps.compute_ns;

  if (is_compute_only (pane))
    return part == PART_ACTIVE ? compute_ns : devices->split.total_ns - compute_ns;
  return part == PART_ACTIVE ? devices->split.busy_ns : devices->split.idle_ns;
}

static uint32_t
tenths_of (const PaneContext *pane, int part)
{
  const TimeFigures *time = dashboard_time (pane->data);
  const int64_t both_ns[N_PARTS] = { time_of (pane, PART_ACTIVE), time_of (pane, PART_IDLE) };
  uint32_t tenths[N_PARTS];

  if (is_compute_only (pane))
    {
      percent_parts (both_ns, N_PARTS, tenths);
      return tenths[part];
    }
  return part == PART_ACTIVE ? time->active_tenths : time->idle_tenths;
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
      .label = label_of (pane, i),
      .value = number_text_duration (style->numbers, (double) time_of (pane, i), values[i]),
      .amount = (double) time_of (pane, i),
      .look = i == PART_IDLE ? CHART_IDLE : CHART_WORK,
      .work = WORK_GEMM,
    };
  const RingChart ring = {
    .parts = parts,
    .n_parts = N_PARTS,
    .figure = number_text_tenths (style->numbers, tenths_of (pane, PART_ACTIVE), active),
    .caption = is_compute_only (pane) ? _ ("computing") : _ ("active"),
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

  if (is_compute_only (pane))
    return g_strdup_printf (ngettext ("Time with a compute kernel ÷ %s, %u GPU",
                                      "Time with a compute kernel ÷ %s × %u GPUs", n_devices),
                            window, n_devices);
  return g_strdup_printf (ngettext ("Kernel, memcpy or memset time ÷ %s, %u GPU",
                                    "Kernel, memcpy or memset time ÷ %s × %u GPUs", n_devices),
                          window, n_devices);
}

static char *
part_text (const PaneContext *pane, int part)
{
  return dashboard_text_part (pane->numbers, label_of (pane, part), tenths_of (pane, part), time_of (pane, part));
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
      pane_table_add (table, label_of (pane, i));
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
    /* xgettext:no-c-format */ N_ ("Time with a kernel, memcpy or memset running, as a share of the window, summed over the GPUs in "
        "scope: (kernel ∪ memcpy ∪ memset) / (window × GPUs).\n"
        "Work that runs at the same time on several streams counts once. Records of synchronisation never "
        "count. A GPU that is idle throughout the window counts as idle.\n"
        "Traps: a GPU is also active while a kernel only waits for other ranks, or uses a small part of "
        "it. Amazon SageMaker Profiler counts samples above 0 % instead; its figure is higher.\n"
        "The menu offers a second way to count: only kernels that compute, so that neither communication "
        "nor memcpy makes a GPU look busy.\n"
        "Click idle to go to the longest gap, active to open the table of kernels."),
  .needs = SECTION_BIT (SECTION_TIME),
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 1 },
  .ghost = GHOST_RING,
  .usual_label = N_ ("Any Work"),
  .other_label = N_ ("Compute Kernels Only"),
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
