/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_step_breakdown.h"

#include <glib/gi18n-lib.h>

#include "trace/naming/display_name.h"
#include "trace/stats/percent_parts.h"
#include "widgets/dashboard/pane/api_words.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_step_parts.h"

/* From the bottom of a bar up: GPU work, then host work while the GPU was idle. */
static const struct
{
  StepPart part;
  ApiWords label;
  ChartLook look;
  WorkKind work;
} layers[N_STEP_PARTS] = {
  { STEP_KERNEL, { .other = N_ ("Compute") }, CHART_WORK, WORK_GEMM },
  { STEP_COMMUNICATION, { .other = N_ ("Communication") }, CHART_WORK, WORK_COMMUNICATION },
  { STEP_MEMCPY, { .other = N_ ("Memcpy") }, CHART_WORK, WORK_MEMCPY },
  { STEP_MEMSET, { .other = N_ ("Memset") }, CHART_WORK, WORK_MEMSET },
  /* clang-format off */
  { STEP_RUNTIME, { .other = N_ ("Runtime calls"), .cuda = N_ ("CUDA API calls"), .hip = N_ ("HIP API calls") }, CHART_WORK, WORK_CALL },
  /* clang-format on */
  { STEP_LOADER, { .other = N_ ("Data loader") }, CHART_WORK, WORK_ANNOTATION },
  { STEP_OPERATOR, { .other = N_ ("Operators") }, CHART_WORK, WORK_OPERATOR },
  { STEP_OTHER, { .other = N_ ("Other") }, CHART_IDLE, WORK_COMPUTE },
};

static const TraceStep *
step_of (const PaneContext *pane, int bar)
{
  return step_table_get (pane->data->scope.steps, dashboard_step_parts (pane->data)->steps[bar].step);
}

