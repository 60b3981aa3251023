/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_occupancy.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_occupancy.h"

typedef enum
{
  FIGURE_SM_OF_WINDOW,
  FIGURE_SM_OF_KERNELS,
  FIGURE_OCCUPANCY_OF_WINDOW,
  FIGURE_OCCUPANCY_OF_KERNELS,
  N_FIGURES
} Figure;

static const struct
{
  const char *label, *column;
  bool is_occupancy, is_of_window;
} figures[N_FIGURES] = {
  [FIGURE_SM_OF_WINDOW] = { N_ ("SM efficiency / window"), N_ ("SM efficiency, of the window (%)"), false,
                            true },
  [FIGURE_SM_OF_KERNELS] = { N_ ("SM efficiency / kernels"), N_ ("SM efficiency, of kernel time (%)"), false,
                             false },
  [FIGURE_OCCUPANCY_OF_WINDOW] = { N_ ("Occupancy / window"), N_ ("Occupancy, of the window (%)"), true,
                                   true },
  [FIGURE_OCCUPANCY_OF_KERNELS] = { N_ ("Occupancy / kernels"), N_ ("Occupancy, of kernel time (%)"), true,
                                    false },
};

static const LoadEstimate *
estimate_of (const OccupancyStats *stats, Figure figure)
{
  return figures[figure].is_occupancy ? &stats->occupancy : &stats->sm_efficiency;
}

static double
value_of (const OccupancyStats *stats, Figure figure)
{
  const LoadEstimate *estimate = estimate_of (stats, figure);

  return figures[figure].is_of_window ? estimate->of_window : estimate->of_kernel_time;
}

/* In a figure of the window, a kernel with an unknown value counts as 0. */
static bool
is_least (const OccupancyStats *stats, Figure figure)
{
  return figures[figure].is_of_window && estimate_of (stats, figure)->n < stats->n_kernels;
}

