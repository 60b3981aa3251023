/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_rank_traffic.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>

#include "widgets/dashboard/pane/group_names.h"
#include "widgets/dashboard/sections/section_rank_traffic.h"

enum
{
  CHOICE_FIGURE,
  CHOICE_WHAT,
};

/* In the order of TrafficFigure. */
static const char *const figure_words[N_TRAFFIC_FIGURES + 1] = { "bandwidth", "bytes", NULL };
static const char *const figure_labels[N_TRAFFIC_FIGURES + 1] = { N_ ("Bandwidth"), N_ ("Bytes"), NULL };

static const char *const what_words[] = { "messages", "groups", NULL };
static const char *const what_labels[] = { N_ ("Messages"), N_ ("Process groups"), NULL };

static const PaneChoice choices[] = {
  [CHOICE_FIGURE] = { "figure", N_ ("Figure of traffic"), figure_words, figure_labels },
  [CHOICE_WHAT] = { "what", N_ ("What traffic"), what_words, what_labels },
  { 0 },
};

static TrafficFigure
figure_of (const PaneContext *pane)
{
  return (TrafficFigure) pane->options->choices[CHOICE_FIGURE];
}

/* Where no rank sends to another one, process groups are all there is. */
static bool
is_of_groups (const PaneContext *pane)
{
  return pane->options->choices[CHOICE_WHAT] == 1 || dashboard_rank_traffic (pane->data)->messages.n == 0;
}

static const TrafficMap *
map_of (const PaneContext *pane)
{
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);

  return is_of_groups (pane) ? &traffic->collectives : &traffic->messages;
}

/* ---- texts ---- */

static char *
speed_text (const NumberStyle *numbers, double gb_s, char buffer[NUMBER_TEXT_MAX])
{
  number_text_value (numbers, gb_s, buffer);
  g_strlcat (buffer, "\302\240GB/s", NUMBER_TEXT_MAX);
  return buffer;
}

static char *
value_text (const NumberStyle *numbers, TrafficFigure figure, int64_t value, char buffer[NUMBER_TEXT_MAX])
{
  return figure == TRAFFIC_BYTES ? number_text_bytes (numbers, (uint64_t) value, buffer)
                                 : speed_text (numbers, rank_traffic_gb_s (value), buffer);
}

static char *
group_text (const PaneContext *pane, uint32_t group)
{
  return group_names_shown (pane->data->group_names, &dashboard_rank_traffic (pane->data)->groups, group);
}

/* What the ranks of a group share the work by; NULL if neither names nor messages tell. */
static const char *
parallelism_label (Parallelism parallelism)
{
  static const char *const labels[N_PARALLELISMS] = {
    [PARALLELISM_DATA] = N_ ("data parallel"),         [PARALLELISM_TENSOR] = N_ ("tensor parallel"),
    [PARALLELISM_PIPELINE] = N_ ("pipeline parallel"), [PARALLELISM_EXPERT] = N_ ("expert parallel"),
    [PARALLELISM_CONTEXT] = N_ ("context parallel"),
  };

  return labels[parallelism] != NULL ? _ (labels[parallelism]) : NULL;
}

static char *
number_text (int64_t number)
{
  /* Translators: as in "Rank 3" */
  return g_strdup_printf (_ ("Rank %" PRId64), number);
}

/* ---- the chart ---- */

static char *
row_label (const void *user_data, int row)
{
  const PaneContext *pane = user_data;
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);

  return is_of_groups (pane) ? group_text (pane, (uint32_t) row) : number_text (traffic->numbers[row]);
}

static int64_t
column_number (const PaneContext *pane, uint32_t column)
{
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);

  return is_of_groups (pane) ? trace_rank (pane->data->scope.trace, column)->number
                             : traffic->numbers[column];
}

