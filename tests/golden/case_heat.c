/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat maps: of a node and of a large job, with what is not known, in few pixels, and as a pane. */

#include <glib.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/opened_text.h"
#include "trace/open/open.h"
#include "widgets/charts/chart.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/panes/pane_rank_steps.h"

#define MS INT64_C (1000000)

/* ---- charts ---- */

typedef struct
{
  int n_ranks, n_steps;
  int per_node; /* 0: rows are ranks, else nodes are labelled */
  bool has_unknown, is_flat;
  ChartMarks marks;
} HeatCase;

static char *
row_label (const void *user_data, int row)
{
  const HeatCase *heat = user_data;

  if (heat->per_node == 0)
    return g_strdup_printf ("Rank %d", row);
  return row % heat->per_node == 0 ? g_strdup_printf ("gpu-node-%03d.cluster.example", row / heat->per_node) : NULL;
}

static char *
column_label (const void *user_data, int column)
{
  (void) user_data;
  return g_strdup_printf ("%d", 1009 + column);
}

static char *
value_text (const void *user_data, int64_t value, const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];

  (void) user_data;
  return g_strdup (number_text_duration (numbers, (double) value, text));
}

/* A job in which one rank is slow from the middle on, one step is slow everywhere, and a single cell stands alone. */
static int64_t
value_of (const HeatCase *heat, int rank, int step)
{
  int64_t noise = (int64_t) ((unsigned) (rank * 7919 + step * 104729) % 4001);

  if (heat->is_flat)
    return 80 * MS;
  if (heat->has_unknown && ((rank % 5 == 2 && step > heat->n_steps / 2) || (rank == 0 && step == 0)))
    return HEAT_CHART_UNKNOWN;
  if (rank == heat->n_ranks / 3 && step == heat->n_steps / 4)
    return 118 * MS;
  return 76 * MS + noise * 1000 + (rank == heat->n_ranks / 2 && step >= heat->n_steps / 2 ? 24 * MS : 0)
         + (step == heat->n_steps * 2 / 3 ? 13 * MS : 0) + rank * 4 * MS / heat->n_ranks;
}

static void
draw_heat (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const HeatCase *heat = data;
  size_t n = (size_t) heat->n_ranks * (size_t) heat->n_steps;
  g_autofree int64_t *values = g_new (int64_t, n + 1);
  g_autofree uint64_t *items = g_new (uint64_t, n + 1);
  g_autofree uint32_t *rows = g_new (uint32_t, (size_t) heat->n_ranks + 1);
  char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];
  int64_t least = INT64_MAX, most = 0;

  for (int rank = 0; rank < heat->n_ranks; rank++)
    rows[rank] = (uint32_t) rank;
  for (size_t i = 0; i < n; i++)
    {
      values[i] = value_of (heat, (int) i / heat->n_steps, (int) i % heat->n_steps);
      items[i] = i;
      if (values[i] != HEAT_CHART_UNKNOWN)
        {
          least = MIN (least, values[i]);
          most = MAX (most, values[i]);
        }
    }
  const HeatChart chart = {
    .n_rows = heat->n_ranks,
    .n_columns = heat->n_steps,
    .rows = rows,
    .items = items,
    .stride = (size_t) heat->n_steps,
    .values = values,
    .low = least,
    .high = most,
    .title = "Step time",
    .low_text = number_text_duration (style->numbers, (double) least, low),
    .high_text = number_text_duration (style->numbers, (double) most, high),
    .corner = "Step",
    .has_unknown = heat->has_unknown,
    .has_row_groups = heat->per_node > 0,
    .first_column = 1009,
    .row_label = row_label,
    .column_label = column_label,
    .value_text = value_text,
    .user_data = heat,
  };
  heat_chart_draw (cr, rect, style, &chart, &heat->marks, NULL);
}

#define NO_MARKS \
  {              \
    -1, -1, -1   \
  }

static const HeatCase eight = { 8, 6, 0, false, false, NO_MARKS };
static const HeatCase eight_marked = { 8, 6, 0, false, false, { 14, -1, 27 } };
static const HeatCase unknown = { 8, 24, 0, true, false, NO_MARKS };
static const HeatCase large = { 1024, 200, 0, false, false, NO_MARKS };
static const HeatCase large_marked = { 1024, 200, 0, false, false, { 512 * 200 + 150, -1, 341 * 200 + 50 } };
static const HeatCase nodes = { 1024, 200, 8, true, false, NO_MARKS };
static const HeatCase few_nodes = { 16, 12, 8, false, false, NO_MARKS };
static const HeatCase flat = { 4, 3, 0, false, true, NO_MARKS };
static const HeatCase none = { 0, 0, 0, false, false, NO_MARKS };

/* ---- the pane ---- */

static const DashboardData *job;

/* By figure, and in the orders; the figures that the files do not tell say so. */
static void
draw_panes (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const PaneOptions options[] = { { .choices = { 0, 0 } }, { .choices = { 2, 2 } }, { .choices = { 3, 1 } },
                                         { .choices = { 4, 0 } } };

  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (options); i++)
    {
      const Rect card = { rect->x_px + rect->width_px / 2 * (double) (i % 2) + 8,
                          rect->y_px + rect->height_px / 2 * (double) (i / 2) + 8, rect->width_px / 2 - 16,
                          rect->height_px / 2 - 16 };
      const PaneContext pane = { &pane_rank_steps, job, &options[i], style->numbers };

      pane_draw (cr, &card, style, &pane);
    }
}

