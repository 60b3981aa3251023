/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_message_sizes.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/charts/scatter.h"
#include "widgets/dashboard/sections/section_collectives.h"

enum
{
  CHOICE_AXIS,
};

/* In the order of BandwidthAxis. */
static const char *const axis_words[N_BANDWIDTH_AXES + 1] = { "log", "linear", NULL };
static const char *const axis_labels[N_BANDWIDTH_AXES + 1] = { N_ ("Logarithmic"), N_ ("Linear"), NULL };

static const PaneChoice choices[] = {
  [CHOICE_AXIS] = { "axis", N_ ("Axis of bandwidths"), axis_words, axis_labels },
  { 0 },
};

/* Each has the same look in every profile. */
static const struct
{
  CollectiveKind kind;
  const char *label;
} series[SCATTER_SERIES_MAX] = {
  { COLLECTIVE_ALL_REDUCE, N_ ("All-reduce") }, { COLLECTIVE_ALL_GATHER, N_ ("All-gather") },
  { COLLECTIVE_REDUCE_SCATTER, N_ ("Reduce-scatter") }, { COLLECTIVE_ALL_TO_ALL, N_ ("All-to-all") },
  { COLLECTIVE_BROADCAST, N_ ("Broadcast") }, { COLLECTIVE_REDUCE, N_ ("Reduce") },
};

static int
series_of (CollectiveKind kind)
{
  for (int i = 0; i < SCATTER_SERIES_MAX; i++)
    if (series[i].kind == kind)
      return i;
  return SCATTER_SERIES_MAX - 1; /* no other kind has a bandwidth and is no message between two ranks */
}

static const CollectiveSpots *
spots_of (const PaneContext *pane)
{
  return &dashboard_collectives (pane->data)->spots[pane->options->choices[CHOICE_AXIS]];
}

/* ---- texts ---- */

static char *
speed_text (const NumberStyle *numbers, double gb_s, char buffer[NUMBER_TEXT_MAX])
{
  number_text_value (numbers, gb_s, buffer);
  g_strlcat (buffer, "\302\240GB/s", NUMBER_TEXT_MAX);
  return buffer;
}

/* A round size in the unit that it is shortest in: "200 kB". */
static char *
size_tick_text (const NumberStyle *numbers, double bytes, char buffer[NUMBER_TEXT_MAX])
{
  static const char *const units[] = { "\302\240B", "\302\240kB", "\302\240MB", "\302\240GB",
                                       "\302\240TB", "\302\240PB", "\302\240EB" };
  size_t unit = 0;

  while (unit + 1 < G_N_ELEMENTS (units) && bytes >= 1000 * (1 - 1e-9))
    {
      bytes /= 1000;
      unit++;
    }
  number_text_value (numbers, bytes, buffer);
  g_strlcat (buffer, units[unit], NUMBER_TEXT_MAX);
  return buffer;
}

/* "4,194,304 B", or "1.05 MB to 1.10 MB". */
static char *
sizes_text (const NumberStyle *numbers, const CollectiveSpot *spot)
{
  char least[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX];

  number_text_bytes (numbers, (uint64_t) spot->least_bytes, least);
  number_text_bytes (numbers, (uint64_t) spot->most_bytes, most);
  return strcmp (least, most) == 0 ? g_strdup (least) : g_strdup_printf (_ ("%s to %s"), least, most);
}

/* ---- the chart ---- */

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const PaneContext *pane, const ChartMarks *marks, ChartMap *ret_map)
{
  const CollectiveFigures *figures = dashboard_collectives (pane->data);
  const CollectiveSpots *spots = spots_of (pane);
  g_autofree ScatterPoint *points = g_new (ScatterPoint, spots->n + 1);
  ScatterChart chart = {
    .points = points,
    .n_points = (int) spots->n,
    .title = _ ("Bus bandwidth"),
    .is_y_log = pane->options->choices[CHOICE_AXIS] == BANDWIDTH_AXIS_LOG,
    .x_text = size_tick_text,
    .y_text = speed_text,
  };

  for (size_t i = 0; i < spots->n; i++)
    {
      const CollectiveSpot *spot = &spots->spots[i];

      points[i] = (ScatterPoint){ (double) spot->middle.bytes, spot->middle.bus_gb_s, spot->n, series_of (spot->kind) };
    }
  for (int i = 0; i < SCATTER_SERIES_MAX; i++)
    chart.series[i] = figures->n_of_kind[series[i].kind] > 0 ? _ (series[i].label) : NULL;
  scatter_chart_draw (cr, rect, style, &chart, marks, ret_map);
}

