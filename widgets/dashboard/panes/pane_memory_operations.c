/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_memory_operations.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_copies.h"

#define PARTS_MAX (COPY_KINDS_SHOWN_MAX + 1)

static uint32_t
n_parts_of (const CopyFigures *figures)
{
  return figures->n_shown + (figures->operations.n > figures->n_shown);
}

static char *
part_label (const CopyFigures *figures, uint32_t part)
{
  if (part == figures->n_shown)
    {
      uint64_t n = figures->operations.n - figures->n_shown;

      return g_strdup_printf (ngettext ("%u other", "%u others", (gulong) n), (unsigned) MIN (n, UINT32_MAX));
    }
  const MemoryStats *kind = &figures->operations.kinds[part];
  if (kind->is_set)
    return g_strdup (_ ("Memset"));
  return kind->kind[0] != '\0' ? g_utf8_make_valid (kind->kind, -1) : g_strdup (_ ("unnamed"));
}

static int64_t
part_ns (const CopyFigures *figures, uint32_t part)
{
  return part == figures->n_shown ? figures->other_ns : figures->operations.kinds[part].total_ns;
}

static int64_t
part_within_ns (const CopyFigures *figures, uint32_t part)
{
  return part == figures->n_shown ? figures->other_within_ns : figures->operations.kinds[part].within_ns;
}

static uint64_t
part_count (const CopyFigures *figures, uint32_t part)
{
  return part == figures->n_shown ? figures->n_other : figures->operations.kinds[part].count;
}

static uint32_t
part_tenths (const CopyFigures *figures, uint32_t part)
{
  return figures->tenths[part == figures->n_shown ? COPY_KINDS_SHOWN_MAX : part];
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const CopyFigures *figures = dashboard_copies (pane->data);
  char shares[PARTS_MAX][NUMBER_TEXT_MAX], windows[PARTS_MAX][NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  ChartPart parts[PARTS_MAX];
  uint32_t n = n_parts_of (figures);

  for (uint32_t i = 0; i < n; i++)
    {
      bool is_rest = i == figures->n_shown;

      g_ptr_array_add (labels, part_label (figures, i));
      parts[i] = (ChartPart){
        .label = labels->pdata[i],
        .share = number_text_tenths (style->numbers, part_tenths (figures, i), shares[i]),
        .extra =
          dashboard_text_window_share (pane->data, style->numbers, part_within_ns (figures, i), windows[i]),
        .amount = (double) part_ns (figures, i),
        .look = is_rest ? CHART_OTHERS : CHART_WORK,
        .work = !is_rest && figures->operations.kinds[i].is_set ? WORK_MEMSET : WORK_MEMCPY,
        .is_ranked = !is_rest,
      };
    }
  const RingChart ring = {
    .parts = parts,
    .n_parts = (int) n,
    .figure = number_text_duration (style->numbers, (double) figures->total_ns, total),
    .caption = _ ("total"),
    .share_title = _ ("Share"),
    .extra_title = _ ("Window"),
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  const CopyFigures *figures = dashboard_copies (pane->data);

  if (figures->n_operations == 0)
    return g_strdup (_ ("No memcpy or memset starts in this scope"));
  return figures->total_ns > 0 ? NULL
                               : g_strdup (_ ("The memcpy and memset operations that start in this scope "
                                              "took no time"));
}

static char *
footer (const PaneContext *pane)
{
  const CopyFigures *figures = dashboard_copies (pane->data);
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  return g_strdup_printf (ngettext ("Shares of the time of %s operation, %s",
                                    "Shares of the time of %s operations, %s", figures->n_operations),
                          number_text_count (pane->numbers, figures->n_operations, n),
                          number_text_duration (pane->numbers, (double) figures->total_ns, total));
}

static char *
part_text (const PaneContext *pane, int part)
{
  const CopyFigures *figures = dashboard_copies (pane->data);
  uint32_t i = (uint32_t) part;
  g_autofree char *label = part_label (figures, i);
  g_autofree char *text =
    dashboard_text_part (pane->numbers, label, part_tenths (figures, i), part_ns (figures, i));
  char n[NUMBER_TEXT_MAX], bytes[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, part_count (figures, i), n);
  if (i == figures->n_shown)
    return g_strdup_printf (ngettext ("%s, %s operation", "%s, %s operations", part_count (figures, i)), text,
                            n);
  /* Translators: "HtoD: 27.1 %, 50.66 ms, 150 operations, 424 MB" */
  return g_strdup_printf (
    ngettext ("%s, %s operation, %s", "%s, %s operations, %s", part_count (figures, i)), text, n,
    number_text_bytes (pane->numbers, (uint64_t) MAX (figures->operations.kinds[i].bytes, 0), bytes));
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const CopyFigures *figures = dashboard_copies (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Operation"), false },
    { _ ("Count"), true },
    { _ ("Time (ns)"), true },
    { _ ("Share of memcpy and memset time (%)"), true },
    { _ ("Bytes"), true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < n_parts_of (figures); i++)
    {
      g_autofree char *label = part_label (figures, i);

      pane_table_add (table, label);
      pane_table_add_count (table, part_count (figures, i));
      pane_table_add_ns (table, part_ns (figures, i));
      pane_table_add_tenths (table, part_tenths (figures, i), pane->numbers->decimal);
      if (i < figures->n_shown)
        pane_table_add_count (table, (uint64_t) MAX (figures->operations.kinds[i].bytes, 0));
      else
        pane_table_add (table, "");
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const CopyFigures *figures = dashboard_copies (pane->data);

  if ((uint32_t) part >= figures->n_shown)
    return (PaneTarget){ .kind = TARGET_TABLE, .table = "memory" };
  uint64_t longest = figures->operations.kinds[part].longest;

  /* A job that was merged from summaries does not have the slice. */
  return longest == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = longest };
}

const Pane pane_memory_operations = {
  .id = "memory-operations",
  .title = N_ ("GPU memory operations distribution"),
  .definition = N_ (
    "Durations of the memcpy and memset operations that start in the window, added up by kind: HtoD is "
    "from the host to a GPU, PtoP from one GPU to another. The parts add up to the time of all of them, "
    "not to the window. The second percentage is the time inside the window, as a share of window × GPUs.\n"
    "Operations that AMD's tools record as kernels count as memcpy and memset here; stats --report memory "
    "uses the categories of the file, in which they are kernels.\n"
    "Traps: operations that run at the same time each count; \"GPU activity distribution\" shows how much "
    "of the window they took. Waiting for a memcpy is host time and not included.\n"
    "Click a kind to go to its longest operation."),
  .needs = SECTION_BIT (SECTION_COPIES) | SECTION_BIT (SECTION_DEVICES),
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 1 },
  .ghost = GHOST_RING,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
