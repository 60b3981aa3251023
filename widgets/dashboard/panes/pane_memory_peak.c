/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_memory_peak.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "widgets/dashboard/pane/distinct_names.h"
#include "widgets/dashboard/sections/section_allocations.h"

/* The share of the width that a bar chart gives to names (widgets/charts/chart.h). */
#define BAR_NAME_SHARE 0.42

static char *
bytes_text (const NumberStyle *numbers, int64_t bytes, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_bytes (numbers, (uint64_t) MAX (bytes, 0), buffer);
}

/* "layer_3.py(14): forward": what tells most about a line comes first, its folder not at all. */
static char *
short_name (const AllocationFigures *figures, const AllocationLine *line)
{
  const char *text = line->name != NULL ? line->name : _ ("No call stack");
  const char *end = line->name != NULL ? strstr (text, ".py(") : NULL;

  for (const char *at = end; at != NULL && at > text; at--)
    if (at[-1] == '/')
      {
        text = at;
        break;
      }
  if (figures->has_instant)
    return g_strdup (text);
  /* Translators: "GPU 1: model.py(12): forward" */
  return g_strdup_printf (_ ("GPU %" PRId64 ": %s"), line->device, text);
}

static char *
others_text (const AllocationFigures *figures, const NumberStyle *numbers)
{
  char count[NUMBER_TEXT_MAX];

  return g_strdup_printf (ngettext ("%s other line", "%s other lines", figures->n_others),
                          number_text_count (numbers, figures->n_others, count));
}

/* Cuts the names so that they stay different. */
static GPtrArray *
fit_names (const AllocationFigures *figures, const DrawStyle *style, double width_px)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (uint32_t i = 0; i < figures->n_shown; i++)
    g_ptr_array_add (names, short_name (figures, &figures->shown[i]));
  return distinct_names_fit (style->text, TEXT_CAPTION, floor (width_px), (const char *const *) names->pdata,
                             names->len);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const AllocationFigures *figures = dashboard_allocations (pane->data);
  char values[ALLOCATIONS_SHOWN_MAX + 1][NUMBER_TEXT_MAX], shares[ALLOCATIONS_SHOWN_MAX + 1][NUMBER_TEXT_MAX];
  char counts[ALLOCATIONS_SHOWN_MAX + 1][NUMBER_TEXT_MAX];
  g_autoptr (GPtrArray) labels = fit_names (figures, style, BAR_NAME_SHARE * rect->width_px);
  g_autofree char *others = others_text (figures, style->numbers);
  ChartPart parts[ALLOCATIONS_SHOWN_MAX + 1];
  uint32_t n = figures->n_shown + (figures->n_others > 0);

  for (uint32_t i = 0; i < n; i++)
    {
      bool is_rest = i == figures->n_shown;
      int64_t bytes = is_rest ? figures->other_bytes : figures->shown[i].bytes;
      uint64_t count = is_rest ? figures->other_count : (uint64_t) figures->shown[i].count;

      parts[i] = (ChartPart){
        .label = is_rest ? others : labels->pdata[i],
        .value = bytes_text (style->numbers, bytes, values[i]),
        .share = number_text_tenths (
          style->numbers, is_rest ? figures->other_tenths : figures->shown[i].tenths, shares[i]),
        .extra = number_text_count (style->numbers, count, counts[i]),
        .amount = (double) bytes,
        .look = is_rest ? CHART_OTHERS : CHART_WORK,
        .work = WORK_COMPUTE,
        .is_ranked = !is_rest,
      };
    }
  const BarChart bars = { .parts = parts, .n_parts = (int) n };

  bar_chart_draw (cr, rect, style, &bars, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return dashboard_allocations (pane->data)->n_shown > 0
           ? NULL
           : g_strdup (_ ("Nothing was allocated in this scope, as far as the history goes"));
}