/* ---- what is said ---- */

static char *
empty (const PaneContext *pane)
{
  const CollectiveFigures *figures = dashboard_collectives (pane->data);
  char n[NUMBER_TEXT_MAX];

  if (figures->n > 0)
    return NULL;
  if (figures->n_left_out == 0)
    return g_strdup (_ ("No collective begins in this scope"));
  number_text_count (pane->numbers, figures->n_left_out, n);
  return g_strdup_printf (ngettext ("The profile does not tell the size and the kind of %s collective",
                                    "The profile does not tell the size and the kind of %s collectives", figures->n_left_out),
                          n);
}

static char *
footer (const PaneContext *pane)
{
  const CollectiveFigures *figures = dashboard_collectives (pane->data);
  char count[NUMBER_TEXT_MAX];

  if (figures->n == 0)
    return g_strdup_printf (ngettext ("%s collective, without a size", "%s collectives, all without a size", figures->n_left_out),
                            number_text_count (pane->numbers, figures->n_left_out, count));
  g_autofree char *n = g_strdup_printf (ngettext ("%s collective", "%s collectives", figures->n),
                                        number_text_count (pane->numbers, figures->n, count));
  GString *out = g_string_new (n);

  if (figures->n_left_out > 0)
    {
      number_text_count (pane->numbers, figures->n_left_out, count);
      /* Translators: collectives whose bandwidth is not known: "120 collectives, 4 more without a size" */
      g_string_append_printf (out, ngettext (", %s more without a size", ", %s more without a size", figures->n_left_out), count);
    }
  if (figures->n_alone == figures->n)
    g_string_append (out, _ ("; size / duration of one rank, waiting included"));
  else if (figures->n_alone > 0)
    {
      number_text_count (pane->numbers, figures->n_alone, count);
      g_string_append_printf (out, ngettext ("; size / shortest duration; %s of one rank, waiting included",
                                             "; size / shortest duration; %s of one rank, waiting included", figures->n_alone),
                              count);
    }
  else
    g_string_append (out, _ ("; size / shortest duration of the ranks"));
  return g_string_free (out, FALSE);
}

static char *
single_text (const PaneContext *pane, const CollectiveSpot *spot, const char *label)
{
  const CollectivePoint *point = &spot->middle;
  char bytes[NUMBER_TEXT_MAX], bus[NUMBER_TEXT_MAX], algorithm[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];

  number_text_bytes (pane->numbers, (uint64_t) point->bytes, bytes);
  speed_text (pane->numbers, point->bus_gb_s, bus);
  speed_text (pane->numbers, point->algorithm_gb_s, algorithm);
  number_text_duration (pane->numbers, (double) point->transfer_ns, time);
  if (point->n_kernels == 1)
    /* Translators: "All-reduce of 4.19 MB\nBus bandwidth: 210.4 GB/s (algorithm: 120.2 GB/s)\nLasted 34.89 µs, ..." */
    return g_strdup_printf (_ ("%s of %s\nBus bandwidth: %s (algorithm: %s)\nLasted %s, waiting for other ranks included"),
                            label, bytes, bus, algorithm, time);
  number_text_count (pane->numbers, point->n_kernels, n);
  /* Translators: "All-reduce of 4.19 MB\nBus bandwidth: 210.4 GB/s (algorithm: 120.2 GB/s)\nTransfer 34.89 µs, 8 ranks" */
  return g_strdup_printf (_ ("%s of %s\nBus bandwidth: %s (algorithm: %s)\nTransfer: %s, shortest of %s ranks"), label,
                          bytes, bus, algorithm, time, n);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const CollectiveSpot *spot = &spots_of (pane)->spots[part];
  const char *label = _ (series[series_of (spot->kind)].label);
  char n[NUMBER_TEXT_MAX], median[NUMBER_TEXT_MAX], least[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX];

  if (spot->n == 1)
    return single_text (pane, spot, label);
  g_autofree char *sizes = sizes_text (pane->numbers, spot);
  number_text_count (pane->numbers, spot->n, n);
  speed_text (pane->numbers, spot->median_gb_s, median);
  speed_text (pane->numbers, spot->least_gb_s, least);
  speed_text (pane->numbers, spot->most_gb_s, most);
  /* Translators: "All-reduce of 4.19 MB: 12 collectives\nBus bandwidth: median 210.4 GB/s, 190.1 GB/s to 215 GB/s" */
  return g_strdup_printf (ngettext ("%s of %s: %s collective\nBus bandwidth: median %s, %s to %s",
                                    "%s of %s: %s collectives\nBus bandwidth: median %s, %s to %s", spot->n),
                          label, sizes, n, median, least, most);
}

