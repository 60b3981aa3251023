/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_rank_steps.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_ranks.h"

typedef enum
{
  CHOICE_FIGURE,
  CHOICE_ORDER,
} RankStepsChoice;

/* In the order of RankFigure; words as rank_figure_word (). */
static const char *const figure_words[N_RANK_FIGURES + 1] = { "step_time", "exposed_communication", "lateness", "idle",
                                                              "memory_peak", NULL };
static const char *const figure_labels[N_RANK_FIGURES + 1] = { N_ ("Step time"), N_ ("Exposed communication"),
                                                               N_ ("Lateness"), N_ ("Idle time"), N_ ("Memory peak"),
                                                               NULL };

/* In the order of RankOrder. */
static const char *const order_words[N_RANK_ORDERS + 1] = { "rank", "node", "value", NULL };
static const char *const order_labels[N_RANK_ORDERS + 1] = { N_ ("By rank"), N_ ("By node"), N_ ("By value"), NULL };

static const PaneChoice choices[] = {
  [CHOICE_FIGURE] = { "figure", N_ ("Figure of ranks and steps"), figure_words, figure_labels },
  [CHOICE_ORDER] = { "order", N_ ("Order of ranks"), order_words, order_labels },
  { 0 },
};

static RankFigure
figure_of (const PaneContext *pane)
{
  return (RankFigure) pane->options->choices[CHOICE_FIGURE];
}

static RankOrder
order_of (const PaneContext *pane)
{
  return (RankOrder) pane->options->choices[CHOICE_ORDER];
}

static const uint32_t *
ranks_of (const PaneContext *pane)
{
  return dashboard_ranks_in_order (dashboard_ranks (pane->data), figure_of (pane), order_of (pane));
}

/* ---- texts ---- */

static char *
value_text (const NumberStyle *numbers, RankFigure figure, int64_t value, char buffer[NUMBER_TEXT_MAX])
{
  return figure == RANK_MEMORY_PEAK ? number_text_bytes (numbers, (uint64_t) value, buffer)
                                    : number_text_duration (numbers, (double) value, buffer);
}

/* Returns the name of the rank's node, which may be empty; g_free (). */
static char *
node_name (const Trace *trace, uint32_t rank)
{
  return g_utf8_make_valid (trace_string (trace, trace_track (trace, trace_rank (trace, rank)->node)->name, NULL), -1);
}

/* ---- the chart ---- */

/* Whether a node is told for any rank: then the order by node has their names as labels. */
static bool
has_nodes (const PaneContext *pane)
{
  const RankStepsFigures *figures = dashboard_ranks (pane->data);
  /* Nameless ones come first. */
  g_autofree char *name = node_name (pane->data->scope.trace, figures->by_node[figures->n_ranks - 1]);

  return *name != '\0';
}

/* By node, each node has one label. */
static char *
row_label (const void *user_data, int row)
{
  const PaneContext *pane = user_data;
  const Trace *trace = pane->data->scope.trace;
  const uint32_t *ranks = ranks_of (pane);
  uint32_t node = trace_rank (trace, ranks[row])->node;

  if (order_of (pane) != RANKS_BY_NODE || !has_nodes (pane))
    return dashboard_text_rank (trace, ranks[row]);
  if (row > 0 && trace_rank (trace, ranks[row - 1])->node == node)
    return NULL;
  g_autofree char *name = node_name (trace, ranks[row]);
  return *name != '\0' ? g_steal_pointer (&name) : dashboard_text_rank (trace, ranks[row]);
}

static char *
column_label (const void *user_data, int column)
{
  const PaneContext *pane = user_data;
  const RankStepsFigures *figures = dashboard_ranks (pane->data);

  return g_strdup_printf ("%" G_GINT64_FORMAT, figures->ranks->map.numbers[figures->first_column + (size_t) column]);
}

static char *
cell_text (const void *user_data, int64_t value, const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];

  return g_strdup (value_text (numbers, figure_of (user_data), value, text));
}

static HeatChart
chart_of (const PaneContext *pane)
{
  const RankStepsFigures *figures = dashboard_ranks (pane->data);
  const HeatMap *map = &figures->ranks->map;
  RankFigure figure = figure_of (pane);
  const RankFigureSpread *spread = &figures->spreads[figure];
  int64_t first = map->numbers[figures->first_column];
  size_t last_column = figures->first_column + figures->n_columns - 1;
  int64_t n_numbers;
  /* Numbers without gaps: those of columns can be round. */
  bool is_dense = !__builtin_sub_overflow (map->numbers[last_column], first, &n_numbers)
                  && (uint64_t) n_numbers + 1 == figures->n_columns;

  return (HeatChart){
    .n_rows = (int) figures->n_ranks,
    .n_columns = (int) figures->n_columns,
    .rows = ranks_of (pane),
    .items = map->steps + figures->first_column,
    .stride = map->n_steps,
    .values = figures->ranks->figures.values[figure],
    .low = spread->least,
    .high = spread->high,
    .title = _ (figure_labels[figure]),
    .has_unknown = spread->n_known < (uint64_t) figures->n_ranks * figures->n_columns,
    .has_row_groups = order_of (pane) == RANKS_BY_NODE && has_nodes (pane),
    .first_column = is_dense ? first : 0,
    .corner = _ ("Step"),
    .row_label = row_label,
    .column_label = column_label,
    .value_text = cell_text,
    .user_data = pane,
  };
}

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const PaneContext *pane, const ChartMarks *marks, ChartMap *ret_map)
{
  const RankFigureSpread *spread = &dashboard_ranks (pane->data)->spreads[figure_of (pane)];
  char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];
  HeatChart chart = chart_of (pane);

  chart.low_text = value_text (style->numbers, figure_of (pane), spread->least, low);
  chart.high_text = value_text (style->numbers, figure_of (pane), spread->high, high);
  heat_chart_draw (cr, rect, style, &chart, marks, ret_map);
}

