/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/kernel_rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/distinct_names.h"
#include "widgets/look/duration_column.h"

/* The share of the width that a bar chart gives to names (widgets/charts/chart.h). */
#define BAR_NAME_SHARE 0.42

KernelRows
kernel_rows_of (const PaneContext *pane)
{
  bool by_count = pane->kind->variant == KERNELS_BY_COUNT;
  const KernelFigures *kernels = dashboard_kernels (pane->data);
  uint32_t n_rows = pane->options->n_rows != 0 ? pane->options->n_rows : DASHBOARD_TOP;

  return (KernelRows){
    .pane = pane,
    .kernels = kernels,
    .by_count = by_count,
    .top = kernel_figures_top (kernels, by_count, n_rows),
  };
}

static const char *
name_of (const KernelRows *rows, uint32_t i)
{
  return trace_display_name (rows->pane->data->scope.trace, rows->top.rows[i].name);
}

static GPtrArray *
fit_names (const KernelRows *rows, const DrawStyle *style, double width_px)
{
  const char *names[DASHBOARD_TOP_MAX];

  for (uint32_t i = 0; i < rows->top.n; i++)
    names[i] = name_of (rows, i);
  return distinct_names_fit (style->text, TEXT_CAPTION, floor (width_px), names, rows->top.n);
}

void
kernel_rows_draw_bars (const KernelRows *rows,
                       cairo_t *cr,
                       const Rect *rect,
                       const DrawStyle *style,
                       const ChartMarks *marks,
                       ChartMap *ret_map)
{
  const KernelTop *top = &rows->top;
  char totals[DASHBOARD_TOP_MAX][NUMBER_TEXT_MAX], shares[DASHBOARD_TOP_MAX][NUMBER_TEXT_MAX];
  char counts[DASHBOARD_TOP_MAX][NUMBER_TEXT_MAX];
  ChartPart parts[DASHBOARD_TOP_MAX];
  int64_t largest_ns = 0;
  g_autoptr (GPtrArray) labels = fit_names (rows, style, BAR_NAME_SHARE * rect->width_px);

  for (uint32_t i = 0; i < top->n; i++)
    largest_ns = MAX (largest_ns, top->rows[i].total_ns);
  DurationColumn column = duration_column_of (largest_ns);
  for (uint32_t i = 0; i < top->n; i++)
    {
      const DashboardKernel *row = &top->rows[i];

      duration_column_text (&column, style->numbers, row->total_ns, totals[i]);
      number_text_count (style->numbers, row->count, counts[i]);
      parts[i] = (ChartPart){
        .label = labels->pdata[i],
        .value = rows->by_count ? counts[i] : totals[i],
        .share = number_text_tenths (style->numbers, top->tenths[i], shares[i]),
        .extra = rows->by_count ? totals[i] : counts[i],
        .amount = rows->by_count ? (double) row->count : (double) row->total_ns,
        .look = CHART_WORK,
        .work = row->work,
        .is_ranked = true,
      };
    }
  const BarChart bars = { .parts = parts, .n_parts = (int) top->n };

  bar_chart_draw (cr, rect, style, &bars, marks, ret_map);
}

static const char *
window_share (const KernelRows *rows, int64_t within_ns, char buffer[NUMBER_TEXT_MAX])
{
  return dashboard_text_window_share (rows->pane->data, rows->pane->numbers, within_ns, buffer);
}

static char *
others_label (const KernelRows *rows)
{
  char count[NUMBER_TEXT_MAX];

  return g_strdup_printf (ngettext ("%s other", "%s others", rows->top.n_others),
                          number_text_count (rows->pane->numbers, rows->top.n_others, count));
}