static char *
column_label (const void *user_data, int column)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, column_number (user_data, (uint32_t) column));
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
  const TrafficMap *map = map_of (pane);
  TrafficFigure figure = figure_of (pane);
  int64_t first = column_number (pane, 0), n_numbers;
  bool is_dense = !__builtin_sub_overflow (column_number (pane, map->n_columns - 1), first, &n_numbers)
                  && n_numbers == (int64_t) map->n_columns - 1 && first >= 0;

  return (HeatChart){
    .n_rows = (int) map->n_rows,
    .n_columns = (int) map->n_columns,
    .row_first = map->row_first,
    .columns = map->columns,
    .values = map->values[figure],
    .low = map->spreads[figure].least,
    .high = map->spreads[figure].high,
    .title = _ (figure_labels[figure]),
    .is_lowest_shown = figure == TRAFFIC_PACE,
    .first_column = is_dense ? first : 0,
    .corner = is_of_groups (pane) ? _ ("Rank") : _ ("To rank"),
    .row_label = row_label,
    .column_label = column_label,
    .value_text = cell_text,
    .user_data = pane,
  };
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const TrafficSpread *spread = &map_of (pane)->spreads[figure_of (pane)];
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

static char *
empty (const PaneContext *pane)
{
  const TrafficMap *map = map_of (pane);

  if (map->n == 0)
    return g_strdup (_ ("No rank communicates in this scope"));
  return map->spreads[figure_of (pane)].n_known > 0
           ? NULL
           : g_strdup (_ ("The profile does not tell how much the ranks send to each other"));
}

static char *
footer (const PaneContext *pane)
{
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);
  const TrafficMap *map = map_of (pane);
  char n[NUMBER_TEXT_MAX], rows[NUMBER_TEXT_MAX];
  GString *out = g_string_new (NULL);

  if (is_of_groups (pane))
    {
      number_text_count (pane->numbers, map->n_columns, n);
      number_text_count (pane->numbers, map->n_rows, rows);
      g_autofree char *ranks = g_strdup_printf (ngettext ("%s rank", "%s ranks", map->n_columns), n);
      g_autofree char *groups =
        g_strdup_printf (ngettext ("%s process group", "%s process groups", map->n_rows), rows);

      /* Translators: what a map shows: "3 process groups × 8 ranks; size of messages / time without waiting" */
      g_string_append_printf (out, _ ("%s × %s; %s"), groups, ranks,
                              figure_of (pane) == TRAFFIC_PACE ? _ ("size of messages / time without waiting")
                                                               : _ ("size of messages"));
      return g_string_free (out, FALSE);
    }
  number_text_count (pane->numbers, map->n, n);
  g_autofree char *pairs = g_strdup_printf (ngettext ("%s pair of ranks", "%s pairs of ranks", map->n), n);
  /* Translators: what a map shows: "11 pairs of ranks; bytes sent" */
  g_string_append_printf (out, _ ("%s; %s"), pairs,
                          figure_of (pane) == TRAFFIC_PACE
                            ? _ ("bytes / time of the send or the receive, whichever is shorter")
                            : _ ("bytes sent"));
  if (traffic->n_left_out > 0)
    {
      number_text_count (pane->numbers, traffic->n_left_out, n);
      g_string_append_printf (
        out, ngettext ("; %s more rank is left out", "; %s more ranks are left out", traffic->n_left_out), n);
    }
  return g_string_free (out, FALSE);
}

static size_t
entry_of (const PaneContext *pane, int part)
{
  const TrafficMap *map = map_of (pane);

  return rank_traffic_entry (map, (uint32_t) part / map->n_columns, (uint32_t) part % map->n_columns);
}

static void
add_figures (GString *out, const PaneContext *pane, size_t entry)
{
  const TrafficMap *map = map_of (pane);
  int64_t pace = map->values[TRAFFIC_PACE][entry], bytes = map->values[TRAFFIC_BYTES][entry];
  char text[NUMBER_TEXT_MAX];

  g_string_append_printf (out, _ ("\nBandwidth: %s"),
                          pace != TRAFFIC_UNKNOWN ? speed_text (pane->numbers, rank_traffic_gb_s (pace), text)
                                                  : _ ("not known"));
  g_string_append_printf (out, _ ("\nBytes: %s"),
                          bytes != TRAFFIC_UNKNOWN ? number_text_bytes (pane->numbers, (uint64_t) bytes, text)
                                                   : _ ("not known"));
}

static void
add_message (GString *out, const PaneContext *pane, const RankLink *link)
{
  uint64_t n_messages = MAX (link->n_sends, link->n_receives);
  char count[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, n_messages, count);
  number_text_duration (pane->numbers, (double) link->transfer_ns, time);
  g_string_append_printf (out, ngettext (", %s message in %s", ", %s messages in %s", n_messages), count,
                          time);
}

