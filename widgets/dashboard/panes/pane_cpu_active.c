/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_cpu_active.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/cpu_words.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_cpu.h"

enum
{
  PART_ACTIVE,
  PART_IDLE,
  N_PARTS
};

static const char *
label_of (const CpuFigures *cpu, int part)
{
  if (cpu->time.is_sampled)
    return part == PART_ACTIVE ? _ ("Samples above 0") : _ ("Samples at 0");
  return part == PART_ACTIVE ? _ ("Threads busy") : _ ("None busy");
}

static uint32_t
tenths_of (const CpuFigures *cpu, int part)
{
  return part == PART_ACTIVE ? cpu->active_tenths : 1000 - cpu->active_tenths;
}

/* Samples, or nanoseconds over all nodes. */
static int64_t
amount_of (const CpuFigures *cpu, int part)
{
  int64_t active = 0, all = 0;

  for (size_t i = 0; i < cpu->time.lines.n; i++)
    {
      const CpuLine *line = &cpu->time.lines.at[i];

      active += cpu->time.is_sampled ? (int64_t) line->n_active_samples : line->any_busy_ns;
      all += cpu->time.is_sampled ? (int64_t) line->n_samples : cpu->time.window_ns;
    }
  return part == PART_ACTIVE ? active : all - active;
}

static const char *
write_amount (const PaneContext *pane, int part, char buffer[NUMBER_TEXT_MAX])
{
  const CpuFigures *cpu = dashboard_cpu (pane->data);

  return cpu->time.is_sampled ? number_text_count (pane->numbers, (uint64_t) amount_of (cpu, part), buffer)
                              : number_text_duration (pane->numbers, (double) amount_of (cpu, part), buffer);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const CpuFigures *cpu = dashboard_cpu (pane->data);
  char values[N_PARTS][NUMBER_TEXT_MAX], active[NUMBER_TEXT_MAX];
  ChartPart parts[N_PARTS];

  for (int i = 0; i < N_PARTS; i++)
    parts[i] = (ChartPart){
      .label = label_of (cpu, i),
      .value = write_amount (pane, i, values[i]),
      .amount = (double) amount_of (cpu, i),
      .look = i == PART_IDLE ? CHART_IDLE : CHART_WORK,
      .work = WORK_CALL,
    };
  const RingChart ring = {
    .parts = parts,
    .n_parts = N_PARTS,
    .figure = number_text_tenths (style->numbers, cpu->active_tenths, active),
    .caption = cpu->time.is_sampled ? _ ("active") : _ ("threads busy"),
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return cpu_words_empty (pane->data);
}

static char *
footer (const PaneContext *pane)
{
  const CpuTime *time = &dashboard_cpu (pane->data)->time;
  g_autofree char *window = dashboard_text_window (pane->data, pane->numbers);
  uint32_t n_series = cpu_words_n_series (time);
  unsigned n_nodes = (unsigned) time->lines.n;

  if (n_nodes == 0)
    return g_strdup (_ ("No CPU samples and no traced threads"));
  if (time->is_sampled)
    {
      char count[NUMBER_TEXT_MAX];

      number_text_count (pane->numbers,
                         (uint64_t) (amount_of (dashboard_cpu (pane->data), PART_ACTIVE)
                                     + amount_of (dashboard_cpu (pane->data), PART_IDLE)),
                         count);
      return g_strdup_printf (ngettext ("Samples above 0 ÷ %s samples of %u counter",
                                        "Samples above 0 ÷ %s samples of %u counters", n_series),
                              count, n_series);
    }
  if (n_nodes == 1)
    return g_strdup_printf (ngettext ("Traced threads only: %u busy ÷ %s",
                                      "Traced threads only: any of %u busy ÷ %s", n_series),
                            n_series, window);
  return g_strdup_printf (_ ("Traced threads only: any busy ÷ %s × %u nodes"),
                          window, n_nodes);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const CpuFigures *cpu = dashboard_cpu (pane->data);
  char share[NUMBER_TEXT_MAX], amount[NUMBER_TEXT_MAX];

  /* Translators: a part, its share, its time or count: "Threads busy: 92.3 %, 983.6 ms" */
  return g_strdup_printf (C_ ("part of a ring", "%s: %s, %s"), label_of (cpu, part),
                          number_text_tenths (pane->numbers, tenths_of (cpu, part), share),
                          write_amount (pane, part, amount));
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const CpuFigures *cpu = dashboard_cpu (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { cpu->time.is_sampled ? _ ("Samples") : _ ("Traced threads only"), false },
    { cpu->time.is_sampled ? _ ("Count") : _ ("Time (ns)"), true },
    { _ ("Share (%)"), true },
    { NULL, false },
  });

  for (int i = 0; i < N_PARTS; i++)
    {
      pane_table_add (table, label_of (cpu, i));
      pane_table_add_ns (table, amount_of (cpu, i));
      pane_table_add_tenths (table, tenths_of (cpu, i), pane->numbers->decimal);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  (void) part;
  return (PaneTarget){
    .kind = TARGET_SPAN,
    .begin_ns = pane->data->scope.begin_ns,
    .end_ns = pane->data->scope.end_ns,
  };
}

const Pane pane_cpu_active = {
  .id = "cpu-active",
  .title = N_ ("CPU active time"),
  .definition = N_ (
    "If the file has counters of CPU utilization: the share of their samples in the window that are above "
    "0, over all counters together, as Amazon SageMaker Profiler counts.\n"
    "If it has none: the share of the window in which at least one traced thread of a node was inside an "
    "operator, a runtime call or a Python frame. That is not CPU utilization: threads that were not traced "
    "are missing, and a thread that waits in a runtime call counts as busy.\n"
    "Traps: the share of samples above 0 depends on the sampling rate. A single busy processor of many "
    "counts as active."),
  .needs = SECTION_BIT (SECTION_CPU),
  .shape = { .span = 1 },
  .ghost = GHOST_RING,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
