/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_queues.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_queues.h"
#include "widgets/dashboard/sections/section_time.h"

/* Lines that share one frame; more of them are rows. */
#define LINES_MAX 4

G_STATIC_ASSERT (QUEUE_DEPTH_BUCKETS == DASHBOARD_BUCKETS);

static char *
stream_label (const PaneContext *pane, const QueueDepth *depth)
{
  g_autofree char *device = dashboard_text_device (pane->data->scope.trace, depth->device);
  int64_t stream = trace_track (pane->data->scope.trace, depth->track)->stream;

  if (pane->data->n_devices == 1)
    return g_strdup_printf (_ ("stream %" PRId64), stream);
  /* Translators: "GPU 3, stream 7" */
  return g_strdup_printf (_ ("%s, stream %" PRId64), device, stream);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const QueueFigures *queues = dashboard_queues (pane->data);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  AreaSeries series[QUEUES_SHOWN_MAX];

  for (uint32_t i = 0; i < queues->n_shown; i++)
    {
      g_autofree char *label = stream_label (pane, &queues->shown[i]);
      char most[NUMBER_TEXT_MAX];

      /* Rows have no axis of their own. */
      number_text_count (style->numbers, queues->shown[i].most, most);
      g_ptr_array_add (labels, queues->n_shown > LINES_MAX ? g_strdup_printf (_ ("%s, peak %s"), label, most)
                                                           : g_steal_pointer (&label));
      series[i] = (AreaSeries){ .label = labels->pdata[i], .values = queues->shown[i].bucket_mean };
    }
  const AreaChart area = {
    .begin_ns = pane->data->scope.begin_ns,
    .end_ns = pane->data->scope.end_ns,
    .n_buckets = DASHBOARD_BUCKETS,
    .series = series,
    .n_series = (int) queues->n_shown,
    .unit = AREA_COUNT,
  };

  area_chart_draw (cr, rect, style, &area, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  if (dashboard_queues (pane->data)->n_shown > 0 && pane->data->scope.end_ns > pane->data->scope.begin_ns)
    return NULL;
  char *sentence = dashboard_text_no_work (pane->data, pane->numbers);
  return sentence != NULL
           ? sentence
           : g_strdup (
             _ ("The file has no launching call for what ran here: it was recorded without runtime calls "
                "or without correlation ids."));
}

static char *
footer (const PaneContext *pane)
{
  const QueueFigures *queues = dashboard_queues (pane->data);
  char n[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX], full[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, queues->n_streams, n);
  number_text_count (pane->numbers, queues->most, most);
  if (queues->full_ns == 0)
    return g_strdup_printf (ngettext ("Launched, not started; %s stream, at most %s at once",
                                      "Launched, not started; %s streams, at most %s at once",
                                      queues->n_streams),
                            n, most);
  return g_strdup_printf (ngettext ("Launched, not started; %s stream, at most %s at once; full for %s",
                                    "Launched, not started; %s streams, at most %s at once; full for %s",
                                    queues->n_streams),
                          n, most, number_text_duration (pane->numbers, (double) queues->full_ns, full));
}

static char *
part_text (const PaneContext *pane, int part)
{
  const QueueFigures *queues = dashboard_queues (pane->data);
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part), begin);
  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part + 1), end);
  g_string_append_printf (out, _ ("%s to %s"), begin, end);
  for (uint32_t i = 0; i < queues->n_shown; i++)
    {
      g_autofree char *label = stream_label (pane, &queues->shown[i]);
      char mean[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX];

      g_string_append_c (out, '\n');
      /* Translators: "stream 7: mean 40.1, peak 288" */
      g_string_append_printf (out, _ ("%s: mean %s, peak %s"), label,
                              number_text_value (pane->numbers, queues->shown[i].bucket_mean[part], mean),
                              number_text_count (pane->numbers, queues->shown[i].bucket_most[part], most));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
alternative (const PaneContext *pane)
{
  const QueueFigures *queues = dashboard_queues (pane->data);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);

  for (uint32_t i = 0; i < queues->n_shown; i++)
    {
      const QueueDepth *depth = &queues->shown[i];
      g_autofree char *label = stream_label (pane, depth);
      char mean[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX], full[NUMBER_TEXT_MAX];

      number_text_value (pane->numbers, depth->mean, mean);
      number_text_count (pane->numbers, depth->most, most);
      number_text_duration (pane->numbers, (double) depth->full_ns, full);
      g_string_append_printf (out, _ ("%s: mean %s, peak %s, full for %s"), label, mean, most, full);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const QueueFigures *queues = dashboard_queues (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Stream"), false },
    { _ ("From (ns)"), true },
    { _ ("To (ns)"), true },
    { _ ("Mean depth"), true },
    { _ ("Peak depth"), true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < queues->n_shown; i++)
    for (uint32_t bucket = 0; bucket < DASHBOARD_BUCKETS; bucket++)
      {
        g_autofree char *label = stream_label (pane, &queues->shown[i]);
        const NumberStyle plain = { .decimal = { pane->numbers->decimal[0], pane->numbers->decimal[1] } };
        char mean[NUMBER_TEXT_MAX];

        pane_table_add (table, label);
        pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket));
        pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket + 1));
        pane_table_add (table, number_text_value (&plain, queues->shown[i].bucket_mean[bucket], mean));
        pane_table_add_count (table, queues->shown[i].bucket_most[bucket]);
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

const Pane pane_queues = {
  .id = "queue-depth",
  .title = N_ ("Queue depth"),
  .definition = N_ (
    "How many kernels, memcpys and memsets of each stream have been launched but have not started, over "
    "the window in 100 equal buckets: the mean of each bucket. The tooltip also has its peak. Work waits "
    "from the begin of its launching call until it starts; running work does not count.\n"
    "A stream that accepts no more work (1024 waiting, as in CUDA) blocks the next launch: \"full\" is the "
    "time during which that many or more were waiting, over all streams.\n"
    "If there are many streams, those with the deepest queues are shown.\n"
    "Traps: a deep queue means that the host is far ahead, which is good; a depth near 0 means that the "
    "GPU waits for the host. Every kernel of a launched graph counts, although the graph is launched at "
    "once. Work that starts before its call, because the clocks differ, never waits.\n"
    "Click a bucket to zoom the timeline to it."),
  .needs = SECTION_BIT (SECTION_QUEUES) | SECTION_BIT (SECTION_DEVICES),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