static void
add_rank (GString *out, const PaneContext *pane, const GroupRank *rank)
{
  const ProcessGroups *groups = &dashboard_rank_traffic (pane->data)->groups;
  const char *parallelism = parallelism_label (groups->groups.at[rank->group].parallelism);
  char count[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX], waited[NUMBER_TEXT_MAX];

  if (parallelism != NULL)
    g_string_append_printf (out, " (%s)", parallelism);
  number_text_count (pane->numbers, rank->n_kernels, count);
  number_text_duration (pane->numbers, (double) rank->communication_ns, time);
  number_text_duration (pane->numbers, (double) rank->wait_ns, waited);
  /* Translators: ", 40 kernels in 12.3 ms, of which 2.1 ms waiting for other ranks" */
  g_string_append_printf (out,
                          ngettext (", %s kernel in %s, of which %s waiting for other ranks",
                                    ", %s kernels in %s, of which %s waiting for other ranks",
                                    rank->n_kernels),
                          count, time, waited);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);
  const TrafficMap *map = map_of (pane);
  g_autofree char *row = row_label (pane, part / (int) map->n_columns);
  int64_t column = column_number (pane, (uint32_t) part % map->n_columns);
  size_t entry = entry_of (pane, part);
  GString *out = g_string_new (NULL);

  if (is_of_groups (pane))
    /* Translators: a process group and a rank: "dp, rank 3" */
    g_string_append_printf (out, _ ("%s, rank %" PRId64), row, column);
  else
    /* Translators: a rank that sends to another: "Rank 3 to rank 4" */
    g_string_append_printf (out, _ ("%s to rank %" PRId64), row, column);
  if (entry == SIZE_MAX)
    {
      g_string_append (out, is_of_groups (pane) ? _ ("\nThe rank does not communicate in this group")
                                                : _ ("\nNo messages"));
      return g_string_free (out, FALSE);
    }
  if (is_of_groups (pane))
    add_rank (out, pane, &traffic->groups.ranks.at[entry]);
  else
    add_message (out, pane, &traffic->links.at[entry]);
  add_figures (out, pane, entry);
  return g_string_free (out, FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);
  const TrafficMap *map = map_of (pane);
  bool is_groups = is_of_groups (pane);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { is_groups ? _ ("Process group") : _ ("From rank"), !is_groups },
    { is_groups ? _ ("Rank") : _ ("To rank"), true },
    { is_groups ? _ ("Kernels") : _ ("Messages"), true },
    { is_groups ? _ ("Time without waiting (ns)") : _ ("Transfer (ns)"), true },
    { _ ("Bytes"), true },
    { _ ("Bandwidth (GB/s)"), true },
    { NULL, false },
  });

  for (uint32_t row = 0; row < map->n_rows; row++)
    {
      g_autofree char *label =
        is_groups ? group_text (pane, row) : g_strdup_printf ("%" G_GINT64_FORMAT, traffic->numbers[row]);

      for (size_t i = map->row_first[row]; i < map->row_first[row + 1]; i++)
        {
          const GroupRank *rank = is_groups ? &traffic->groups.ranks.at[i] : NULL;
          const RankLink *link = is_groups ? NULL : &traffic->links.at[i];
          int64_t pace = map->values[TRAFFIC_PACE][i], bytes = map->values[TRAFFIC_BYTES][i];
          char text[G_ASCII_DTOSTR_BUF_SIZE];

          pane_table_add (table, label);
          pane_table_add_ns (table, column_number (pane, map->columns[i]));
          pane_table_add_count (table,
                                rank != NULL ? rank->n_kernels : MAX (link->n_sends, link->n_receives));
          pane_table_add_ns (table, rank != NULL ? group_rank_transfer_ns (rank) : link->transfer_ns);
          if (bytes != TRAFFIC_UNKNOWN)
            pane_table_add_ns (table, bytes);
          else
            pane_table_add (table, "");
          pane_table_add (table, pace != TRAFFIC_UNKNOWN
                                   ? g_ascii_formatd (text, sizeof text, "%.6g", rank_traffic_gb_s (pace))
                                   : "");
        }
    }
  return table;
}

/* Of a million cells nobody wants to hear all. */
#define ALTERNATIVE_CELLS 10

typedef struct
{
  int64_t value;
  int part;
} Slow;

