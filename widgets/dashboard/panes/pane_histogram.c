/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_histogram.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/duration_bins.h"
#include "widgets/dashboard/sections/section_histograms.h"

static const AnnotationHistogram *
histogram_of (const PaneContext *pane)
{
  static const AnnotationHistogram none;
  const AnnotationHistogram *histogram =
    pane->options->name != NULL ? dashboard_histogram (pane->data, pane->options->name) : NULL;

  return histogram != NULL ? histogram : &none;
}

static bool
knows (const DashboardData *data, const char *name)
{
  return g_strv_contains ((const char *const *) data->annotations, name);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const AnnotationHistogram *histogram = histogram_of (pane);
  const ChartLine lines[] = {
    { histogram->duration.median_ns, _ ("Median") },
    { histogram->duration.p95_ns, _ ("p95") },
  };
  const HistogramChart chart = {
    .begin_ns = histogram_edge_ns (&histogram->bins, 0),
    .width_ns = histogram->bins.width_ns,
    .counts = histogram->bins.counts,
    .n_bins = (int) histogram->bins.n_bins,
    .lines = lines,
    .n_lines = histogram->duration.count > 1 ? 2 : 1,
    .work = WORK_ANNOTATION,
  };

  histogram_chart_draw (cr, rect, style, &chart, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  if (histogram_of (pane)->duration.count > 0)
    return NULL;
  return g_strdup (pane->data->scope.is_whole ? _ ("This profile has no annotation with this name")
                                              : _ ("No annotation with this name starts in this scope"));
}

static char *
footer (const PaneContext *pane)
{
  const Distribution *duration = &histogram_of (pane)->duration;
  char count[NUMBER_TEXT_MAX], mean[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, duration->count, count);
  if (duration->count == 0)
    return g_strdup_printf (ngettext ("Durations of %s annotation", "Durations of %s annotations", 0), count);
  return g_strdup_printf (
    ngettext ("Durations of %s annotation; mean %s", "Durations of %s annotations; mean %s", duration->count),
    count, number_text_duration (pane->numbers, duration->mean_ns, mean));
}

static char *
part_text (const PaneContext *pane, int part)
{
  const Histogram *bins = &histogram_of (pane)->bins;
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];
  uint32_t bin = (uint32_t) part;

  /* Translators: "3 annotations from 76.00 ms to 77.00 ms" */
  return g_strdup_printf (
    ngettext ("%s annotation from %s to %s", "%s annotations from %s to %s", bins->counts[bin]),
    number_text_count (pane->numbers, bins->counts[bin], count),
    number_text_duration (pane->numbers, (double) histogram_edge_ns (bins, bin), begin),
    number_text_duration (pane->numbers, (double) histogram_edge_ns (bins, bin + 1), end));
}

static char *
alternative (const PaneContext *pane)
{
  const AnnotationHistogram *histogram = histogram_of (pane);
  g_autofree char *definition = footer (pane);

  return duration_bins_alternative (pane, &histogram->duration, &histogram->bins, part_text, definition);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  return duration_bins_table (&histogram_of (pane)->bins, _ ("Annotations"));
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  uint64_t slice = histogram_of (pane)->bin_first[part];

  return slice != SLICE_NONE ? (PaneTarget){ .kind = TARGET_SLICE, .id = slice } : PANE_TARGET_NONE;
}

const Pane pane_histogram = {
  .id = "annotation",
  .title = N_ ("Histogram"),
  .definition = /* xgettext:no-c-format */ N_ (
    "Durations of the annotations with exactly this name that start in the window, on all threads of the "
    "ranks in scope, counted in equal bins with round edges.\n"
    "Each one counts in full, even if it ends after the window or contains another one with the same name. "
    "Annotations cut off by the end of the recording are left out.\n"
    "Traps: an annotation is what the host did; work that it launched may run later. 95 % of them took at "
    "most p95.\n"
    "Click a bin to go to its first annotation."),
  .needs = SECTION_BIT (SECTION_HISTOGRAMS),
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_AXES,
  .knows = knows,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
