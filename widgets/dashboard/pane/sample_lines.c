/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/sample_lines.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_time.h"
#include "widgets/timeline/rows/track_label.h"

/* The number of lines that fit and that a tooltip lists. */
#define SHOWN_MAX SAMPLE_LINES_MAX

static int
n_shown (const CpuTime *time)
{
  return (int) MIN (time->lines.n, SHOWN_MAX);
}

/* Samples count once each, so that the mean is that of the rows of the file. */
static double
mean_of (const CpuTime *time, const CpuLine *line)
{
  return !time->is_sampled ? line->mean : line->n_samples > 0 ? line->sample_sum / (double) line->n_samples : NAN;
}

static char *
line_label (const PaneContext *pane, const CpuTime *time, const CpuLine *line)
{
  if (time->lines.n > 1)
    return track_label_node (pane->data->scope.trace, line->node);
  if (time->is_sampled)
    return g_strdup_printf (ngettext ("%u counter", "Mean of %u counters", line->n_series), line->n_series);
  return g_strdup_printf (ngettext ("%u traced thread", "Mean of %u traced threads", line->n_series),
                          line->n_series);
}

void
sample_lines_draw (const CpuTime *time,
                   cairo_t *cr,
                   const Rect *rect,
                   const DrawStyle *style,
                   const PaneContext *pane,
                   const ChartMarks *marks,
                   ChartMap *ret_map)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  AreaSeries series[SHOWN_MAX];

  for (int i = 0; i < n_shown (time); i++)
    {
      g_ptr_array_add (labels, line_label (pane, time, &time->lines.at[i]));
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

char *
sample_lines_part_text (const CpuTime *time, const PaneContext *pane, int part)
{
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part), begin);
  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part + 1), end);
  g_string_append_printf (out, _ ("%s to %s"), begin, end);
  for (int i = 0; i < n_shown (time); i++)
    {
      g_autofree char *label = line_label (pane, time, &time->lines.at[i]);

      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("%s: %s"), label,
                              number_text_share (pane->numbers, time->lines.at[i].values[part], share));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
sample_lines_alternative (const CpuTime *time, const PaneContext *pane, const char *definition)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (size_t i = 0; i < time->lines.n; i++)
    {
      g_autofree char *label = line_label (pane, time, &time->lines.at[i]);
      char mean[NUMBER_TEXT_MAX];

      number_text_share (pane->numbers, mean_of (time, &time->lines.at[i]), mean);
      /* Translators: "Mean of 5 traced threads: mean 25.7 %" */
      g_string_append_printf (out, _ ("%s: mean %s"), label, mean);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

PaneTable *
sample_lines_table (const CpuTime *time, const PaneContext *pane)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree PaneColumn *columns = g_new0 (PaneColumn, 3 + time->lines.n);
  gsize n_columns = 0;

  columns[n_columns++] = (PaneColumn){ _ ("Begin (ns)"), true };
  columns[n_columns++] = (PaneColumn){ _ ("End (ns)"), true };
  for (size_t i = 0; i < time->lines.n; i++)
    {
      g_autofree char *label = line_label (pane, time, &time->lines.at[i]);

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

char *
sample_lines_footer (const CpuTime *time, const PaneContext *pane)
{
  char width[NUMBER_TEXT_MAX], mean[NUMBER_TEXT_MAX];
  unsigned n_nodes = (unsigned) time->lines.n;

  number_text_duration (pane->numbers, (double) time->window_ns / UTILIZATION_BUCKETS, width);
  number_text_share (pane->numbers, cpu_time_sample_mean (time), mean);
  if (n_nodes > SHOWN_MAX)
    return g_strdup_printf (_ ("Mean of all samples %s; %d buckets of %s; the first %d of %u nodes"), mean,
                            UTILIZATION_BUCKETS, width, SHOWN_MAX, n_nodes);
  return g_strdup_printf (_ ("Mean of all samples %s; %d buckets of %s"), mean, UTILIZATION_BUCKETS, width);
}

PaneTarget
sample_lines_target (const PaneContext *pane, int part)
{
  return (PaneTarget){
    .kind = TARGET_SPAN,
    .begin_ns = dashboard_bucket_ns (pane->data, (uint32_t) part),
    .end_ns = dashboard_bucket_ns (pane->data, (uint32_t) part + 1),
  };
}
