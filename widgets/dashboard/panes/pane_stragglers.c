/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_stragglers.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_stragglers.h"

/* What a rank did longer than the others, as the end of "Rank 3 is late by 21 ms: ..." */
static const char *const causes[N_GAP_PARTS] = {
  [GAP_COMPUTE] = N_ ("its kernels compute longer"),
  [GAP_COLLECTIVE] = N_ ("an earlier collective takes longer"),
  [GAP_MEMCPY] = N_ ("its memcpys take longer"),
  [GAP_LOADER] = N_ ("it waits for its data loader"),
  [GAP_HOST] = N_ ("its host launches later"),
};

/* The same in a word or two, for the footer. */
static const char *const short_causes[N_GAP_PARTS] = {
  [GAP_COMPUTE] = N_ ("kernels"),
  [GAP_COLLECTIVE] = N_ ("earlier collective"),
  [GAP_MEMCPY] = N_ ("memcpys"),
  [GAP_LOADER] = N_ ("data loader"),
  [GAP_HOST] = N_ ("host"),
};

/* "Rank 3 is late in 14 of 20 steps, by 21.3 ms in the median: it waits for its data loader" */
static char *
sentence_of (const PaneContext *pane, const Straggler *straggler)
{
  g_autofree char *rank = dashboard_text_rank (pane->data->scope.trace, straggler->rank);
  char late[NUMBER_TEXT_MAX], steps[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, straggler->n_late, late);
  number_text_count (pane->numbers, straggler->n_steps, steps);
  number_text_duration (pane->numbers, (double) straggler->lateness_ns, time);
  /* Translators: "Rank 3 is late in 14 of 20 steps, by 21.3 ms in the median: it waits for its data loader" */
  return g_strdup_printf (_ ("%s is late in %s of %s steps, by %s in the median: %s"), rank, late, steps, time,
                          _ (causes[straggler->cause]));
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const StragglerFigures *figures = dashboard_stragglers (pane->data);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  /* The chart reads no more than it can draw, and tells how many more there are. */
  size_t n_drawn = MIN (figures->n, (size_t) (MAX (rect->height_px, 0) / bar_chart_row_min_px (style)) + 1);
  g_autofree ChartPart *parts = g_new0 (ChartPart, n_drawn + 1);
  int64_t longest_ns = 1;
  char text[NUMBER_TEXT_MAX];

  for (size_t i = 0; i < figures->n; i++)
    longest_ns = MAX (longest_ns, figures->ranks[i].waits.awaited_ns);
  for (size_t i = 0; i < n_drawn; i++)
    {
      const AwaitedRank *rank = &figures->ranks[i];
      char *label = dashboard_text_rank (pane->data->scope.trace, rank->rank);
      char *value = g_strdup (number_text_duration (style->numbers, (double) rank->waits.awaited_ns, text));
      char *extra = g_strdup (number_text_count (style->numbers, rank->waits.n_last, text));

      g_ptr_array_add (texts, label);
      g_ptr_array_add (texts, value);
      g_ptr_array_add (texts, extra);
      parts[i] = (ChartPart){
        .label = label,
        .value = value,
        .extra = extra,
        .amount = (double) rank->waits.awaited_ns,
        .look = rank->straggler != NULL ? CHART_WORK : CHART_OTHERS,
        .work = WORK_COMMUNICATION,
        .is_ranked = true,
      };
    }
  const BarChart bars = { .parts = parts, .n_parts = (int) figures->n_all, .full = (double) longest_ns };

  bar_chart_draw (cr, rect, style, &bars, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  return dashboard_stragglers (pane->data)->n > 0
           ? NULL
           : g_strdup (_ ("No collective in this scope has kernels of several ranks, so nobody waits for another rank"));
}

static char *
footer (const PaneContext *pane)
{
  const StragglerFigures *figures = dashboard_stragglers (pane->data);
  char n[NUMBER_TEXT_MAX];

  if (figures->n_stragglers > 0)
    {
      const Straggler *first = &figures->stragglers[0];
      g_autofree char *rank = dashboard_text_rank (pane->data->scope.trace, first->rank);
      char late[NUMBER_TEXT_MAX], steps[NUMBER_TEXT_MAX];

      number_text_count (pane->numbers, first->n_late, late);
      number_text_count (pane->numbers, first->n_steps, steps);
      number_text_count (pane->numbers, figures->n_stragglers - 1, n);
      if (figures->n_stragglers == 1)
        /* Translators: "Rank 3 late in 14 of 20 steps: data loader" */
        return g_strdup_printf (_ ("%s late in %s of %s steps: %s"), rank, late, steps, _ (short_causes[first->cause]));
      /* Translators: "Rank 3 late in 14 of 20 steps: data loader; 2 more" ranks that are late */
      return g_strdup_printf (_ ("%s late in %s of %s steps: %s; %s more"), rank, late, steps,
                              _ (short_causes[first->cause]), n);
    }
  number_text_count (pane->numbers, figures->n_steps, n);
  if (figures->n_steps < STRAGGLER_MIN_STEPS)
    /* Translators: the number of steps; fewer than five */
    return g_strdup_printf (ngettext ("%s step is too few to say whether a rank is late",
                                      "%s steps are too few to say whether a rank is late", figures->n_steps),
                            n);
  return g_strdup_printf (ngettext ("No rank is late in %s step more often than by chance",
                                    "No rank is late in %s steps more often than by chance", figures->n_steps),
                          n);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const StragglerFigures *figures = dashboard_stragglers (pane->data);
  const AwaitedRank *rank = &figures->ranks[part];
  g_autofree char *label = dashboard_text_rank (pane->data->scope.trace, rank->rank);
  g_autofree char *sentence = rank->straggler != NULL ? sentence_of (pane, rank->straggler) : NULL;
  char last[NUMBER_TEXT_MAX], all[NUMBER_TEXT_MAX], awaited[NUMBER_TEXT_MAX], waited[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, rank->waits.n_last, last);
  number_text_count (pane->numbers, rank->waits.n_collectives, all);
  number_text_duration (pane->numbers, (double) rank->waits.awaited_ns, awaited);
  number_text_duration (pane->numbers, (double) rank->waits.wait_ns, waited);
  /* Translators: "Rank 3: last in 14 of 40 collectives; others waited 1.203 s for it, and it waited 12.3 ms for others" */
  g_autofree char *figure =
    g_strdup_printf (_ ("%s: last in %s of %s collectives; others waited %s for it, and it waited %s for others"), label,
                     last, all, awaited, waited);
  const char *doubt = rank->is_certain ? "" : _ ("\nIts clock is uncertain: waits may be wrong");

  return sentence != NULL ? g_strdup_printf ("%s\n%s%s", figure, sentence, doubt) : g_strdup_printf ("%s%s", figure, doubt);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const StragglerFigures *figures = dashboard_stragglers (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Rank"), false },
    { _ ("Collectives"), true },
    { _ ("Last"), true },
    { _ ("Others waited (ns)"), true },
    { _ ("Waited for others (ns)"), true },
    { _ ("Late steps"), true },
    { _ ("Lateness, median (ns)"), true },
    { _ ("Cause"), false },
    { NULL, false },
  });

  for (size_t i = 0; i < figures->n; i++)
    {
      const AwaitedRank *rank = &figures->ranks[i];
      g_autofree char *label = dashboard_text_rank (pane->data->scope.trace, rank->rank);

      pane_table_add (table, label);
      pane_table_add_count (table, rank->waits.n_collectives);
      pane_table_add_count (table, rank->waits.n_last);
      pane_table_add_ns (table, rank->waits.awaited_ns);
      pane_table_add_ns (table, rank->waits.wait_ns);
      if (rank->straggler != NULL)
        {
          pane_table_add_count (table, rank->straggler->n_late);
          pane_table_add_ns (table, rank->straggler->lateness_ns);
          pane_table_add (table, _ (causes[rank->straggler->cause]));
        }
      else
        for (int cell = 0; cell < 3; cell++)
          pane_table_add (table, "");
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const AwaitedRank *rank = &dashboard_stragglers (pane->data)->ranks[part];
  uint64_t slice = rank->slice;

  if (rank->has_pair)
    return (PaneTarget){ .kind = TARGET_RANK_PAIR, .pair = &rank->pair };
  return slice == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = slice };
}

const Pane pane_stragglers = {
  .id = "stragglers",
  .title = N_ ("Ranks that others wait for"),
  .definition = /* xgettext:no-c-format */ N_ (
    "For each rank, how long all others waited in collectives in which it came last, and in how many it did. A rank waits "
    "from its own begin until the last rank begins, on clocks that are aligned by the ends of the collectives.\n"
    "A rank in colour is late: in at least 60 % of the steps it begins a collective later than the median rank by more than "
    "1 % of the step and more than the ranks differ anyway, and so often by chance only once in 100 jobs. Its cause is what "
    "it did longer than the median rank since the collective before.\n"
    "Traps: somebody is always last. Only the ranks in colour are last for a reason. In a window with fewer than 5 steps "
    "nothing is said.\n"
    "Click a rank to go to its collective for which the others waited longest. A late rank is shown side by side with the "
    "median rank, in the step in which its cause weighs most."),
  .needs = SECTION_BIT (SECTION_STRAGGLERS),
  .of_job = PANE_JOB_ANY,
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_BARS,
  .needs_ranks = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
