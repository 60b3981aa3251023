/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_cpu_utilization.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/cpu_words.h"
#include "widgets/dashboard/pane/sample_lines.h"
#include "widgets/dashboard/sections/section_cpu.h"

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  sample_lines_draw (&dashboard_cpu (pane->data)->time, cr, rect, style, pane, marks, ret_map);
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
  unsigned n_nodes = (unsigned) time->lines.n;
  char width[NUMBER_TEXT_MAX];

  if (n_nodes == 0)
    return g_strdup (_ ("No CPU samples and no traced threads"));
  if (time->is_sampled)
    return sample_lines_footer (time, pane);
  number_text_duration (pane->numbers, (double) time->window_ns / UTILIZATION_BUCKETS, width);
  if (n_nodes > SAMPLE_LINES_MAX)
    return g_strdup_printf (
      _ ("No CPU samples: traced threads only; %d buckets of %s; the first %d of %u nodes"),
      UTILIZATION_BUCKETS, width, SAMPLE_LINES_MAX, n_nodes);
  return g_strdup_printf (
    _ ("No CPU samples: traced threads only; %d buckets of %s; mean share of each in operators, "
       "runtime calls, Python"),
    UTILIZATION_BUCKETS, width);
}


static char *
part_text (const PaneContext *pane, int part)
{
  return sample_lines_part_text (&dashboard_cpu (pane->data)->time, pane, part);
}

static char *
alternative (const PaneContext *pane)
{
  g_autofree char *definition = footer (pane);

  return sample_lines_alternative (&dashboard_cpu (pane->data)->time, pane, definition);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  return sample_lines_table (&dashboard_cpu (pane->data)->time, pane);
}

const Pane pane_cpu_utilization = {
  .id = "cpu-utilization",
  .title = N_ ("CPU utilization over time"),
  .definition = N_ (
    "The window in 100 equal buckets, with one line for each node. If the file has counters of CPU "
    "utilization: the mean over the node's counters; each sample holds until the next one. Values are "
    "percentages if the name of a counter says so or one of its values is above 1, else fractions.\n"
    "If it has none: the share of each bucket that a traced thread spent inside operators, runtime calls "
    "and Python frames, as a mean over the threads of the node that have any of them in the profile. That "
    "is not CPU utilization: threads that were not traced are missing, and waiting in a runtime call "
    "counts as busy.\n"
    "Nothing is smoothed. There is no line where there is no sample.\n"
    "Click a bucket to zoom the timeline to it."),
  .needs = SECTION_BIT (SECTION_CPU),
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
