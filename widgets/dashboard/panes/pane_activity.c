/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_activity.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "trace/model/device_word.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/gap_target.h"
#include "widgets/dashboard/sections/section_activity.h"

static const struct
{
  const char *label;
  WorkKind work;
} kinds[N_ACTIVITY_PARTS] = {
  [ACTIVITY_KERNEL] = { N_ ("Kernels"), WORK_GEMM },  [ACTIVITY_MEMCPY] = { N_ ("Memcpy"), WORK_MEMCPY },
  [ACTIVITY_MEMSET] = { N_ ("Memset"), WORK_MEMSET }, [ACTIVITY_SYNC] = { N_ ("Sync"), WORK_SYNC },
  [ACTIVITY_IDLE] = { N_ ("Idle"), WORK_COMPUTE },
};

/* Lists the kinds as drawn: largest first, idle last, without kinds of no time. Returns their number. */
static int
order_of (const ActivityFigures *activity, ActivityPart ret_order[N_ACTIVITY_PARTS])
{
  int n = 0;

  for (ActivityPart part = 0; part < ACTIVITY_IDLE; part++)
    {
      int place = n;

      if (activity->part_ns[part] == 0)
        continue;
      while (place > 0 && activity->part_ns[ret_order[place - 1]] < activity->part_ns[part])
        place--;
      memmove (ret_order + place + 1, ret_order + place, (size_t) (n - place) * sizeof *ret_order);
      ret_order[place] = part;
      n++;
    }
  ret_order[n++] = ACTIVITY_IDLE;
  return n;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const ActivityFigures *activity = dashboard_activity (pane->data);
  char values[N_ACTIVITY_PARTS][NUMBER_TEXT_MAX], shares[N_ACTIVITY_PARTS][NUMBER_TEXT_MAX];
  char total[NUMBER_TEXT_MAX];
  ChartPart parts[N_ACTIVITY_PARTS];
  ActivityPart order[N_ACTIVITY_PARTS];
  int n = order_of (activity, order);

  for (int i = 0; i < n; i++)
    parts[i] = (ChartPart){
      .label = _ (kinds[order[i]].label),
      .value = number_text_duration (style->numbers, (double) activity->part_ns[order[i]], values[i]),
      .share = number_text_tenths (style->numbers, activity->part_tenths[order[i]], shares[i]),
      .amount = (double) activity->part_ns[order[i]],
      .look = order[i] == ACTIVITY_IDLE ? CHART_IDLE : CHART_WORK,
      .work = kinds[order[i]].work,
    };
  g_autofree char *caption =
    device_word_in (pane->data->scope.trace, g_strdup (pane->data->n_devices == 1 ? _ ("window") : _ ("GPU time")));
  const RingChart ring = {
    .parts = parts,
    .n_parts = n,
    .figure = number_text_duration (style->numbers, (double) activity->total_ns, total),
    .caption = caption,
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return dashboard_activity (pane->data)->total_ns > 0 ? NULL
                                                       : dashboard_text_no_work (pane->data, pane->numbers);
}

static char *
footer (const PaneContext *pane)
{
  g_autofree char *window = dashboard_text_window (pane->data, pane->numbers);

  return g_strdup_printf (ngettext ("Each instant counts once; shares of %s, %u GPU",
                                    "Each instant counts once; shares of %s × %u GPUs",
                                    pane->data->n_devices),
                          window, pane->data->n_devices);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const ActivityFigures *activity = dashboard_activity (pane->data);
  ActivityPart order[N_ACTIVITY_PARTS];

  order_of (activity, order);
  return dashboard_text_part (pane->numbers, _ (kinds[order[part]].label), activity->part_tenths[order[part]],
                              activity->part_ns[order[part]]);
}

static char *
alternative (const PaneContext *pane)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);
  ActivityPart order[N_ACTIVITY_PARTS];
  int n = order_of (dashboard_activity (pane->data), order);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *line = part_text (pane, i);

      g_string_append_printf (out, "%s\n", line);
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const ActivityFigures *activity = dashboard_activity (pane->data);
  ActivityPart order[N_ACTIVITY_PARTS];
  int n = order_of (activity, order);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Activity"), false },
    { _ ("Time (ns)"), true },
    { _ ("Share of the window (%)"), true },
    { NULL, false },
  });

  for (int i = 0; i < n; i++)
    {
      pane_table_add (table, _ (kinds[order[i]].label));
      pane_table_add_ns (table, activity->part_ns[order[i]]);
      pane_table_add_tenths (table, activity->part_tenths[order[i]], pane->numbers->decimal);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  ActivityPart order[N_ACTIVITY_PARTS];

  order_of (dashboard_activity (pane->data), order);
  switch (order[part])
    {
    case ACTIVITY_IDLE:
      return longest_gap_target (pane->data);
    case ACTIVITY_KERNEL:
      return (PaneTarget){ .kind = TARGET_TABLE, .table = "kernels" };
    case ACTIVITY_MEMCPY:
    case ACTIVITY_MEMSET:
      return (PaneTarget){ .kind = TARGET_TABLE, .table = "memory" };
    case ACTIVITY_SYNC: /* of which there is no table */
    case N_ACTIVITY_PARTS:
      break;
    }
  return (PaneTarget){
    .kind = TARGET_SPAN,
    .begin_ns = pane->data->scope.begin_ns,
    .end_ns = pane->data->scope.end_ns,
  };
}

const Pane pane_activity = {
  .id = "gpu-activity",
  .title = N_ ("GPU activity distribution"),
  .definition =
    N_ ("What the GPUs in scope did, as shares of window × GPUs. Each instant counts once, for the first "
        "that applies of kernel, memcpy, memset, synchronisation and idle, so the parts add up to 100 %.\n"
        "Sync is the device's own record of waiting. It is not work and is not part of \"GPU active "
        "time\".\n"
        "Traps: Amazon SageMaker Profiler adds up durations instead, so it counts concurrent streams "
        "several times. A memcpy that AMD's tools record as a kernel counts as memcpy here.\n"
        "Click idle to go to the longest gap, another part to open the table of what ran."),
  .needs = SECTION_BIT (SECTION_ACTIVITY) | SECTION_BIT (SECTION_IDLE) | SECTION_BIT (SECTION_DEVICES),
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