static int
part_at (const PaneContext *pane, const ChartGrid *grid, double x_px, double y_px)
{
  const HeatChart chart = chart_of (pane);

  return heat_chart_cell_at (&chart, grid, x_px, y_px);
}

/* ---- what is said ---- */

/* Why a figure is known of no step. */
static char *
unknown_sentence (RankFigure figure)
{
  switch (figure)
    {
    case RANK_LATENESS:
      return g_strdup (_ ("Nobody is late: no collective is recorded on two ranks or more in these steps."));
    case RANK_MEMORY_PEAK:
      return g_strdup (_ ("The memory of the GPUs is not recorded. profile_memory=True of PyTorch's profiler does that."));
    default:
      return g_strdup (_ ("No work of a GPU is recorded in these steps."));
    }
}

static char *
empty (const PaneContext *pane)
{
  const RankStepsFigures *figures = dashboard_ranks (pane->data);

  if (figures->ranks == NULL)
    return g_strdup (_ ("The profile has one rank: there are no others to compare it with."));
  if (figures->ranks->map.is_sparse)
    return g_strdup (_ ("The ranks have too few steps in common for a map."));
  if (figures->ranks->map.n_steps == 0)
    return g_strdup (
      _ ("No steps in this file. Steps come from ProfilerStep#N, step_N or an annotation that you choose."));
  if (figures->n_ranks == 0 || figures->n_columns == 0)
    return g_strdup (_ ("No step begins in this scope"));
  return figures->spreads[figure_of (pane)].n_known > 0 ? NULL : unknown_sentence (figure_of (pane));
}

static char *
footer (const PaneContext *pane)
{
  static const char *const meanings[N_RANK_FIGURES] = {
    N_ ("wall time, from the end of the step before"),
    N_ ("communication without compute, over the GPUs of the rank"),
    N_ ("begin after the median rank, at the collective where it was largest"),
    N_ ("time without work, over the GPUs of the rank"),
    N_ ("most memory given out on one GPU of the rank"),
  };
  const RankStepsFigures *figures = dashboard_ranks (pane->data);
  char count[NUMBER_TEXT_MAX];
  g_autofree char *n_ranks = g_strdup_printf (ngettext ("%s rank", "%s ranks", figures->n_ranks),
                                              number_text_count (pane->numbers, figures->n_ranks, count));
  g_autofree char *n_steps = g_strdup_printf (ngettext ("%s step", "%s steps", figures->n_columns),
                                              number_text_count (pane->numbers, figures->n_columns, count));

  /* Translators: what a map shows: ranks, steps, and what the figure of each is: "8 ranks × 6 steps; wall time, ..." */
  return g_strdup_printf (_ ("%s × %s; %s"), n_ranks, n_steps, _ (meanings[figure_of (pane)]));
}

