/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_overlap.h"

#include <glib/gi18n-lib.h>

#include "trace/model/job_tables.h"
#include "trace/stats/percent_parts.h"
#include "widgets/charts/share_rows.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_overlap.h"
#include "widgets/dashboard/sections/section_time.h"

typedef enum
{
  PART_COMPUTE_ONLY,
  PART_BOTH,
  PART_EXPOSED,
  N_PARTS
} Part;

/* The maximum number that fits into a pane. */
#define ROWS_MAX 16

static const struct
{
  const char *label;
  ChartLook look;
  WorkKind work;
} looks[N_PARTS] = {
  [PART_COMPUTE_ONLY] = { N_ ("Compute only"), CHART_WORK, WORK_GEMM },
  [PART_BOTH] = { N_ ("Both"), CHART_OTHERS, WORK_COMPUTE },
  [PART_EXPOSED] = { N_ ("Exposed communication"), CHART_WORK, WORK_COMMUNICATION },
};

typedef struct
{
  int64_t part_ns[N_PARTS];
  uint32_t part_tenths[N_PARTS];
} Row;

static Row
row_of (const OverlapStats *stats)
{
  Row row = { .part_ns = { stats->compute_only_ns, stats->overlap_ns, stats->exposed_communication_ns } };

  percent_parts (row.part_ns, N_PARTS, row.part_tenths);
  return row;
}

static char *
covered_text (const NumberStyle *numbers, const OverlapStats *stats)
{
  char covered[NUMBER_TEXT_MAX];
  double share;

  if (!overlap_stats_share (stats, &share))
    return g_strdup ("n/a");
  /* Translators: the part of communication that compute covers, beside a bar, as in "46.2 % covered" */
  return g_strdup_printf (_ ("%s covered"), number_text_share (numbers, share, covered));
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const OverlapFigures *events = dashboard_overlap (pane->data);
  const DeviceFigures *devices = dashboard_devices (pane->data);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  char shares[ROWS_MAX][N_PARTS][NUMBER_TEXT_MAX];
  ChartPart parts[ROWS_MAX][N_PARTS];
  ShareRow rows[ROWS_MAX];
  uint32_t n = MIN (events->n, ROWS_MAX);

  for (uint32_t r = 0; r < n; r++)
    {
      const Row row = row_of (&devices->overlaps[r]);

      g_ptr_array_add (labels, dashboard_text_device (pane->data->scope.trace, events->of[r].device));
      for (Part part = 0; part < N_PARTS; part++)
        parts[r][part] = (ChartPart){
          .label = _ (looks[part].label),
          .share = number_text_tenths (style->numbers, row.part_tenths[part], shares[r][part]),
          .amount = (double) row.part_ns[part],
          .look = looks[part].look,
          .work = looks[part].work,
        };
      g_ptr_array_add (values, covered_text (style->numbers, &devices->overlaps[r]));
      rows[r] = (ShareRow){ labels->pdata[r], values->pdata[r], parts[r] };
    }
  const ShareRows chart = { rows, (int) n, N_PARTS };

  share_rows_draw (cr, rect, style, &chart, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  char *sentence = dashboard_text_no_work (pane->data, pane->numbers);

  if (sentence != NULL || dashboard_devices (pane->data)->all_overlaps.communication_ns > 0)
    return sentence;
  return g_strdup (
    _ ("No communication in this scope, so its covered share is n/a. Communication is what NCCL, RCCL and "
       "similar libraries run on a GPU."));
}

static char *
footer (const PaneContext *pane)
{
  const OverlapStats *all = &dashboard_devices (pane->data)->all_overlaps;
  char covered[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX];
  double share;

  if (!overlap_stats_share (all, &share))
    return g_strdup (_ ("Covered share of communication: n/a"));
  number_text_share (pane->numbers, share, covered);
  number_text_duration (pane->numbers, (double) all->communication_ns, time);
  /* Translators: "46.2 % of 163.5 ms of communication covered" */
  return g_strdup_printf (_ ("%s of %s of communication covered"), covered, time);
}

static char *
part_text (const PaneContext *pane, int part)
{
  uint32_t r = (uint32_t) part / N_PARTS;
  const OverlapStats *stats = &dashboard_devices (pane->data)->overlaps[r];
  const Row row = row_of (stats);
  Part which = (Part) (part % N_PARTS);
  g_autofree char *device =
    dashboard_text_device (pane->data->scope.trace, dashboard_overlap (pane->data)->of[r].device);
  char time[NUMBER_TEXT_MAX], tenths[NUMBER_TEXT_MAX], covered[NUMBER_TEXT_MAX];
  double share;

  number_text_duration (pane->numbers, (double) row.part_ns[which], time);
  number_text_tenths (pane->numbers, row.part_tenths[which], tenths);
  if (!overlap_stats_share (stats, &share))
    g_strlcpy (covered, "n/a", sizeof covered);
  else
    number_text_share (pane->numbers, share, covered);
  /* Translators: "GPU 3, exposed communication: 87.92 ms, 23.8 % of its kernels' time; 46.2 % of communication
   * covered" */
  return g_strdup_printf (_ ("%s, %s: %s, %s of the time with either; %s of communication covered"), device,
                          _ (looks[which].label), time, tenths, covered);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const OverlapFigures *events = dashboard_overlap (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { dashboard_text_device_head (pane->data->scope.trace), false },
    { _ ("Compute only (ns)"), true },
    { _ ("Both (ns)"), true },
    { _ ("Exposed communication (ns)"), true },
    { _ ("Covered share of communication (%)"), true },
    { NULL, false },
  });

  for (uint32_t r = 0; r < events->n; r++)
    {
      const OverlapStats *stats = &dashboard_devices (pane->data)->overlaps[r];
      const Row row = row_of (stats);
      g_autofree char *device = dashboard_text_device (pane->data->scope.trace, events->of[r].device);
      double share;

      pane_table_add (table, device);
      for (Part part = 0; part < N_PARTS; part++)
        pane_table_add_ns (table, row.part_ns[part]);
      if (overlap_stats_share (stats, &share))
        pane_table_add_tenths (table, (uint32_t) (share * 1000 + 0.5), pane->numbers->decimal);
      else
        pane_table_add (table, "n/a");
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const OverlapFigures *overlap = dashboard_overlap (pane->data);

  if ((uint32_t) part / N_PARTS >= overlap->n)
    return PANE_TARGET_NONE;
  const OverlapEvents *events = &overlap->of[part / N_PARTS];
  /* The longest that a job merged from summaries has kept is not the longest there was. */
  if (part % N_PARTS == PART_COMPUTE_ONLY && trace_is_job (pane->data->scope.trace))
    return PANE_TARGET_NONE;
  uint64_t slice =
    part % N_PARTS == PART_COMPUTE_ONLY ? events->longest_compute : events->longest_communication;

  return slice == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = slice };
}

const Pane pane_overlap = {
  .id = "communication-computation",
  .title = N_ ("Communication and computation"),
  .definition = N_ (
    "For each GPU in scope, the time of the window in which kernels computed or communicated; each instant "
    "counts once: compute only, both, and exposed communication, during which nothing computes. The "
    "covered share of communication stands at the right: both / (both + exposed); \"n/a\" means that there "
    "is no communication.\n"
    "Communication is what NCCL, RCCL and similar libraries run; every other kernel computes.\n"
    "Traps: exposed communication need not have delayed anything. A communication kernel that waits for "
    "another rank counts for as long as it waits.\n"
    "Click a part to go to its longest kernel."),
  .needs = SECTION_BIT (SECTION_OVERLAP) | SECTION_BIT (SECTION_DEVICES),
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
