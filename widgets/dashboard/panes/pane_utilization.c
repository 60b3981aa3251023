/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_utilization.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "trace/model/device_word.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_time.h"
#include "widgets/timeline/rows/track_label.h"

/* Lines that share one frame; more of them are rows. */
#define LINES_MAX 4

/* Of a row, and of the axis below them, at 100 % text. */
#define ROW_PX  24
#define AXIS_PX 24

/* The number of lines that always fit and that a tooltip lists. */
#define SHOWN_MAX 9

/* Shows only nodes unless each GPU is requested. */
static uint32_t
n_lines_of (const PaneContext *pane)
{
  uint32_t n_nodes = dashboard_devices (pane->data)->n_nodes;

  return pane->options->is_other ? n_nodes + pane->data->n_devices : n_nodes;
}

static char *
line_label (const DashboardData *data, const DashboardLine *line)
{
  const Trace *trace = data->scope.trace;

  if (line->device != TRACE_NONE)
    return dashboard_text_device (trace, line->device);
  if (dashboard_devices (data)->n_nodes > 1)
    return track_label_node (trace, line->node);
  return device_word_in (
    trace, g_strdup_printf (ngettext ("Mean of %u GPU", "Mean of %u GPUs", line->n_devices), line->n_devices));
}

static int
compare_means (const void *a, const void *b)
{
  const DashboardLine *const *x = a, *const *y = b;

  if ((*x)->mean != (*y)->mean)
    return (*x)->mean < (*y)->mean ? -1 : 1;
  return *x < *y ? -1 : *x > *y;
}

static int
compare_places (const void *a, const void *b)
{
  const DashboardLine *const *x = a, *const *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Appends the n least busy of all[first, last), in their own order. */
static void
take_least_busy (DashboardLine *all, uint32_t first, uint32_t last, uint32_t n, GPtrArray *lines)
{
  guint begin = lines->len;

  for (uint32_t i = first; i < last; i++)
    g_ptr_array_add (lines, &all[i]);
  if (last - first > n)
    {
      qsort (lines->pdata + begin, last - first, sizeof (gpointer), compare_means);
      g_ptr_array_set_size (lines, (gint) (begin + n));
      qsort (lines->pdata + begin, n, sizeof (gpointer), compare_places);
    }
}

/* The lines that are drawn where there is room for so many: the nodes', then the GPUs'. A single GPU is its own
 * node's line. */
static GPtrArray *
shown_lines (const PaneContext *pane, uint32_t n_max)
{
  const DeviceFigures *devices = dashboard_devices (pane->data);
  GPtrArray *lines = g_ptr_array_new ();

  if (pane->data->n_devices == 1)
    {
      g_ptr_array_add (lines, &devices->lines[devices->n_nodes]);
      return lines;
    }
  take_least_busy (devices->lines, 0, devices->n_nodes, n_max, lines);
  if (n_max > devices->n_nodes)
    take_least_busy (devices->lines, devices->n_nodes, n_lines_of (pane), n_max - devices->n_nodes, lines);
  return lines;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  double scale = MAX (text_cache_scale (style->text), 1.0);
  double rows = (rect->height_px - AXIS_PX * scale) / (ROW_PX * scale);
  g_autoptr (GPtrArray) lines = shown_lines (pane, (uint32_t) CLAMP (rows, LINES_MAX, SHOWN_MAX));
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  AreaSeries series[SHOWN_MAX];

  for (guint i = 0; i < lines->len; i++)
    {
      const DashboardLine *line = lines->pdata[i];

      g_ptr_array_add (labels, line_label (pane->data, line));
      series[i] = (AreaSeries){ .label = labels->pdata[i], .values = line->values };
    }
  const AreaChart area = {
    .begin_ns = pane->data->scope.begin_ns,
    .end_ns = pane->data->scope.end_ns,
    .n_buckets = DASHBOARD_BUCKETS,
    .series = series,
    .n_series = (int) lines->len,
  };

  area_chart_draw (cr, rect, style, &area, marks, ret_map);
}

/* The mean of one GPU is its own line. */
static bool
differs (const PaneContext *pane)
{
  return pane->data->n_devices > 1;
}

static char *
empty (const PaneContext *pane)
{
  return dashboard_text_no_work (pane->data, pane->numbers);
}

static char *
footer (const PaneContext *pane)
{
  const DashboardData *data = pane->data;
  uint32_t n_nodes = dashboard_devices (data)->n_nodes;
  double bucket_ns = (double) (data->scope.end_ns - data->scope.begin_ns) / DASHBOARD_BUCKETS;
  char width[NUMBER_TEXT_MAX];

  number_text_duration (pane->numbers, bucket_ns, width);
  if (data->n_devices == 1)
    return g_strdup_printf (_ ("Share of each %s with a kernel, memcpy or memset"), width);
  if (n_nodes > SHOWN_MAX)
    return g_strdup_printf (
      ngettext ("Share of each %s with a kernel, memcpy or memset; mean of each node's GPUs, of %u node",
                "Share of each %s with a kernel, memcpy or memset; mean of each node's GPUs, of %u nodes "
                "the least busy",
                n_nodes),
      width, n_nodes);
  if (n_lines_of (pane) > SHOWN_MAX)
    return g_strdup_printf (ngettext ("Share of each %s with a kernel, memcpy or memset; of %u GPU",
                                      "Share of each %s with a kernel, memcpy or memset; of %u GPUs "
                                      "the least busy, mean of each node",
                                      data->n_devices),
                            width, data->n_devices);
  return g_strdup_printf (
    ngettext ("Share of each %s with a kernel, memcpy or memset; %u GPU",
              "Share of each %s with a kernel, memcpy or memset; %u GPUs, mean of each node",
              data->n_devices),
    width, data->n_devices);
}

static char *
part_text (const PaneContext *pane, int part)
{
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
  g_autoptr (GPtrArray) lines = shown_lines (pane, SHOWN_MAX);
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part), begin);
  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part + 1), end);
  g_string_append_printf (out, _ ("%s to %s"), begin, end);
  for (guint i = 0; i < lines->len; i++)
    {
      const DashboardLine *line = lines->pdata[i];
      g_autofree char *label = line_label (pane->data, line);

      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("%s: %s"), label,
                              number_text_share (pane->numbers, line->values[part], share));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
