/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_activity.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/dashboard/dashboard_text.h"
#include "widgets/dashboard/gap_target.h"

static const struct
{
  const char *label;
  WorkKind work;
} kinds[N_ACTIVITY_PARTS] = {
  [ACTIVITY_KERNEL] = { N_ ("Kernels"), WORK_GEMM }, [ACTIVITY_MEMCPY] = { N_ ("Copies"), WORK_MEMCPY },
  [ACTIVITY_MEMSET] = { N_ ("Sets"), WORK_MEMSET },  [ACTIVITY_SYNC] = { N_ ("Sync"), WORK_SYNC },
  [ACTIVITY_IDLE] = { N_ ("Idle"), WORK_COMPUTE },
};

static int64_t
time_of (const DashboardData *data, ActivityPart part)
{
  switch (part)
    {
    case ACTIVITY_KERNEL:
      return data->activity.exclusive.kernel_ns;
    case ACTIVITY_MEMCPY:
      return data->activity.exclusive.memcpy_ns;
    case ACTIVITY_MEMSET:
      return data->activity.exclusive.memset_ns;
    case ACTIVITY_SYNC:
      return data->activity.exclusive.sync_ns;
    default:
      return data->activity.idle_ns;
    }
}

/* The kinds as drawn: largest first, what there is none of left out, idle last. Returns their number. */
static int
order_of (const DashboardData *data, ActivityPart ret_order[N_ACTIVITY_PARTS])
{
  int n = 0;

  for (ActivityPart part = 0; part < ACTIVITY_IDLE; part++)
    {
      int place = n;

      if (time_of (data, part) == 0)
        continue;
      while (place > 0 && time_of (data, ret_order[place - 1]) < time_of (data, part))
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
      const DashboardData *data,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  char values[N_ACTIVITY_PARTS][NUMBER_TEXT_MAX], shares[N_ACTIVITY_PARTS][NUMBER_TEXT_MAX];
  char total[NUMBER_TEXT_MAX];
  ChartPart parts[N_ACTIVITY_PARTS];
  ActivityPart order[N_ACTIVITY_PARTS];

  int n = order_of (data, order);

  for (int i = 0; i < n; i++)
    parts[i] = (ChartPart){
      .label = _ (kinds[order[i]].label),
      .value = number_text_duration (style->numbers, (double) time_of (data, order[i]), values[i]),
      .share = number_text_tenths (style->numbers, data->activity_tenths[order[i]], shares[i]),
      .amount = (double) time_of (data, order[i]),
      .look = order[i] == ACTIVITY_IDLE ? CHART_IDLE : CHART_WORK,
      .work = kinds[order[i]].work,
    };
  const RingChart ring = {
    .parts = parts,
    .n_parts = n,
    .figure = number_text_duration (style->numbers, (double) data->activity.total_ns, total),
    .caption = data->n_devices == 1 ? _ ("window") : _ ("GPU time"),
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const DashboardData *data, const NumberStyle *numbers)
{
  return data->activity.total_ns > 0 ? NULL : dashboard_text_no_work (data, numbers);
}

static char *
footer (const DashboardData *data, const NumberStyle *numbers)
{
  g_autofree char *window = dashboard_text_window (data, numbers);

  return g_strdup_printf (ngettext ("Each instant once; parts of %s, %u GPU",
                                    "Each instant once; parts of %s × %u GPUs", data->n_devices),
                          window, data->n_devices);
}

static char *
part_text (const DashboardData *data, const NumberStyle *numbers, int part)
{
  ActivityPart order[N_ACTIVITY_PARTS];

  order_of (data, order);
  return dashboard_text_part (numbers, _ (kinds[order[part]].label), data->activity_tenths[order[part]],
                              time_of (data, order[part]));
}

static char *
alternative (const DashboardData *data, const NumberStyle *numbers)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (data, numbers);
  ActivityPart order[N_ACTIVITY_PARTS];
  int n = order_of (data, order);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *line = part_text (data, numbers, i);

      g_string_append_printf (out, "%s\n", line);
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTarget
part_target (const DashboardData *data, int part)
{
  ActivityPart order[N_ACTIVITY_PARTS];

  order_of (data, order);
  return order[part] == ACTIVITY_IDLE ? longest_gap_target (data) : PANE_TARGET_NONE;
}

const Pane pane_activity = {
  .id = "gpu-activity",
  .title = N_ ("GPU activity distribution"),
  .definition =
    N_ ("What the GPUs in scope did, as parts of window × GPUs. Each instant counts once, for the first "
        "of kernel, copy, set, synchronisation and idle that applies, so the parts add up.\n"
        "Sync is the device's own record of waiting; it is not work, and not in \"GPU active "
        "time\" either.\n"
        "Traps: Amazon SageMaker Profiler adds up durations instead, which counts concurrent streams "
        "several times. Copies that AMD's tools record as kernels count as copies here.\n"
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