static char *
footer (const PaneContext *pane)
{
  const AllocationFigures *figures = dashboard_allocations (pane->data);
  char bytes[NUMBER_TEXT_MAX], at[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];

  bytes_text (pane->numbers, figures->bytes, bytes);
  number_text_count (pane->numbers, figures->count, count);
  if (!figures->has_instant)
    /* Translators: "24.3 GB in 2,468 allocations, each GPU at its own peak" */
    return g_strdup_printf (ngettext ("%s in %s allocation, each GPU at its own peak",
                                      "%s in %s allocations, each GPU at its own peak", figures->count),
                            bytes, count);
  number_text_duration (pane->numbers, (double) figures->at_ns, at);
  /* Translators: "12.3 GB in 1,234 allocations at 1.204 s" */
  return g_strdup_printf (
    ngettext ("%s in %s allocation at %s", "%s in %s allocations at %s", figures->count), bytes, count, at);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const AllocationFigures *figures = dashboard_allocations (pane->data);
  char bytes[NUMBER_TEXT_MAX], largest[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];

  if ((uint32_t) part >= figures->n_shown)
    {
      g_autofree char *others = others_text (figures, pane->numbers);

      /* Translators: "12 other lines: 1.20 GB, 9.8 % of what was allocated" */
      return g_strdup_printf (_ ("%s: %s, %s of what was allocated"), others,
                              bytes_text (pane->numbers, figures->other_bytes, bytes),
                              number_text_tenths (pane->numbers, figures->other_tenths, share));
    }
  const AllocationLine *line = &figures->shown[part];
  const char *name = line->name != NULL ? line->name : _ ("No call stack");

  bytes_text (pane->numbers, line->bytes, bytes);
  bytes_text (pane->numbers, line->largest_bytes, largest);
  number_text_tenths (pane->numbers, line->tenths, share);
  number_text_count (pane->numbers, (uint64_t) line->count, count);
  /* Translators: "/home/user/model.py(12): forward\nGPU 0: 3.20 GB, 26.0 % of what was allocated, 12 allocations, largest
   * 1.07 GB" */
  return g_strdup_printf (ngettext ("%s\nGPU %" PRId64 ": %s, %s of what was allocated, %s allocation, largest %s",
                                    "%s\nGPU %" PRId64 ": %s, %s of what was allocated, %s allocations, largest %s",
                                    (gulong) line->count),
                          name, line->device, bytes, share, count, largest);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const AllocationFigures *figures = dashboard_allocations (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Line of code"), false },
    { _ ("GPU"), true },
    { _ ("Bytes"), true },
    { _ ("Share (%)"), true },
    { _ ("Allocations"), true },
    { _ ("Largest (bytes)"), true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < figures->n_shown; i++)
    {
      const AllocationLine *line = &figures->shown[i];

      pane_table_add (table, line->name != NULL ? line->name : "");
      pane_table_add_count (table, (uint64_t) line->device);
      pane_table_add_count (table, (uint64_t) line->bytes);
      pane_table_add_tenths (table, line->tenths, pane->numbers->decimal);
      pane_table_add_count (table, (uint64_t) line->count);
      pane_table_add_count (table, (uint64_t) line->largest_bytes);
    }
  if (figures->n_others > 0)
    {
      g_autofree char *others = others_text (figures, pane->numbers);

      pane_table_add (table, others);
      pane_table_add (table, "");
      pane_table_add_count (table, (uint64_t) figures->other_bytes);
      pane_table_add_tenths (table, figures->other_tenths, pane->numbers->decimal);
      pane_table_add_count (table, figures->other_count);
      pane_table_add (table, "");
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const AllocationFigures *figures = dashboard_allocations (pane->data);
  const char *name = (uint32_t) part < figures->n_shown ? figures->shown[part].name : NULL;

  return (PaneTarget){ .kind = TARGET_TABLE, .table = "allocations", .filter = name };
}

const Pane pane_memory_peak = {
  .id = "memory-peak",
  .title = N_ ("Memory at the peak"),
  .definition = N_ (
    "What was allocated when each GPU had the most allocated in the window, by the line of code that asked for it: the "
    "innermost line of Python in the call stack that is not PyTorch's own. Bytes are those that the program asked for; the "
    "last number counts the allocations.\n"
    "Memory that was allocated before the history begins is included, without a call stack if PyTorch did not record it "
    "then.\n"
    "Click a line to list its allocations by call stack. The list can show any other instant, too."),
  .needs = SECTION_BIT (SECTION_ALLOCATIONS),
  .shape = { .span = 1 },
  .ghost = GHOST_BARS,
  .needs_allocations = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
