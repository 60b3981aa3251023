/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_precision.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "trace/model/device_api.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_precision.h"

/* Each class has its own colour everywhere. The classes of integers, which are always small, share one. */
static const struct
{
  const char *label;
  WorkKind work;
} classes[N_PRECISIONS] = {
  [PRECISION_UNKNOWN] = { N_ ("Unknown"), WORK_COMPUTE },
  [PRECISION_FP64] = { "FP64", WORK_CALL },
  [PRECISION_FP32] = { "FP32", WORK_MEMCPY },
  [PRECISION_TF32] = { "TF32", WORK_COMPUTE },
  [PRECISION_FP16] = { "FP16", WORK_ATTENTION },
  [PRECISION_BF16] = { "BF16", WORK_GEMM },
  [PRECISION_FP8] = { "FP8", WORK_COMMUNICATION },
  [PRECISION_FP4] = { "FP4", WORK_MEMSET },
  [PRECISION_INT64] = { "INT64", WORK_SYNC },
  [PRECISION_INT32] = { "INT32", WORK_SYNC },
  [PRECISION_INT8] = { "INT8", WORK_ANNOTATION },
  [PRECISION_W4] = { N_ ("W4 (4-bit weights)"), WORK_PYTHON },
};

static const char *
label_of (Precision precision)
{
  return _ (classes[precision].label);
}

