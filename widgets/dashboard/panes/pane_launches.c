/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_launches.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_launches.h"

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const LaunchFigures *launches = dashboard_launches (pane->data);
  const Distribution *latency = &launches->timing.latency;
  const ChartLine lines[] = {
    { latency->median_ns, _ ("Median") },
    { latency->p95_ns, _ ("p95") },
  };
  const HistogramChart histogram = {
    .edges_ns = launches->edges_ns,
    .counts = launches->timing.latency_bins.counts + launches->first_bin,
    .n_bins = (int) (launches->end_bin - launches->first_bin),
    .lines = lines,
    .n_lines = latency->count > 1 ? 2 : 1,
    .work = WORK_CALL,
  };

  histogram_chart_draw (cr, rect, style, &histogram, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  if (dashboard_launches (pane->data)->timing.latency.count > 0)
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
  const LaunchTiming *timing = &dashboard_launches (pane->data)->timing;
  char launched[NUMBER_TEXT_MAX], queued[NUMBER_TEXT_MAX], negative[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, timing->latency.count, launched);
  number_text_count (pane->numbers, timing->queue.count, queued);
  number_text_count (pane->numbers, timing->n_negative, negative);
  if (timing->n_negative == 0)
    /* Translators: the start on the GPU less the begin of the call, and how many had to wait after it */
    return g_strdup_printf (ngettext ("Start − launch of %s run; %s queued",
                                      "Start − launch of %s runs; %s queued", timing->latency.count),
                            launched, queued);
  return g_strdup_printf (ngettext ("Start − launch of %s run; %s queued, %s negative",
                                    "Start − launch of %s runs; %s queued, %s negative",
                                    timing->latency.count),
                          launched, queued, negative);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const LaunchFigures *launches = dashboard_launches (pane->data);
  uint64_t count = launches->timing.latency_bins.counts[launches->first_bin + (uint32_t) part];
  const int64_t *edges_ns = launches->edges_ns + part;
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, count, n);
  if (edges_ns[0] == INT64_MIN)
    return g_strdup_printf (ngettext ("%s start before its runtime call: the clocks differ",
                                      "%s starts before their runtime calls: the clocks differ", count),
                            n);
  /* Translators: "1,204 launches with a latency from 20.00 µs to 50.00 µs" */
  return g_strdup_printf (ngettext ("%s launch with a latency from %s to %s",
                                    "%s launches with a latency "
                                    "from %s to %s",
                                    count),
                          n, number_text_duration (pane->numbers, (double) edges_ns[0], begin),
                          number_text_duration (pane->numbers, (double) edges_ns[1], end));
}

static void
add_spread (GString *out, const NumberStyle *numbers, const char *label, const Distribution *spread)
{
  char median[NUMBER_TEXT_MAX], p95[NUMBER_TEXT_MAX], mean[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX],
    n[NUMBER_TEXT_MAX];

  number_text_count (numbers, spread->count, n);
  if (spread->count == 0)
    {
      /* Translators: a figure without a value: "Queue time: n/a" */
      g_string_append_printf (out, _ ("%s: n/a"), label);
      g_string_append_c (out, '\n');
      return;
    }
  /* Translators: "Queue time of 9,309: median 630.0 µs, p95 10.18 ms, mean 2.155 ms, longest 11.68 ms" */
  g_string_append_printf (out, _ ("%s of %s: median %s, p95 %s, mean %s, longest %s"), label, n,
                          number_text_duration (numbers, spread->median_ns, median),
                          number_text_duration (numbers, spread->p95_ns, p95),
                          number_text_duration (numbers, spread->mean_ns, mean),
                          number_text_duration (numbers, (double) spread->max_ns, most));
  g_string_append_c (out, '\n');
}

static char *
share_text (const NumberStyle *numbers, uint64_t part, uint64_t whole, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_share (numbers, (double) part / (double) whole, buffer);
}

static char *
alternative (const PaneContext *pane)
{
  const LaunchFigures *launches = dashboard_launches (pane->data);
  const LaunchTiming *timing = &launches->timing;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);
  char n[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], whole[NUMBER_TEXT_MAX];

  add_spread (out, pane->numbers, _ ("Latency"), &timing->latency);
  add_spread (out, pane->numbers, _ ("Queue time"), &timing->queue);
  add_spread (out, pane->numbers, _ ("Duration of launching calls"), &timing->call);
  /* Translators: "Launching calls longer than 50 µs: 30 of 9,450 (0.3 %)" */
  g_string_append_printf (out, _ ("Launching calls longer than 50 µs: %s of %s (%s)"),
                          number_text_count (pane->numbers, timing->n_slow_calls, n),
                          number_text_count (pane->numbers, timing->call.count, whole),
                          share_text (pane->numbers, timing->n_slow_calls, timing->call.count, share));
  g_string_append_c (out, '\n');
  g_string_append_printf (out, _ ("Kernels shorter than their launching call: %s of %s launched alone (%s)"),
                          number_text_count (pane->numbers, timing->n_short_kernels, n),
                          number_text_count (pane->numbers, timing->n_lone_kernels, whole),
                          share_text (pane->numbers, timing->n_short_kernels, timing->n_lone_kernels, share));
  g_string_append_c (out, '\n');
  for (uint32_t bin = launches->first_bin; bin < launches->end_bin; bin++)
    if (timing->latency_bins.counts[bin] > 0)
      {
        g_autofree char *line = part_text (pane, (int) (bin - launches->first_bin));

        g_string_append_printf (out, "%s\n", line);
      }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const LaunchFigures *launches = dashboard_launches (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("From (ns)"), true },
    { _ ("To (ns)"), true },
    { _ ("Launches"), true },
    { NULL, false },
  });

  for (uint32_t bin = launches->first_bin; bin < launches->end_bin; bin++)
    {
      const int64_t *edges_ns = launches->edges_ns + (bin - launches->first_bin);

      if (edges_ns[0] == INT64_MIN)
        pane_table_add (table, "");
      else
        pane_table_add_ns (table, edges_ns[0]);
      pane_table_add_ns (table, edges_ns[1]);
      pane_table_add_count (table, launches->timing.latency_bins.counts[bin]);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const LaunchFigures *launches = dashboard_launches (pane->data);
  uint64_t first = launches->timing.bin_first[launches->first_bin + (uint32_t) part];

  return first == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = first };
}

const Pane pane_launches = {
  .id = "launch-latency",
  .title = N_ ("Launch latency"),
  .definition = N_ (
    "From the begin of the launching runtime call to the start on the GPU, for each kernel, memcpy and "
    "memset that starts in the window and has a launching call in the file (CUDA or HIP, runtime or "
    "driver). Each kernel of a launched graph has its own latency. Bins have the edges 1, 2, 5, 10 and so "
    "on and are drawn equally wide.\n"
    "Work is queued if it started after its launching call had returned. The copied text also has the time "
    "from that return to the start, the durations of the launching calls, how many of them took longer "
    "than 50 µs, and how many kernels ran for less time than their launching call took.\n"
    "Traps: a long latency is not a fault; it is normal where the host runs ahead of a busy GPU. A "
    "negative latency means that the clocks differ; it has a bin of its own and is not clipped.\n"
    "Click a bin to go to its first run."),
  .needs = SECTION_BIT (SECTION_LAUNCHES) | SECTION_BIT (SECTION_DEVICES),
  .shape = { .span = 1, .grows = true },
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