static uint64_t
step_of (const PaneContext *pane, int part, uint32_t *ret_rank)
{
  const RankStepsFigures *figures = dashboard_ranks (pane->data);

  *ret_rank = ranks_of (pane)[(size_t) part / figures->n_columns];
  return dashboard_ranks_step (figures, *ret_rank, (size_t) part % figures->n_columns);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const RankStepsFigures *figures = dashboard_ranks (pane->data);
  const Trace *trace = pane->data->scope.trace;
  g_autoptr (GString) out = g_string_new (NULL);
  uint32_t rank;
  uint64_t step = step_of (pane, part, &rank);
  g_autofree char *label = dashboard_text_rank (trace, rank), *node = node_name (trace, rank);
  g_autofree char *number = column_label (pane, part % (int) figures->n_columns);

  g_string_append (out, label);
  if (*node != '\0')
    g_string_append_printf (out, _ (", node %s"), node);
  g_string_append_printf (out, _ (", step %s"), number);
  if (step == HEAT_NO_STEP)
    {
      g_string_append_c (out, '\n');
      g_string_append (out, _ ("The rank has no such step"));
      return g_string_free (g_steal_pointer (&out), FALSE);
    }
  if (step_table_get (pane->data->scope.steps, step)->is_truncated)
    g_string_append (out, _ (", cut off by the end of the recording"));
  /* The chosen figure first. */
  for (int i = 0; i < N_RANK_FIGURES; i++)
    {
      RankFigure figure = i == 0 ? figure_of (pane) : (RankFigure) (i <= (int) figure_of (pane) ? i - 1 : i);
      int64_t value = figures->ranks->figures.values[figure][step];
      char text[NUMBER_TEXT_MAX];

      if (value == RANK_FIGURE_UNKNOWN && i > 0)
        continue;
      g_string_append_c (out, '\n');
      /* Translators: a figure and its value: "Step time: 76.23 ms" */
      g_string_append_printf (out, _ ("%s: %s"), _ (figure_labels[figure]),
                              value == RANK_FIGURE_UNKNOWN ? _ ("not known") : value_text (pane->numbers, figure, value, text));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  static const char *const heads[N_RANK_FIGURES] = { N_ ("Step time (ns)"), N_ ("Exposed communication (ns)"),
                                                     N_ ("Lateness (ns)"), N_ ("Idle time (ns)"),
                                                     N_ ("Memory peak (bytes)") };
  const RankStepsFigures *figures = dashboard_ranks (pane->data);
  const int64_t *values = figures->ranks->figures.values[figure_of (pane)];
  const Trace *trace = pane->data->scope.trace;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Rank"), true },
    { _ ("Node"), false },
    { _ ("Step"), true },
    { _ (heads[figure_of (pane)]), true },
    { NULL, false },
  });

  for (uint32_t row = 0; row < figures->n_ranks; row++)
    {
      uint32_t rank = ranks_of (pane)[row];
      g_autofree char *node = node_name (trace, rank);

      for (size_t column = 0; column < figures->n_columns; column++)
        {
          uint64_t step = dashboard_ranks_step (figures, rank, column);
          int64_t value = step != HEAT_NO_STEP ? values[step] : RANK_FIGURE_UNKNOWN;

          pane_table_add_ns (table, trace_rank (trace, rank)->number);
          pane_table_add (table, node);
          pane_table_add_ns (table, figures->ranks->map.numbers[figures->first_column + column]);
          if (value != RANK_FIGURE_UNKNOWN)
            pane_table_add_ns (table, value);
          else
            pane_table_add (table, "");
        }
    }
  return table;
}

/* Of 200,000 cells nobody wants to hear all. */
#define ALTERNATIVE_RANKS 10

static char *
alternative (const PaneContext *pane)
{
  const RankStepsFigures *figures = dashboard_ranks (pane->data);
  const Trace *trace = pane->data->scope.trace;
  RankFigure figure = figure_of (pane);
  const RankFigureSpread *spread = &figures->spreads[figure];
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *denominator = footer (pane);
  char least[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX];

  g_string_append_printf (out, _ ("%s: %s to %s"), _ (figure_labels[figure]),
                          value_text (pane->numbers, figure, spread->least, least),
                          value_text (pane->numbers, figure, spread->most, most));
  g_string_append_c (out, '\n');
  g_string_append (out, _ ("Ranks with the highest mean, the highest first:"));
  for (uint32_t i = 0; i < MIN (figures->n_ranks, ALTERNATIVE_RANKS); i++)
    g_string_append_printf (out, "%s %" G_GINT64_FORMAT, i > 0 ? "," : "", trace_rank (trace, spread->by_value[i])->number);
  g_string_append_c (out, '\n');
  g_string_append (out, denominator);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  uint32_t rank;
  uint64_t step = step_of (pane, part, &rank);

  return step != HEAT_NO_STEP ? (PaneTarget){ .kind = TARGET_RANK_STEP, .id = step } : PANE_TARGET_NONE;
}

const Pane pane_rank_steps = {
  .id = "rank-steps",
  .title = N_ ("Ranks and steps"),
  .definition = N_ (
    "One cell for each rank and step: which ranks are slow, and when. Columns are the numbers of steps, from the first to the "
    "last that begins in the window on any rank.\n"
    "Step time is the wall time of the step. Exposed communication is the time in which a GPU of the rank communicated and did "
    "not compute; idle time that in which it did nothing; both are added up over the GPUs of the rank. Lateness is how much "
    "later than the median rank the rank began a collective of the step, on one clock for all ranks; of all collectives of the "
    "step the largest counts. Memory peak is the most that the allocators had given out on one GPU of the rank.\n"
    "By value, ranks come in the order of the mean over their steps, the highest first. Colours go from the least value to the "
    "highest, or to a tenth above the least if all values differ by less.\n"
    "Traps: collectives make the steps of all ranks equally long, so look for a slow rank in its lateness, not in its step "
    "time. Where several cells share a pixel, the highest is drawn.\n"
    "Arrow keys move from cell to cell, Enter or a click goes to the step of the rank."),
  .needs = SECTION_BIT (SECTION_RANKS),
  .of_job = PANE_JOB_ANY,
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .needs_ranks = true,
  .choices = choices,
  .table_id = "rank_steps",
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
  .part_at = part_at,
};
