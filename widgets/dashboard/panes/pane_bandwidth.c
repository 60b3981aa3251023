/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_bandwidth.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_copies.h"

/* "HtoD, pageable" */
static char *
kind_label (const BandwidthStats *stats)
{
  g_autofree char *kind = g_utf8_make_valid (stats->kind, -1);

  switch (stats->memory)
    {
    case HOST_MEMORY_PAGEABLE:
      /* Translators: a kind of memcpy (HtoD) from or to host memory that the system may move */
      return g_strdup_printf (_ ("%s, pageable"), kind);
    case HOST_MEMORY_PINNED:
      /* Translators: a kind of memcpy (HtoD) from or to host memory that stays in place */
      return g_strdup_printf (_ ("%s, pinned"), kind);
    default:
      return kind[0] != '\0' ? g_steal_pointer (&kind) : g_strdup (_ ("unnamed"));
    }
}

static char *
speed_text (const NumberStyle *numbers, double gb_s, char buffer[NUMBER_TEXT_MAX])
{
  number_text_value (numbers, gb_s, buffer);
  if (!isnan (gb_s))
    g_strlcat (buffer, "\302\240GB/s", NUMBER_TEXT_MAX);
  return buffer;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const BandwidthTable *copies = &dashboard_copies (pane->data)->copies;
  char values[COPY_KINDS_SHOWN_MAX][NUMBER_TEXT_MAX], counts[COPY_KINDS_SHOWN_MAX][NUMBER_TEXT_MAX];
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  ChartPart parts[COPY_KINDS_SHOWN_MAX];
  uint64_t n = MIN (copies->n, COPY_KINDS_SHOWN_MAX);

  for (uint64_t i = 0; i < n; i++)
    {
      const BandwidthStats *stats = &copies->kinds[i];

      g_ptr_array_add (labels, kind_label (stats));
      parts[i] = (ChartPart){
        .label = labels->pdata[i],
        .value = speed_text (style->numbers, stats->p50_gb_s, values[i]),
        .extra = number_text_count (style->numbers, stats->count, counts[i]),
        .amount = isnan (stats->p50_gb_s) ? 0 : stats->p50_gb_s,
        .work = WORK_MEMCPY,
        .is_ranked = true,
      };
    }
  const BarChart bars = { .parts = parts, .n_parts = (int) n };

  bar_chart_draw (cr, rect, style, &bars, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return dashboard_copies (pane->data)->n_copies > 0 ? NULL : g_strdup (_ ("No memcpy starts in this scope"));
}

static char *
footer (const PaneContext *pane)
{
  const CopyFigures *figures = dashboard_copies (pane->data);
  uint64_t n_measured = 0;
  char n[NUMBER_TEXT_MAX], measured[NUMBER_TEXT_MAX];

  for (uint64_t i = 0; i < figures->copies.n; i++)
    n_measured += figures->copies.kinds[i].n_measured;
  number_text_count (pane->numbers, figures->n_copies, n);
  if (n_measured == figures->n_copies)
    return g_strdup_printf (ngettext ("Median of bytes / duration of %s memcpy",
                                      "Median of bytes / duration of %s memcpys", figures->n_copies),
                            n);
  return g_strdup_printf (ngettext ("Median of bytes / duration, known for %s of %s memcpy",
                                    "Median of bytes / duration, known for %s of %s memcpys",
                                    figures->n_copies),
                          number_text_count (pane->numbers, n_measured, measured), n);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const BandwidthStats *stats = &dashboard_copies (pane->data)->copies.kinds[part];
  g_autofree char *label = kind_label (stats);
  char n[NUMBER_TEXT_MAX], bytes[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX], p50[NUMBER_TEXT_MAX],
    p95[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX], mean[NUMBER_TEXT_MAX];

  /* Translators: "HtoD, pinned: 150 memcpys, 424 MB in 50.66 ms\nMedian 5.958 GB/s, p95 10.08 GB/s, highest 11.7 GB/s,
   * all bytes / all time 8.369 GB/s" */
  return g_strdup_printf (
    ngettext ("%s: %s memcpy, %s in %s\n"
              "Median %s, p95 %s, highest %s, total bytes / total time %s",
              "%s: %s memcpys, %s in %s\n"
              "Median %s, p95 %s, highest %s, total bytes / total time %s",
              stats->count),
    label, number_text_count (pane->numbers, stats->count, n),
    number_text_bytes (pane->numbers, (uint64_t) MAX (stats->bytes, 0), bytes),
    number_text_duration (pane->numbers, (double) stats->total_ns, time),
    speed_text (pane->numbers, stats->p50_gb_s, p50), speed_text (pane->numbers, stats->p95_gb_s, p95),
    speed_text (pane->numbers, stats->max_gb_s, most), speed_text (pane->numbers, stats->mean_gb_s, mean));
}

static void
add_speed (PaneTable *table, const PaneContext *pane, double gb_s)
{
  const NumberStyle plain = { .decimal = { pane->numbers->decimal[0], pane->numbers->decimal[1] } };
  char text[NUMBER_TEXT_MAX];

  pane_table_add (table, isnan (gb_s) ? "" : number_text_value (&plain, gb_s, text));
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const BandwidthTable *copies = &dashboard_copies (pane->data)->copies;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Memcpy kind"), false },
    { _ ("Count"), true },
    { _ ("Bytes"), true },
    { _ ("Time (ns)"), true },
    { _ ("Without a size"), true },
    { _ ("Without a duration"), true },
    { _ ("Median (GB/s)"), true },
    { _ ("p95 (GB/s)"), true },
    { _ ("Highest (GB/s)"), true },
    { _ ("Total bytes / total time (GB/s)"), true },
    { NULL, false },
  });

  for (uint64_t i = 0; i < copies->n; i++)
    {
      const BandwidthStats *stats = &copies->kinds[i];
      g_autofree char *label = kind_label (stats);

      pane_table_add (table, label);
      pane_table_add_count (table, stats->count);
      pane_table_add_count (table, (uint64_t) MAX (stats->bytes, 0));
      pane_table_add_ns (table, stats->total_ns);
      pane_table_add_count (table, stats->n_without_bytes);
      pane_table_add_count (table, stats->n_without_length);
      add_speed (table, pane, stats->p50_gb_s);
      add_speed (table, pane, stats->p95_gb_s);
      add_speed (table, pane, stats->max_gb_s);
      add_speed (table, pane, stats->mean_gb_s);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const BandwidthTable *copies = &dashboard_copies (pane->data)->copies;
  uint64_t longest = (uint64_t) part < copies->n ? copies->kinds[part].longest : SLICE_NONE;

  return longest == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = longest };
}

const Pane pane_bandwidth = {
  .id = "copy-bandwidth",
  .title = N_ ("Memcpy bandwidth"),
  .definition = N_ (
    "Bytes / duration of each memcpy that starts in the window, by kind: HtoD is from the host to a GPU. "
    "The bar is the median, the last number the count. GB is 10^9 bytes.\n"
    "A memcpy without a duration, or whose size the file does not record, is counted but has no bandwidth. "
    "A memcpy that AMD's tools record as a kernel is counted too, as in \"GPU memory operations "
    "distribution\"; most of these have no size.\n"
    "Traps: pageable memory is told apart from pinned memory only where the name of the memcpy does so. A "
    "memcpy from or to pageable memory is staged and blocks the host. Many small ones have a low median, "
    "however fast the link is; compare it with total bytes / total time.\n"
    "Click a kind to go to its longest memcpy."),
  .needs = SECTION_BIT (SECTION_COPIES),
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