/* "59.2 %", "at least 12.1 %", "n/a" */
static char *
value_text (const NumberStyle *numbers, const OccupancyStats *stats, Figure figure)
{
  double value = value_of (stats, figure);
  char text[NUMBER_TEXT_MAX];

  number_text_share (numbers, value, text);
  if (isnan (value) || !is_least (stats, figure))
    return g_strdup (text);
  /* Translators: a share that is not known better: "≥ 12.1 %" */
  return g_strdup_printf (_ ("≥ %s"), text);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const OccupancyStats *all = &dashboard_occupancy (pane->data)->all;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  ChartPart parts[N_FIGURES];

  for (Figure figure = 0; figure < N_FIGURES; figure++)
    {
      double value = value_of (all, figure);

      g_ptr_array_add (values, value_text (style->numbers, all, figure));
      parts[figure] = (ChartPart){
        .label = _ (figures[figure].label),
        .value = values->pdata[figure],
        .amount = isnan (value) ? 0 : value,
        .work = figures[figure].is_occupancy ? WORK_COMPUTE : WORK_GEMM,
      };
    }
  const BarChart bars = { .parts = parts, .n_parts = N_FIGURES, .full = 1 };

  bar_chart_draw (cr, rect, style, &bars, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  const OccupancyStats *all = &dashboard_occupancy (pane->data)->all;
  char *sentence = dashboard_text_no_work (pane->data, pane->numbers);

  if (sentence != NULL)
    return sentence;
  if (all->n_kernels == 0)
    return g_strdup (_ ("No kernel starts in this scope"));
  if (all->sm_efficiency.n > 0 || all->occupancy.n > 0)
    return NULL;
  return g_strdup (
    _ ("The file does not record the grids of its kernels, or the number of multiprocessors of the GPU: "
       "both estimates are n/a."));
}

static char *
footer (const PaneContext *pane)
{
  const OccupancyTable *table = dashboard_occupancy (pane->data);
  const OccupancyStats *all = &table->all;
  char n[NUMBER_TEXT_MAX], known[NUMBER_TEXT_MAX], sms[NUMBER_TEXT_MAX];
  int64_t multiprocessors = table->n > 0 ? table->devices[0].multiprocessors : 0;

  for (uint32_t i = 1; i < table->n; i++)
    if (table->devices[i].multiprocessors != multiprocessors)
      multiprocessors = 0;
  number_text_count (pane->numbers, all->n_kernels, n);
  if (all->sm_efficiency.n < all->n_kernels)
    return g_strdup_printf (ngettext ("Estimated from the grids of %s of %s kernel",
                                      "Estimated from the grids of %s of %s kernels", all->n_kernels),
                            number_text_count (pane->numbers, all->sm_efficiency.n, known), n);
  if (multiprocessors == 0)
    return g_strdup_printf (ngettext ("Estimated from the grid of %s kernel",
                                      "Estimated from the grids of %s kernels", all->n_kernels),
                            n);
  return g_strdup_printf (ngettext ("Estimated from the grid of %s kernel, on %s SMs",
                                    "Estimated from the grids of %s kernels, on %s SMs", all->n_kernels),
                          n, number_text_count (pane->numbers, (uint64_t) multiprocessors, sms));
}

static char *
part_text (const PaneContext *pane, int part)
{
  const OccupancyTable *table = dashboard_occupancy (pane->data);
  Figure figure = (Figure) part;
  const LoadEstimate *estimate = estimate_of (&table->all, figure);
  g_autofree char *value = value_text (pane->numbers, &table->all, figure);
  g_autoptr (GString) out = g_string_new (NULL);
  char n[NUMBER_TEXT_MAX], whole[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, estimate->n, n);
  number_text_count (pane->numbers, table->all.n_kernels, whole);
  /* Translators: "SM efficiency / kernels: 64.3 %, known for 8,568 of 8,568 kernels" */
  g_string_append_printf (out,
                          ngettext ("%s: %s, known for %s of %s kernel", "%s: %s, known for %s of %s kernels",
                                    table->all.n_kernels),
                          _ (figures[figure].label), value, n, whole);
  for (uint32_t i = 0; i < table->n && table->n > 1 && i < 8; i++)
    {
      g_autofree char *device = dashboard_text_device (pane->data->scope.trace, table->devices[i].device);
      g_autofree char *own = value_text (pane->numbers, &table->devices[i], figure);

      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("%s: %s"), device, own);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
add_figures (PaneTable *table, const PaneContext *pane, const char *label, const OccupancyStats *stats)
{
  pane_table_add (table, label);
  pane_table_add_count (table, stats->n_kernels);
  pane_table_add_count (table, stats->sm_efficiency.n);
  pane_table_add_count (table, stats->occupancy.n);
  for (Figure figure = 0; figure < N_FIGURES; figure++)
    {
      double value = value_of (stats, figure);

      if (isnan (value))
        pane_table_add (table, "n/a");
      else
        pane_table_add_tenths (table, (uint32_t) (value * 1000 + 0.5), pane->numbers->decimal);
    }
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const OccupancyTable *occupancy = dashboard_occupancy (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { dashboard_text_device_head (pane->data->scope.trace), false },
    { _ ("Kernels"), true },
    { _ ("Kernels with a known grid"), true },
    { _ ("Kernels with a known occupancy"), true },
    { _ (figures[0].column), true },
    { _ (figures[1].column), true },
    { _ (figures[2].column), true },
    { _ (figures[3].column), true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < occupancy->n; i++)
    {
      g_autofree char *device = dashboard_text_device (pane->data->scope.trace, occupancy->devices[i].device);

      add_figures (table, pane, device, &occupancy->devices[i]);
    }
  if (occupancy->n > 1)
    add_figures (table, pane, _ ("All"), &occupancy->all);
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  uint64_t worst = estimate_of (&dashboard_occupancy (pane->data)->all, (Figure) part)->worst;

  return worst == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = worst };
}

const Pane pane_occupancy = {
  .id = "occupancy",
  .title = N_ ("Estimated SM efficiency and occupancy"),
  .definition = N_ (
    "Two estimates from the launch configuration of the kernels, each with two denominators. What NVIDIA calls a "
    "streaming multiprocessor (SM) is a compute unit on AMD devices.\n"
    "SM efficiency: the share of the multiprocessors that have a block to run, blocks / multiprocessors, "
    "at most 1. Occupancy: threads resident on a multiprocessor / the most it can hold, as PyTorch "
    "estimates it for each kernel, in whole percent.\n"
    "Of the window: the sum over what runs at each instant, at most 1, as a mean over window × GPUs; idle "
    "counts as 0. Of kernel time: the kernels that start in the window, weighted by their durations; idle "
    "does not count.\n"
    "≥ means that the file does not record the value for some kernels. They count as 0 in the window, and "
    "are left out of kernel time.\n"
    "Traps: these are not measurements. The estimate does not see that the last wave has few blocks: 133 "
    "blocks on 132 multiprocessors read as 100 %. Do not compare figures with different denominators.\n"
    "Click a figure to go to the kernel that loses most: its duration × the share that is free."),
  .needs = SECTION_BIT (SECTION_OCCUPANCY) | SECTION_BIT (SECTION_DEVICES),
  .shape = { .span = 1 },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