/* Returns the number of a step, such as "1011", or its position if it has none. */
static char *
step_label (const TraceStep *step)
{
  return step->has_number ? g_strdup_printf ("%" G_GINT64_FORMAT, step->number)
                          : g_strdup_printf ("%" G_GUINT32_FORMAT, step->index + 1);
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const StepPartFigures *figures = dashboard_step_parts (pane->data);
  g_autofree int64_t *amounts_ns = g_new (int64_t, (gsize) figures->n * N_STEP_PARTS);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  ChartPart parts[N_STEP_PARTS];
  int used[N_STEP_PARTS], n_used = 0;

  for (int layer = 0; layer < N_STEP_PARTS; layer++)
    if (figures->parts_ns[layers[layer].part] > 0)
      {
        parts[n_used] = (ChartPart){
          .label = api_words_label (&layers[layer].label, pane->data->scope.trace),
          .look = layers[layer].look,
          .work = layers[layer].work,
        };
        used[n_used++] = layer;
      }
  for (int bar = 0; bar < figures->n; bar++)
    {
      g_ptr_array_add (names, step_label (step_of (pane, bar)));
      for (int i = 0; i < n_used; i++)
        amounts_ns[bar * n_used + i] = figures->steps[bar].parts_ns[layers[used[i]].part];
    }
  const StackedChart chart = {
    .parts = parts,
    .n_parts = n_used,
    .amounts_ns = amounts_ns,
    .names = (const char *const *) names->pdata,
    .n_bars = figures->n,
  };

  stacked_chart_draw (cr, rect, style, &chart, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  if (dashboard_step_parts (pane->data)->n > 0)
    return NULL;
  if (step_table_count (pane->data->scope.steps) == 0)
    return g_strdup (
      _ ("No steps in this file. Steps come from ProfilerStep#N, step_N or an annotation that you choose."));
  return g_strdup (_ ("No step begins in this scope"));
}

static char *
footer (const PaneContext *pane)
{
  const StepPartFigures *figures = dashboard_step_parts (pane->data);
  char count[NUMBER_TEXT_MAX], ranks[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, figures->n_steps, count);
  number_text_count (pane->numbers, figures->n_ranks, ranks);
  if (figures->n_ranks > 1)
    return g_strdup_printf (
      _ ("%s steps of %s ranks; each instant of wall time counts once, for the first part that applies"),
      count, ranks);
  return g_strdup_printf (
    ngettext ("%s step; each instant of wall time counts once, for the first part that applies",
              "%s steps; each instant of wall time counts once, for the first part that applies",
              figures->n_steps),
    count);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const StepBreakdown *breakdown = &dashboard_step_parts (pane->data)->steps[part];
  const TraceStep *step = step_of (pane, part);
  const Trace *trace = pane->data->scope.trace;
  g_autoptr (GString) out = g_string_new (NULL);
  char wall[NUMBER_TEXT_MAX], value[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
  uint32_t tenths[N_STEP_PARTS];

  number_text_duration (pane->numbers, (double) step->wall_ns, wall);
  percent_parts (breakdown->parts_ns, N_STEP_PARTS, tenths);
  /* Translators: a step and its wall time: "ProfilerStep#1011: 76.23 ms" */
  g_string_append_printf (out, _ ("%s: %s"),
                          trace_display_name (trace, slice_name (trace_slices (trace), step->slice)), wall);
  if (dashboard_step_parts (pane->data)->n_ranks > 1)
    {
      g_snprintf (value, sizeof value, "%" G_GINT64_FORMAT, trace_rank (trace, step->rank)->number);
      g_string_append_printf (out, _ (", rank %s"), value);
    }
  if (step->is_truncated)
    g_string_append (out, _ (", cut off by the end of the recording"));
  for (int layer = 0; layer < N_STEP_PARTS; layer++)
    {
      StepPart what = layers[layer].part;

      if (breakdown->parts_ns[what] == 0)
        continue;
      g_string_append_c (out, '\n');
      /* Translators: a part, its time, its share: "Compute: 45.36 ms, 60.0 %" */
      g_string_append_printf (out, _ ("%s: %s, %s"), api_words_label (&layers[layer].label, trace),
                              number_text_duration (pane->numbers, (double) breakdown->parts_ns[what], value),
                              number_text_tenths (pane->numbers, tenths[what], share));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const StepPartFigures *figures = dashboard_step_parts (pane->data);
  const Trace *trace = pane->data->scope.trace;
  const ApiWords calls = { N_ ("Runtime calls (ns)"), N_ ("CUDA API calls (ns)"), N_ ("HIP API calls (ns)") };
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Step"), false },
    { _ ("Rank"), true },
    { _ ("Wall time (ns)"), true },
    { _ ("Compute (ns)"), true },
    { _ ("Communication (ns)"), true },
    { _ ("Memcpy (ns)"), true },
    { _ ("Memset (ns)"), true },
    { api_words_label (&calls, trace), true },
    { _ ("Data loader (ns)"), true },
    { _ ("Operators (ns)"), true },
    { _ ("Other (ns)"), true },
    { NULL, false },
  });

  for (int bar = 0; bar < figures->n; bar++)
    {
      const TraceStep *step = step_of (pane, bar);

      pane_table_add (table, trace_display_name (trace, slice_name (trace_slices (trace), step->slice)));
      pane_table_add_ns (table, trace_rank (trace, step->rank)->number);
      pane_table_add_ns (table, step->wall_ns);
      for (int layer = 0; layer < N_STEP_PARTS; layer++)
        pane_table_add_ns (table, figures->steps[bar].parts_ns[layers[layer].part]);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  return (PaneTarget){ .kind = TARGET_STEP, .id = dashboard_step_parts (pane->data)->steps[part].step };
}

const Pane pane_step_breakdown = {
  .id = "step-breakdown",
  .title = N_ ("Step time breakdown"),
  .definition = N_ (
    "One bar for each step whose host part begins in the window; its height is the wall time. Each instant "
    "of it counts once, for the first of these that is running in the rank of the step: a kernel that "
    "computes, a memcpy, a memset, a kernel that communicates, a runtime call, the data loader, an "
    "operator; otherwise other. So the parts add up to the wall time.\n"
    "Communication and memcpy show only what compute does not cover. Host activity counts only while the "
    "GPU does nothing.\n"
    "Traps: the host runs ahead, so part of the launches of a step happen in the step before. Uncovered "
    "communication need not have delayed anything. If there are more steps than pixels, the longest of the "
    "steps that share a pixel is drawn.\n"
    "Click a bar to go to its step."),
  .needs = SECTION_BIT (SECTION_STEP_PARTS),
  .of_job = PANE_JOB_ANY,
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
