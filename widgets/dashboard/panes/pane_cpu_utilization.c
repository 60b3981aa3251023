/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_cpu_utilization.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/cpu_words.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_cpu.h"
#include "widgets/dashboard/sections/section_time.h"
#include "widgets/timeline/rows/track_label.h"

/* The number of lines that fit and that a tooltip lists. */
#define SHOWN_MAX 9

static int
n_shown (const CpuTime *time)
{
  return (int) MIN (time->lines.n, SHOWN_MAX);
}

static char *
line_label (const PaneContext *pane, const CpuLine *line)
{
  const CpuTime *time = &dashboard_cpu (pane->data)->time;

  if (time->lines.n > 1)
    return track_label_node (pane->data->scope.trace, line->node);
  if (time->is_sampled)
    return g_strdup_printf (ngettext ("%u counter", "Mean of %u counters", line->n_series), line->n_series);
  return g_strdup_printf (ngettext ("%u traced thread", "Mean of %u traced threads", line->n_series),
                          line->n_series);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const CpuTime *time = &dashboard_cpu (pane->data)->time;
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  AreaSeries series[SHOWN_MAX];

  for (int i = 0; i < n_shown (time); i++)
    {
      g_ptr_array_add (labels, line_label (pane, &time->lines.at[i]));
      series[i] = (AreaSeries){ .label = labels->pdata[i], .values = time->lines.at[i].values };
    }
  const AreaChart area = {
    .begin_ns = pane->data->scope.begin_ns,
    .end_ns = pane->data->scope.end_ns,
    .n_buckets = UTILIZATION_BUCKETS,
    .series = series,
    .n_series = n_shown (time),
  };

  area_chart_draw (cr, rect, style, &area, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return cpu_words_empty (pane->data);
}

static char *
footer (const PaneContext *pane)
{
  const DashboardData *data = pane->data;
  const CpuTime *time = &dashboard_cpu (data)->time;
  unsigned n_nodes = (unsigned) time->lines.n;
  char width[NUMBER_TEXT_MAX];

  if (n_nodes == 0)
    return g_strdup (_ ("No CPU samples and no traced threads"));
  number_text_duration (pane->numbers, (double) time->window_ns / UTILIZATION_BUCKETS, width);
  if (n_nodes > SHOWN_MAX)
    return time->is_sampled
             ? g_strdup_printf (_ ("%d buckets of %s; mean of each node's samples; the first %d of %u nodes"),
                                UTILIZATION_BUCKETS, width, SHOWN_MAX, n_nodes)
             : g_strdup_printf (
               _ ("No CPU samples: traced threads only; %d buckets of %s; the first %d of %u nodes"),
               UTILIZATION_BUCKETS, width, SHOWN_MAX, n_nodes);
  return time->is_sampled
           ? g_strdup_printf (_ ("%d buckets of %s; mean of each node's samples"), UTILIZATION_BUCKETS, width)
           : g_strdup_printf (
             _ ("No CPU samples: traced threads only; %d buckets of %s; mean share of each in operators, "
                "runtime calls, Python"),
             UTILIZATION_BUCKETS, width);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const CpuTime *time = &dashboard_cpu (pane->data)->time;
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part), begin);
  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part + 1), end);
  g_string_append_printf (out, _ ("%s to %s"), begin, end);
  for (int i = 0; i < n_shown (time); i++)
    {
      g_autofree char *label = line_label (pane, &time->lines.at[i]);

      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("%s: %s"), label,
                              number_text_share (pane->numbers, time->lines.at[i].values[part], share));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
alternative (const PaneContext *pane)
{
  const CpuTime *time = &dashboard_cpu (pane->data)->time;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);

  for (size_t i = 0; i < time->lines.n; i++)
    {
      g_autofree char *label = line_label (pane, &time->lines.at[i]);
      char mean[NUMBER_TEXT_MAX];

      number_text_share (pane->numbers, time->lines.at[i].mean, mean);
      /* Translators: "Mean of 5 traced threads: mean 25.7 %" */
      g_string_append_printf (out, _ ("%s: mean %s"), label, mean);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const CpuTime *time = &dashboard_cpu (pane->data)->time;
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree PaneColumn *columns = g_new0 (PaneColumn, 3 + time->lines.n);
  gsize n_columns = 0;

  columns[n_columns++] = (PaneColumn){ _ ("Begin (ns)"), true };
  columns[n_columns++] = (PaneColumn){ _ ("End (ns)"), true };
  for (size_t i = 0; i < time->lines.n; i++)
    {
      g_autofree char *label = line_label (pane, &time->lines.at[i]);

      g_ptr_array_add (labels, g_strdup_printf (_ ("%s (%%)"), label));
      columns[n_columns++] = (PaneColumn){ labels->pdata[i], true };
    }
  PaneTable *table = pane_table_new (columns);

  for (uint32_t bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
    {
      pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket));
      pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket + 1));
      for (size_t i = 0; i < time->lines.n; i++)
        {
          double value = time->lines.at[i].values[bucket];

          if (value >= 0)
            pane_table_add_tenths (table, (uint32_t) (value * 1000 + 0.5), pane->numbers->decimal);
          else
            pane_table_add (table, "");
        }
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  return (PaneTarget){
    .kind = TARGET_SPAN,
    .begin_ns = dashboard_bucket_ns (pane->data, (uint32_t) part),
    .end_ns = dashboard_bucket_ns (pane->data, (uint32_t) part + 1),
  };
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
  .part_target = part_target,
};