/* A step has a kernel and an all-reduce. Rank 2 is late from the third step on. */
static void
tell_rank (GString *out, int rank)
{
  g_string_append_printf (out,
                          "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1700000000000000000,\"distributedInfo\":"
                          "{\"backend\":\"nccl\",\"rank\":%d,\"world_size\":4},\"traceEvents\":[",
                          rank);
  for (int step = 0; step < 6; step++)
    {
      int at_us = 20000 * step, late_us = rank == 2 && step >= 2 ? 6000 : 100 * ((rank * 3 + step) % 4);
      int correlation = 10 * step + 1;

      g_string_append_printf (
        out,
        "%s{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#%d\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":19000}",
        step > 0 ? "," : "", 1009 + step, at_us);
      g_string_append_printf (out,
                              ",{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,"
                              "\"ts\":%d,\"dur\":5,\"args\":{\"correlation\":%d}}",
                              at_us + 100, correlation);
      g_string_append_printf (out,
                              ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ampere_sgemm_128x64_nn\",\"pid\":0,\"tid\":7,"
                              "\"ts\":%d,\"dur\":%d,\"args\":{\"device\":0,\"stream\":7,\"correlation\":%d}}",
                              at_us + 1000, 5000 + late_us, correlation);
      g_string_append_printf (out,
                              ",{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,"
                              "\"ts\":%d,\"dur\":5,\"args\":{\"correlation\":%d}}",
                              at_us + 200, correlation + 1);
      g_string_append_printf (
        out,
        ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce_Sum_f32_RING_LL\",\"pid\":0,\"tid\":7,"
        "\"ts\":%d,\"dur\":%d,\"args\":{\"device\":0,\"stream\":7,\"correlation\":%d,\"Collective name\":\"allreduce\","
        "\"Process Group Name\":\"0\",\"Group size\":4,\"In msg nelems\":1000,\"dtype\":\"Float\"}}",
        at_us + 6000 + late_us, 8000 - late_us, correlation + 1);
    }
  g_string_append (out, "]}");
}

static const DashboardData *
make_job (void)
{
  char *folder = opened_folder_new ();
  g_autoptr (GError) error = NULL;

  for (int rank = 0; rank < 4; rank++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("rank%d.json", rank), *path = NULL;

      tell_rank (text, rank);
      path = opened_file (folder, name, text->str);
    }
  g_autoptr (Trace) trace = trace_open (folder, NULL, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, "job", NULL, &error);
  g_assert_no_error (error);
  StatsScope scope = stats_scope_whole (trace, profile->steps);
  const DashboardData *data = dashboard_data_new (profile, &scope, &error);
  g_assert_no_error (error);
  profile_unref (profile);
  opened_folder_remove (folder);
  return data;
}

static const GoldenCase cases[] = {
  { "eight_light", 688, 272, THEME_LIGHT, draw_heat, &eight, NULL, 0 },
  { "eight_dark", 688, 272, THEME_DARK, draw_heat, &eight, NULL, 0 },
  { "eight_contrast", 688, 272, THEME_CONTRAST, draw_heat, &eight, NULL, 0 },
  { "eight_marked", 688, 272, THEME_LIGHT, draw_heat, &eight_marked, NULL, 0 },
  { "eight_large_text", 688, 384, THEME_LIGHT, draw_heat, &eight, NULL, 2.0 },
  { "unknown_light", 688, 272, THEME_LIGHT, draw_heat, &unknown, NULL, 0 },
  { "unknown_dark", 688, 272, THEME_DARK, draw_heat, &unknown, NULL, 0 },
  { "large_light", 1232, 272, THEME_LIGHT, draw_heat, &large, NULL, 0 },
  { "large_dark", 1232, 272, THEME_DARK, draw_heat, &large, NULL, 0 },
  { "large_enlarged", 1232, 720, THEME_LIGHT, draw_heat, &large, NULL, 0 },
  { "large_marked", 688, 272, THEME_DARK, draw_heat, &large_marked, NULL, 0 },
  { "large_narrow", 328, 272, THEME_LIGHT, draw_heat, &large, NULL, 0 },
  { "nodes_light", 688, 272, THEME_LIGHT, draw_heat, &nodes, NULL, 0 },
  { "few_nodes", 688, 272, THEME_DARK, draw_heat, &few_nodes, NULL, 0 },
  { "flat", 328, 200, THEME_LIGHT, draw_heat, &flat, NULL, 0 },
  { "small", 120, 60, THEME_LIGHT, draw_heat, &eight, NULL, 0 },
  { "empty", 328, 200, THEME_LIGHT, draw_heat, &none, NULL, 0 },
  { "panes_light", 1408, 720, THEME_LIGHT, draw_panes, NULL, NULL, 0 },
  { "panes_dark", 1408, 720, THEME_DARK, draw_panes, NULL, NULL, 0 },
};

int
main (int argc, char **argv)
{
  job = make_job ();
  return golden_main (argc, argv, "heat", cases, G_N_ELEMENTS (cases));
}