/* Lists the classes as drawn: largest first, unknown last, without classes of no time. Returns their number. */
static int
order_of (const PrecisionFigures *figures, Precision ret_order[N_PRECISIONS])
{
  int n = 0;

  for (int i = PRECISION_UNKNOWN + 1; i < N_PRECISIONS; i++)
    {
      int place = n;

      if (figures->times.count[i] == 0)
        continue;
      while (place > 0 && figures->times.ns[ret_order[place - 1]] < figures->times.ns[i])
        place--;
      memmove (ret_order + place + 1, ret_order + place, (size_t) (n - place) * sizeof *ret_order);
      ret_order[place] = (Precision) i;
      n++;
    }
  if (figures->times.count[PRECISION_UNKNOWN] > 0)
    ret_order[n++] = PRECISION_UNKNOWN;
  return n;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const PrecisionFigures *figures = dashboard_precision (pane->data);
  char shares[N_PRECISIONS][NUMBER_TEXT_MAX], windows[N_PRECISIONS][NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];
  ChartPart parts[N_PRECISIONS];
  Precision order[N_PRECISIONS];
  int n = order_of (figures, order);

  for (int i = 0; i < n; i++)
    parts[i] = (ChartPart){
      .label = label_of (order[i]),
      .share = number_text_tenths (style->numbers, figures->tenths[order[i]], shares[i]),
      .extra =
        dashboard_text_window_share (pane->data, style->numbers, figures->within_ns[order[i]], windows[i]),
      .amount = (double) figures->times.ns[order[i]],
      .look = order[i] == PRECISION_UNKNOWN ? CHART_OTHERS : CHART_WORK,
      .work = classes[order[i]].work,
      .is_ranked = order[i] != PRECISION_UNKNOWN,
    };
  const RingChart ring = {
    .parts = parts,
    .n_parts = n,
    .figure = number_text_duration (style->numbers, (double) figures->total_ns, total),
    .caption = _ ("kernel time"),
    .share_title = _ ("Share"),
    .extra_title = _ ("Window"),
  };

  ring_chart_draw (cr, rect, style, &ring, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  if (dashboard_precision (pane->data)->total_ns > 0)
    return NULL;
  char *no_work = dashboard_text_no_work (pane->data, pane->numbers);
  return no_work != NULL ? no_work : g_strdup (_ ("No kernel ran in this window"));
}

static char *
footer (const PaneContext *pane)
{
  const PrecisionFigures *figures = dashboard_precision (pane->data);
  const uint32_t *tenths = figures->tensor_core_tenths;
  char total[NUMBER_TEXT_MAX], known[NUMBER_TEXT_MAX], unknown[NUMBER_TEXT_MAX];

  if (figures->total_ns == 0)
    return g_strdup (_ ("Shares of the total kernel time"));
  bool is_amd = device_api_of (pane->data->scope.trace) == DEVICE_API_HIP;
  number_text_duration (pane->numbers, (double) figures->total_ns, total);
  number_text_tenths (pane->numbers, tenths[TENSOR_CORE_UNKNOWN], unknown);
  if (tenths[TENSOR_CORE_YES] == 0 && tenths[TENSOR_CORE_NO] == 0)
    return g_strdup_printf (
      is_amd ? _ ("Of %s; use of matrix cores is not known") : _ ("Of %s; use of tensor cores is not known"),
      total);
  if (tenths[TENSOR_CORE_YES] == 0 && tenths[TENSOR_CORE_UNKNOWN] > 0)
    {
      number_text_tenths (pane->numbers, tenths[TENSOR_CORE_NO], known);
      /* Translators: "Of 10.86 ms; 59.7 % without tensor cores, 40.3 % not known" */
      return g_strdup_printf (is_amd ? _ ("Of %s; %s without matrix cores, %s not known")
                                     : _ ("Of %s; %s without tensor cores, %s not known"),
                              total, known, unknown);
    }
  number_text_tenths (pane->numbers, tenths[TENSOR_CORE_YES], known);
  if (tenths[TENSOR_CORE_UNKNOWN] == 0)
    /* Translators: "Of 10.86 ms; 59.7 % on tensor cores": the time of kernels, and its share. */
    return g_strdup_printf (is_amd ? _ ("Of %s; %s on matrix cores") : _ ("Of %s; %s on tensor cores"), total,
                            known);
  /* Translators: "Of 10.86 ms; 59.7 % on tensor cores, 32.3 % not known" */
  return g_strdup_printf (is_amd ? _ ("Of %s; %s on matrix cores, %s not known")
                                 : _ ("Of %s; %s on tensor cores, %s not known"),
                          total, known, unknown);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const PrecisionFigures *figures = dashboard_precision (pane->data);
  Precision order[N_PRECISIONS];

  order_of (figures, order);
  return dashboard_text_part (pane->numbers, label_of (order[part]), figures->tenths[order[part]],
                              figures->times.ns[order[part]]);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const PrecisionFigures *figures = dashboard_precision (pane->data);
  Precision order[N_PRECISIONS];
  int n = order_of (figures, order);
  bool is_amd = device_api_of (pane->data->scope.trace) == DEVICE_API_HIP;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Precision"), false },
    { _ ("Time (ns)"), true },
    { _ ("Share of kernel time (%)"), true },
    { _ ("Launches"), true },
    { is_amd ? _ ("On matrix cores (ns)") : _ ("On tensor cores (ns)"), true },
    { is_amd ? _ ("Use of matrix cores not known (ns)") : _ ("Use of tensor cores not known (ns)"), true },
    { NULL, false },
  });

  for (int i = 0; i < n; i++)
    {
      pane_table_add (table, label_of (order[i]));
      pane_table_add_ns (table, figures->times.ns[order[i]]);
      pane_table_add_tenths (table, figures->tenths[order[i]], pane->numbers->decimal);
      pane_table_add_count (table, figures->times.count[order[i]]);
      pane_table_add_ns (table, figures->tensor_core_ns[order[i]][TENSOR_CORE_YES]);
      pane_table_add_ns (table, figures->tensor_core_ns[order[i]][TENSOR_CORE_UNKNOWN]);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const PrecisionFigures *figures = dashboard_precision (pane->data);
  Precision order[N_PRECISIONS];

  if (part < 0 || part >= order_of (figures, order) || figures->longest[order[part]] == SLICE_NONE)
    return PANE_TARGET_NONE;
  /* No cell of the table contains a word for unknown. */
  if (order[part] == PRECISION_UNKNOWN)
    return (PaneTarget){ .kind = TARGET_SLICE, .id = figures->longest[order[part]] };
  return (PaneTarget){ .kind = TARGET_TABLE, .table = "kernels", .filter = precision_word (order[part]) };
}

const Pane pane_precision = {
  .id = "kernel-precision",
  .title = N_ ("Kernel precision distribution"),
  .definition = N_ (
    "Durations of the kernels that start in the window, by the type of their inputs, as shares of their "
    "sum. Concurrent kernels each count; memcpy and memset are left out. The second percentage is the time "
    "inside the window, as a share of window × GPUs.\n"
    "The type comes from the tensors of the operator that launched the kernel, launch by launch. If the "
    "name of a matrix product says that it multiplies a narrower type (TF32, FP8, FP4, INT8, 4-bit "
    "weights), that type counts. If there is no operator, the name decides. If neither says it, the type "
    "is unknown.\n"
    "Traps: accumulators do not count, so a BF16 product that accumulates in FP32 is BF16. The names of "
    "Triton kernels say nothing about types. stats --report classes gives the reason for each kernel, and "
    "a file of rules (--kernel-rules) can correct it.\n"
    "Click a type to open the table of its kernels, unknown to go to the longest such kernel."),
  .needs = SECTION_BIT (SECTION_PRECISION) | SECTION_BIT (SECTION_DEVICES),
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
