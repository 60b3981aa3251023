/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_kernels.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/dashboard_text.h"
#include "widgets/dashboard/distinct_names.h"
#include "widgets/dashboard/duration_column.h"

/* Of the width: what a bar chart gives to names (widgets/charts/chart.h). */
#define NAME_SHARE 0.42

/* A row has the figure that the list is ordered by, its share, and the other figure. */
static void
draw_top (cairo_t *cr,
          const Rect *rect,
          const DrawStyle *style,
          const DashboardData *data,
          const DashboardTop *top,
          bool by_count,
          const ChartMarks *marks,
          ChartMap *ret_map)
{
  char totals[DASHBOARD_TOP][NUMBER_TEXT_MAX], shares[DASHBOARD_TOP][NUMBER_TEXT_MAX];
  char counts[DASHBOARD_TOP][NUMBER_TEXT_MAX];
  const char *names[DASHBOARD_TOP];
  ChartPart parts[DASHBOARD_TOP];
  int64_t largest_ns = 0;

  for (uint32_t i = 0; i < top->n; i++)
    {
      names[i] = trace_display_name (data->scope.trace, top->rows[i].name);
      largest_ns = MAX (largest_ns, top->rows[i].total_ns);
    }
  g_autoptr (GPtrArray) labels =
    distinct_names_fit (style->text, TEXT_CAPTION, floor (NAME_SHARE * rect->width_px), names, top->n);
  DurationColumn column = duration_column_of (largest_ns);

  for (uint32_t i = 0; i < top->n; i++)
    {
      const DashboardKernel *row = &top->rows[i];

      duration_column_text (&column, style->numbers, row->total_ns, totals[i]);
      number_text_count (style->numbers, row->count, counts[i]);
      parts[i] = (ChartPart){
        .label = labels->pdata[i],
        .value = by_count ? counts[i] : totals[i],
        .share = number_text_tenths (style->numbers, row->tenths, shares[i]),
        .extra = by_count ? totals[i] : counts[i],
        .amount = by_count ? (double) row->count : (double) row->total_ns,
        .look = CHART_WORK,
        .work = row->work,
        .is_ranked = true,
      };
    }
  const BarChart bars = { .parts = parts, .n_parts = (int) top->n };

  bar_chart_draw (cr, rect, style, &bars, marks, ret_map);
}

static void
draw_by_time (cairo_t *cr,
              const Rect *rect,
              const DrawStyle *style,
              const DashboardData *data,
              const ChartMarks *marks,
              ChartMap *ret_map)
{
  draw_top (cr, rect, style, data, &data->by_time, false, marks, ret_map);
}

static void
draw_by_count (cairo_t *cr,
               const Rect *rect,
               const DrawStyle *style,
               const DashboardData *data,
               const ChartMarks *marks,
               ChartMap *ret_map)
{
  draw_top (cr, rect, style, data, &data->by_count, true, marks, ret_map);
}

static char *
empty (const DashboardData *data, const NumberStyle *numbers)
{
  if (data->n_kernel_names > 0)
    return NULL;
  char *nothing = dashboard_text_no_work (data, numbers);
  return nothing != NULL ? nothing : g_strdup (_ ("No kernel starts in this scope"));
}

