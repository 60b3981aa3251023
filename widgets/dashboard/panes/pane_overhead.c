/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_overhead.h"

#include <glib/gi18n-lib.h>

#include "trace/naming/display_name.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_overhead.h"

/* More names than a profiler has. */
#define ROWS_MAX 16

static int
n_rows_of (const OverheadStats *stats)
{
  return (int) MIN (stats->names.n, ROWS_MAX);
}

/* Returns a time as a share of window x ranks. */
static double
share_of (const OverheadStats *stats, int64_t ns)
{
  return stats->time_ns > 0 ? (double) ns / (double) stats->time_ns : NAN;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const OverheadStats *stats = &dashboard_overhead (pane->data)->stats;
  char values[ROWS_MAX][NUMBER_TEXT_MAX], shares[ROWS_MAX][NUMBER_TEXT_MAX],
    counts[ROWS_MAX][NUMBER_TEXT_MAX];
  ChartPart parts[ROWS_MAX];
  int n = n_rows_of (stats);

  for (int i = 0; i < n; i++)
    parts[i] = (ChartPart){
      .label = trace_display_name (pane->data->scope.trace, stats->names.at[i].name),
      .value = number_text_duration (style->numbers, (double) stats->names.at[i].total_ns, values[i]),
      .share = number_text_share (style->numbers, share_of (stats, stats->names.at[i].total_ns), shares[i]),
      .extra = number_text_count (style->numbers, stats->names.at[i].count, counts[i]),
      .amount = (double) stats->names.at[i].total_ns,
      .look = CHART_OTHERS,
    };
  bar_chart_draw (cr, rect, style, &(BarChart){ .parts = parts, .n_parts = n }, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  const OverheadStats *stats = &dashboard_overhead (pane->data)->stats;

  if (stats->names.n > 0)
    return NULL;
  if (!stats->is_recorded)
    return g_strdup (_ ("The file does not record how much time the profiler itself took"));
  return g_strdup (_ ("No profiler overhead was recorded in this scope"));
}

static char *
footer (const PaneContext *pane)
{
  const OverheadStats *stats = &dashboard_overhead (pane->data)->stats;
  g_autofree char *window = dashboard_text_window (pane->data, pane->numbers);
  char busy[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  if (!stats->is_recorded)
    return g_strdup (_ ("Slices of category overhead; the file has none"));
  number_text_duration (pane->numbers, (double) stats->busy_ns, busy);
  number_text_share (pane->numbers, share_of (stats, stats->busy_ns), share);
  return g_strdup_printf (ngettext ("%s, %s of %s, %u rank", "%s, %s of %s × %u ranks", pane->data->n_ranks),
                          busy, share, window, pane->data->n_ranks);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const OverheadStats *stats = &dashboard_overhead (pane->data)->stats;
  const OverheadName *name = &stats->names.at[part];
  char total[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, name->count, count);
  number_text_duration (pane->numbers, (double) name->total_ns, total);
  number_text_duration (pane->numbers, (double) name->max_ns, most);
  number_text_share (pane->numbers, share_of (stats, name->total_ns), share);
  /* Translators: "Lazy Function Loading: 8, total 440.9 µs, 0.5 % of the window, longest 81.99 µs" */
  return g_strdup_printf (_ ("%s: %s, total %s, %s of the window, longest %s"),
                          trace_display_name (pane->data->scope.trace, name->name), count, total, share,
                          most);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const OverheadStats *stats = &dashboard_overhead (pane->data)->stats;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Name"), false },
    { _ ("Count"), true },
    { _ ("Total (ns)"), true },
    { _ ("Longest (ns)"), true },
    { NULL, false },
  });

  for (size_t i = 0; i < stats->names.n; i++)
    {
      pane_table_add (table, trace_display_name (pane->data->scope.trace, stats->names.at[i].name));
      pane_table_add_count (table, stats->names.at[i].count);
      pane_table_add_ns (table, stats->names.at[i].total_ns);
      pane_table_add_ns (table, stats->names.at[i].max_ns);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  return (PaneTarget){ .kind = TARGET_SLICE,
                       .id = dashboard_overhead (pane->data)->stats.names.at[part].longest };
}

const Pane pane_overhead = {
  .id = "profiler-overhead",
  .title = N_ ("Profiler overhead"),
  .definition = N_ (
    "What the profiler recorded of its own work: its slices of category overhead that begin in the window, "
    "by name. The total below is their union, clipped to the window, for each rank.\n"
    "Shares are of window × ranks.\n"
    "Traps: the cost that recording adds to every runtime call and kernel is in no slice, so the real "
    "overhead is higher. Lazy loading of functions also happens without a profiler.\n"
    "Click a name to go to its longest slice."),
  .needs = SECTION_BIT (SECTION_OVERHEAD),
  .shape = { .span = 1 },
  .ghost = GHOST_BARS,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