static void
add_real (PaneTable *table, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  pane_table_add (table, g_ascii_formatd (text, sizeof text, "%.6g", value));
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const CollectiveSizeColumn *sizes = &dashboard_collectives (pane->data)->sizes;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Collective"), false },
    { _ ("Size from (bytes)"), true },
    { _ ("Count"), true },
    { _ ("Algorithm bandwidth, p5 (GB/s)"), true },
    { _ ("Median (GB/s)"), true },
    { _ ("p95 (GB/s)"), true },
    { _ ("Bus bandwidth, p5 (GB/s)"), true },
    { _ ("Median (GB/s)"), true },
    { _ ("p95 (GB/s)"), true },
    { NULL, false },
  });

  for (size_t i = 0; i < sizes->n; i++)
    {
      const CollectiveSize *size = &sizes->at[i];

      pane_table_add (table, _ (series[series_of (size->kind)].label));
      pane_table_add_ns (table, size->from_bytes);
      pane_table_add_count (table, size->n);
      for (int quantile = 0; quantile < N_BANDWIDTH_QUANTILES; quantile++)
        add_real (table, size->algorithm_gb_s[quantile]);
      for (int quantile = 0; quantile < N_BANDWIDTH_QUANTILES; quantile++)
        add_real (table, size->bus_gb_s[quantile]);
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const CollectiveSpots *spots = spots_of (pane);
  const CollectiveSpot *spot = &spots->spots[part];

  if (spot->n == 1)
    return (PaneTarget){ .kind = TARGET_SLICE, .id = spot->middle.slice };
  return (PaneTarget){ .kind = TARGET_SLICES, .slices = spots->listed + spot->first_listed, .n_slices = spot->n_listed };
}

const Pane pane_message_sizes = {
  .id = "message-sizes",
  .title = N_ ("Message size and bandwidth"),
  .definition = N_ (
    "A point for each collective that begins in the window, counted once whatever the number of its ranks. Points of the same "
    "kind that lie next to each other are one, which is larger.\n"
    "The size of a message is the output of an all-gather and the input of other collectives, of one rank. Bus bandwidth is "
    "size / transfer time × the bytes that are sent over a link for each byte of the message, as in nccl-tests: 2 (n - 1) / n "
    "for all-reduce, (n - 1) / n for all-gather, reduce-scatter and all-to-all, 1 for broadcast and reduce. The transfer time "
    "is the duration of the shortest kernel over the ranks of the profile, because the others also wait for the last rank. 1 "
    "GB is 10^9 bytes.\n"
    "Traps: if the profile has one rank of a collective, the time includes waiting and the bandwidth is a lower bound. "
    "Small messages take as long as larger ones: they are slow because of latency, not because of the link. An all-to-all with "
    "parts of different sizes has no single bandwidth and is left out, as are messages between two ranks.\n"
    "Arrow keys move from point to point. Enter or a click goes to the collective, or lists those of the point, the slowest "
    "first, at most 50."),
  .needs = SECTION_BIT (SECTION_COLLECTIVES),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .needs_message_sizes = true,
  .of_job = PANE_JOB_ANY,
  .choices = choices,
  .table_id = "collective_sizes",
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
};