/* "155 other names: 27.1 %", or that every name has a row. */
static char *
rest_text (const DashboardTop *top, const NumberStyle *numbers)
{
  char count[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  if (top->n_others == 0)
    return g_strdup (_ ("all names are shown"));
  return g_strdup_printf (ngettext ("%s other name: %s", "%s other names: %s", top->n_others),
                          number_text_count (numbers, top->n_others, count),
                          number_text_tenths (numbers, top->other_tenths, share));
}

static char *
footer_by_time (const DashboardData *data, const NumberStyle *numbers)
{
  char total[NUMBER_TEXT_MAX];
  g_autofree char *rest = NULL;

  if (data->n_kernel_names == 0)
    return g_strdup (_ ("Total, share of the time of all kernels, launches"));
  rest = rest_text (&data->by_time, numbers);
  /* Translators: the columns of the chart above; the last %s is "155 other names: 27.1 %". */
  return g_strdup_printf (_ ("Total, share of the time of all kernels (%s), launches; %s"),
                          number_text_duration (numbers, (double) data->kernel_total_ns, total), rest);
}

static char *
footer_by_count (const DashboardData *data, const NumberStyle *numbers)
{
  char launches[NUMBER_TEXT_MAX];
  g_autofree char *rest = NULL;

  if (data->n_kernel_names == 0)
    return g_strdup (_ ("Launches, share of all launches, total time"));
  rest = rest_text (&data->by_count, numbers);
  /* Translators: the columns of the chart above; the last %s is "155 other names: 27.1 %". */
  return g_strdup_printf (_ ("Launches, share of all launches (%s), total time; %s"),
                          number_text_count (numbers, data->n_launches, launches), rest);
}

static char *
row_text (const DashboardData *data,
          const NumberStyle *numbers,
          const DashboardTop *top,
          int part,
          bool by_count)
{
  char total[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];
  const DashboardKernel *row = &top->rows[part];
  const char *name = trace_display_name (data->scope.trace, row->name);

  number_text_duration (numbers, (double) row->total_ns, total);
  number_text_tenths (numbers, row->tenths, share);
  number_text_count (numbers, row->count, count);
  if (by_count)
    return g_strdup_printf (
      ngettext ("%d. %s: %s launch, %s of all, %s", "%d. %s: %s launches, %s of all, %s", row->count),
      part + 1, name, count, share, total);
  return g_strdup_printf (ngettext ("%d. %s: %s, %s of kernel time, %s launch",
                                    "%d. %s: %s, %s of kernel time, %s launches", row->count),
                          part + 1, name, total, share, count);
}

static char *
part_text_by_time (const DashboardData *data, const NumberStyle *numbers, int part)
{
  return row_text (data, numbers, &data->by_time, part, false);
}

static char *
part_text_by_count (const DashboardData *data, const NumberStyle *numbers, int part)
{
  return row_text (data, numbers, &data->by_count, part, true);
}

static char *
rows_text (const DashboardData *data, const NumberStyle *numbers, const DashboardTop *top, bool by_count)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = by_count ? footer_by_count (data, numbers) : footer_by_time (data, numbers);

  for (uint32_t i = 0; i < top->n; i++)
    {
      g_autofree char *line = row_text (data, numbers, top, (int) i, by_count);

      g_string_append_printf (out, "%s\n", line);
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
alternative_by_time (const DashboardData *data, const NumberStyle *numbers)
{
  return rows_text (data, numbers, &data->by_time, false);
}

static char *
alternative_by_count (const DashboardData *data, const NumberStyle *numbers)
{
  return rows_text (data, numbers, &data->by_count, true);
}

static PaneTarget
row_target (const DashboardTop *top, int part)
{
  if (top->rows[part].longest == SLICE_NONE)
    return PANE_TARGET_NONE;
  return (PaneTarget){ .kind = TARGET_SLICE, .id = top->rows[part].longest };
}

static PaneTarget
part_target_by_time (const DashboardData *data, int part)
{
  return row_target (&data->by_time, part);
}

static PaneTarget
part_target_by_count (const DashboardData *data, int part)
{
  return row_target (&data->by_count, part);
}

const Pane pane_kernels_by_time = {
  .id = "kernels-by-time",
  .title = N_ ("Time spent by the top 15 GPU kernels"),
  .definition =
    N_ ("Kernels by exact name, over all GPUs in scope: those that start in the window, with their whole "
        "durations. Shown are readable names; the bar is a share of the longest.\n"
        "The share is of the durations of all kernels, so kernels that run at the same time count each. "
        "It is not a share of the window.\n"
        "Traps: a communication kernel's duration includes waiting for other ranks. Copies and sets are "
        "no kernels.\n"
        "A click goes to the longest launch."),
  .shape = { .span = 2 },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .draw = draw_by_time,
  .empty = empty,
  .footer = footer_by_time,
  .alternative = alternative_by_time,
  .part_text = part_text_by_time,
  .part_target = part_target_by_time,
};

const Pane pane_kernels_by_count = {
  .id = "kernels-by-count",
  .title = N_ ("Launch counts of the top 15 GPU kernels"),
  .definition =
    N_ ("How often kernels of each exact name ran, over all GPUs in scope: those that start in the "
        "window.\n"
        "The share is of the launches of all kernels.\n"
        "Traps: a CUDA graph launches many kernels with one call; each of them counts here. Many short "
        "kernels cost more launching than computing.\n"
        "A click goes to the longest launch."),
  .shape = { .span = 2 },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .draw = draw_by_count,
  .empty = empty,
  .footer = footer_by_count,
  .alternative = alternative_by_count,
  .part_text = part_text_by_count,
  .part_target = part_target_by_count,
};