void
kernel_rows_draw_ring (const KernelRows *rows,
                       cairo_t *cr,
                       const Rect *rect,
                       const DrawStyle *style,
                       const ChartMarks *marks,
                       ChartMap *ret_map)
{
  const KernelTop *top = &rows->top;
  char counts[DASHBOARD_TOP_MAX + 1][NUMBER_TEXT_MAX], shares[DASHBOARD_TOP_MAX + 1][NUMBER_TEXT_MAX];
  char windows[DASHBOARD_TOP_MAX + 1][NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];
  ChartPart parts[DASHBOARD_TOP_MAX + 1];
  g_autofree char *others = others_label (rows);
  uint32_t n = top->n_others > 0 ? top->n + 1 : top->n;

  for (uint32_t i = 0; i < n; i++)
    {
      bool is_rest = i == top->n;
      uint64_t count = is_rest ? top->other_count : top->rows[i].count;
      int64_t total_ns = is_rest ? top->other_ns : top->rows[i].total_ns;
      int64_t within_ns = is_rest ? top->other_within_ns : top->rows[i].within_ns;

      number_text_count (style->numbers, count, counts[i]);
      parts[i] = (ChartPart){
        .label = is_rest ? others : name_of (rows, i),
        .value = rows->by_count ? counts[i] : NULL,
        .share = number_text_tenths (style->numbers, is_rest ? top->other_tenths : top->tenths[i], shares[i]),
        .extra = rows->by_count ? NULL : window_share (rows, within_ns, windows[i]),
        .amount = rows->by_count ? (double) count : (double) total_ns,
        .look = is_rest ? CHART_OTHERS : CHART_WORK,
        .work = is_rest ? WORK_COMPUTE : top->rows[i].work,
        .is_ranked = !is_rest,
      };
    }
  const RingChart ring = {
    .parts = parts,
    .n_parts = (int) n,
    .figure = rows->by_count ? number_text_count (style->numbers, rows->kernels->n_launches, total)
                             : number_text_duration (style->numbers, (double) rows->kernels->total_ns, total),
    .caption = rows->by_count ? _ ("launches") : _ ("kernel time"),
    .share_title = _ ("Share"),
    .extra_title = _ ("Window"),
  };
  g_autoptr (GPtrArray) labels = fit_names (rows, style, ring_chart_name_width_px (rect, style, &ring));

  for (uint32_t i = 0; i < top->n; i++)
    parts[i].label = labels->pdata[i];
  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

char *
kernel_rows_empty (const PaneContext *pane)
{
  if (dashboard_kernels (pane->data)->n_names > 0)
    return NULL;
  char *nothing = dashboard_text_no_work (pane->data, pane->numbers);
  return nothing != NULL ? nothing : g_strdup (_ ("No kernel starts in this scope"));
}

char *
kernel_rows_rest (const KernelRows *rows)
{
  char count[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  if (rows->top.n_others == 0)
    return g_strdup (_ ("all names are shown"));
  return g_strdup_printf (ngettext ("%s other name: %s", "%s other names: %s", rows->top.n_others),
                          number_text_count (rows->pane->numbers, rows->top.n_others, count),
                          number_text_tenths (rows->pane->numbers, rows->top.other_tenths, share));
}

static char *
part_text (const KernelRows *rows, int part)
{
  char total[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];
  const NumberStyle *numbers = rows->pane->numbers;
  bool is_rest = (uint32_t) part >= rows->top.n;
  uint64_t n = is_rest ? rows->top.other_count : rows->top.rows[part].count;
  int64_t total_ns = is_rest ? rows->top.other_ns : rows->top.rows[part].total_ns;
  int64_t within_ns = is_rest ? rows->top.other_within_ns : rows->top.rows[part].within_ns;
  g_autofree char *name =
    is_rest ? others_label (rows) : g_strdup_printf ("%d. %s", part + 1, name_of (rows, (uint32_t) part));

  number_text_duration (numbers, (double) total_ns, total);
  number_text_tenths (numbers, is_rest ? rows->top.other_tenths : rows->top.tenths[part], share);
  number_text_count (numbers, n, count);
  if (rows->by_count)
    return g_strdup_printf (ngettext ("%s: %s launch, %s of all, %s", "%s: %s launches, %s of all, %s", n),
                            name, count, share, total);
  g_autofree char *window = dashboard_text_of_window (rows->pane->data, numbers, within_ns);
  /* Translators: the fourth %s is "83.0 % of window × GPUs". */
  return g_strdup_printf (
    ngettext ("%s: %s, %s of kernel time, %s, %s launch", "%s: %s, %s of kernel time, %s, %s launches", n),
    name, total, share, window, count);
}

char *
kernel_rows_part_text (const PaneContext *pane, int part)
{
  const KernelRows rows = kernel_rows_of (pane);

  return part_text (&rows, part);
}

char *
kernel_rows_alternative (const PaneContext *pane)
{
  const KernelRows rows = kernel_rows_of (pane);
  g_autofree char *footer = pane->kind->footer (pane);
  g_autoptr (GString) out = g_string_new (NULL);
  uint32_t n = rows.top.n_others > 0 ? rows.top.n + 1 : rows.top.n;

  for (uint32_t i = 0; i < n; i++)
    {
      g_autofree char *line = part_text (&rows, (int) i);

      g_string_append_printf (out, "%s\n", line);
    }
  g_string_append (out, footer);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
add_row (PaneTable *table,
         const char *name,
         int64_t total_ns,
         uint32_t tenths,
         uint64_t count,
         const char *decimal)
{
  pane_table_add (table, name);
  pane_table_add_ns (table, total_ns);
  pane_table_add_tenths (table, tenths, decimal);
  pane_table_add_count (table, count);
}

PaneTable *
kernel_rows_table (const PaneContext *pane)
{
  const KernelRows rows = kernel_rows_of (pane);
  const KernelTop *top = &rows.top;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Kernel"), false },
    { _ ("Total (ns)"), true },
    { rows.by_count ? _ ("Share of all launches (%)") : _ ("Share of the time of all kernels (%)"), true },
    { _ ("Launches"), true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < top->n; i++)
    add_row (table, trace_string (pane->data->scope.trace, top->rows[i].name, NULL), top->rows[i].total_ns,
             top->tenths[i], top->rows[i].count, pane->numbers->decimal);
  if (top->n_others > 0)
    {
      g_autofree char *others = others_label (&rows);

      add_row (table, others, top->other_ns, top->other_tenths, top->other_count, pane->numbers->decimal);
    }
  return table;
}

PaneTarget
kernel_rows_target (const PaneContext *pane, int part)
{
  const KernelRows rows = kernel_rows_of (pane);

  if ((uint32_t) part >= rows.top.n)
    return (PaneTarget){ .kind = TARGET_TABLE, .table = "kernels" };
  if (rows.top.rows[part].longest == SLICE_NONE)
    return (PaneTarget){ .kind = TARGET_TABLE, .table = "kernels" };
  return (PaneTarget){ .kind = TARGET_SLICE, .id = rows.top.rows[part].longest };
}