static int
compare_slow (const void *a, const void *b)
{
  const Slow *x = a, *y = b;

  if (x->value != y->value)
    return x->value > y->value ? -1 : 1;
  return x->part < y->part ? -1 : x->part > y->part;
}

/* Keeps the highest. O(entries x log ALTERNATIVE_CELLS), nearly always O(entries). */
static int
find_slowest (const PaneContext *pane, Slow slowest[ALTERNATIVE_CELLS + 1])
{
  const TrafficMap *map = map_of (pane);
  const int64_t *values = map->values[figure_of (pane)];
  int n = 0;

  for (uint32_t row = 0; row < map->n_rows; row++)
    for (size_t i = map->row_first[row]; i < map->row_first[row + 1]; i++)
      {
        if (values[i] == TRAFFIC_UNKNOWN || (n == ALTERNATIVE_CELLS && values[i] <= slowest[n - 1].value))
          continue;
        slowest[n++] = (Slow){ values[i], (int) (row * map->n_columns + map->columns[i]) };
        qsort (slowest, (size_t) n, sizeof *slowest, compare_slow);
        n = MIN (n, ALTERNATIVE_CELLS);
      }
  return n;
}

static char *
alternative (const PaneContext *pane)
{
  GString *out = g_string_new (figure_of (pane) == TRAFFIC_PACE ? _ ("The slowest:") : _ ("The most:"));
  g_autofree char *denominator = footer (pane);
  Slow slowest[ALTERNATIVE_CELLS + 1];
  int n = find_slowest (pane, slowest);

  for (int i = 0; i < n; i++)
    {
      const TrafficMap *map = map_of (pane);
      g_autofree char *row = row_label (pane, slowest[i].part / (int) map->n_columns);
      char value[NUMBER_TEXT_MAX];

      value_text (pane->numbers, figure_of (pane), slowest[i].value, value);
      /* Translators: a row of a map, the number of a rank, and a value: "Rank 3, rank 4: 1.203 GB/s" */
      g_string_append_printf (out, _ ("\n%s, rank %" PRId64 ": %s"), row,
                              column_number (pane, (uint32_t) slowest[i].part % map->n_columns), value);
    }
  g_string_append_printf (out, "\n%s", denominator);
  return g_string_free (out, FALSE);
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const RankTraffic *traffic = dashboard_rank_traffic (pane->data);
  size_t entry = entry_of (pane, part);
  uint64_t slice = entry == SIZE_MAX     ? SLICE_NONE
                   : is_of_groups (pane) ? traffic->groups.ranks.at[entry].longest
                                         : traffic->links.at[entry].longest;

  return slice == SLICE_NONE ? PANE_TARGET_NONE : (PaneTarget){ .kind = TARGET_SLICE, .id = slice };
}

static int
group_of (const PaneContext *pane, int part)
{
  return is_of_groups (pane) && map_of (pane)->n_columns > 0 ? part / (int) map_of (pane)->n_columns : -1;
}

const Pane pane_rank_traffic = {
  .id = "rank-traffic",
  .title = N_ ("Bandwidth between ranks"),
  .definition = N_ (
    "A cell for each rank that sends to another one: rows send, columns receive. The nth send of a pair belongs to its nth "
    "receive; each waits for the other, so that the shorter of both is the time of the transfer. The further a colour is along "
    "the scale, the slower is the pair, or the more it sends. 1 GB is 10^9 bytes.\n"
    "Process groups have a row each and a cell for each of their ranks: the size of the rank's messages by the time of its "
    "kernels, without waiting for the last rank to begin. A rank whose cells are further along the scale than those of other ranks is slow.\n"
    "Traps: if the profile has one side of a pair, the time includes waiting and the bandwidth is a lower bound. A group whose "
    "messages are small is slow because of latency. Messages that several ranks share in one kernel have no single partner and "
    "are left out of the pairs. Where several cells share a pixel, the slowest is drawn.\n"
    "Where no rank sends to another, process groups are shown; F2 renames one. Arrow keys move from cell to cell; Enter or a click goes to the "
    "message or kernel that took longest."),
  .needs = SECTION_BIT (SECTION_RANK_TRAFFIC),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .needs_ranks = true,
  .of_job = PANE_JOB_ANY,
  .choices = choices,
  .table_id = "rank_links",
  .other_table_id = "process_group_ranks",
  .is_of_other_table = is_of_groups,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
  .part_at = part_at,
  .group_of = group_of,
};