alternative (const PaneContext *pane)
{
  const DeviceFigures *devices = dashboard_devices (pane->data);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);
  uint32_t n_lines = devices->n_nodes + pane->data->n_devices;

  for (uint32_t i = pane->data->n_devices == 1 ? devices->n_nodes : 0; i < n_lines; i++)
    {
      const DashboardLine *line = &devices->lines[i];
      char mean[NUMBER_TEXT_MAX], least[NUMBER_TEXT_MAX], at[NUMBER_TEXT_MAX];
      g_autofree char *label = line_label (pane->data, line);
      uint32_t lowest = 0;

      for (uint32_t bucket = 1; bucket < DASHBOARD_BUCKETS; bucket++)
        if (line->values[bucket] < line->values[lowest])
          lowest = bucket;
      number_text_share (pane->numbers, line->mean, mean);
      number_text_share (pane->numbers, line->values[lowest], least);
      number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, lowest), at);
      /* Translators: "GPU 3: mean 83.5 %, lowest 8.1 % at 107.0 ms" */
      g_string_append_printf (out, _ ("%s: mean %s, lowest %s at %s"), label, mean, least, at);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* A column for each node and GPU, including those that are not drawn for lack of room. */
static PaneTable *
table_of (const PaneContext *pane)
{
  const DeviceFigures *devices = dashboard_devices (pane->data);
  uint32_t first = pane->data->n_devices == 1 ? devices->n_nodes : 0;
  uint32_t n_lines = devices->n_nodes + pane->data->n_devices;
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree PaneColumn *columns = g_new0 (PaneColumn, 3 + (gsize) n_lines);
  uint32_t n_columns = 0;

  columns[n_columns++] = (PaneColumn){ _ ("Begin (ns)"), true };
  columns[n_columns++] = (PaneColumn){ _ ("End (ns)"), true };
  for (uint32_t i = first; i < n_lines; i++)
    {
      g_autofree char *label = line_label (pane->data, &devices->lines[i]);

      /* Translators: the head of a column of percentages: "GPU 3 (%)". */
      g_ptr_array_add (labels, g_strdup_printf (_ ("%s (%%)"), label));
      columns[n_columns++] = (PaneColumn){ labels->pdata[i - first], true };
    }
  PaneTable *table = pane_table_new (columns);

  for (uint32_t bucket = 0; bucket < DASHBOARD_BUCKETS; bucket++)
    {
      pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket));
      pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket + 1));
      for (uint32_t i = first; i < n_lines; i++)
        pane_table_add_tenths (table, (uint32_t) (devices->lines[i].values[bucket] * 1000 + 0.5),
                               pane->numbers->decimal);
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

const Pane pane_utilization = {
  .id = "gpu-utilization",
  .title = N_ ("GPU utilization over time"),
  .definition = /* xgettext:no-c-format */ N_ (
    "The window in 100 equal buckets: the share of each bucket in which at least one kernel, memcpy or "
    "memset ran. Nothing is smoothed.\n"
    "Several GPUs: the mean over the GPUs of a node that have any activity in the profile; \"Line per "
    "GPU\" in the menu adds each GPU. If there is no room for all, the least busy ones are shown.\n"
    "Traps: a short gap inside a bucket is a small dip, not a hole; zoom in, or choose a smaller scope. A "
    "GPU at 100 % may still use only a small part of its units.\n"
    "Click a bucket to zoom the timeline to it."),
  .needs = SECTION_BIT (SECTION_DEVICES),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .needs_gpu = true,
  .usual_label = N_ ("Line per Node"),
  .other_label = N_ ("Line per GPU"),
  .differs = differs,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
