/* SPDX-License-Identifier: Apache-2.0
 *
 * Collectives of a job: message size against bandwidth, as a chart and as a pane; what its ranks send to each other. */

#include <glib.h>
#include <math.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/opened_text.h"
#include "trace/open/open.h"
#include "widgets/charts/scatter.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/panes/pane_message_sizes.h"
#include "widgets/dashboard/panes/pane_rank_traffic.h"

/* ---- charts ---- */

typedef struct
{
  int n;
  bool is_log;
  ChartMarks marks;
} ScatterCase;

static char *
x_text (const NumberStyle *numbers, double value, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_bytes (numbers, (uint64_t) value, buffer);
}

static char *
y_text (const NumberStyle *numbers, double value, char buffer[NUMBER_TEXT_MAX])
{
  number_text_value (numbers, value, buffer);
  g_strlcat (buffer, "\302\240GB/s", NUMBER_TEXT_MAX);
  return buffer;
}

/* Bandwidths rise with the size up to that of the link. */
static void
draw_scatter (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const ScatterCase *at = data;
  g_autofree ScatterPoint *points = g_new0 (ScatterPoint, at->n + 1);
  ScatterChart chart = { .points = points,
                         .n_points = at->n,
                         .series = { "All-reduce", "All-gather", "Reduce-scatter", "All-to-all", "Broadcast", "Reduce" },
                         .title = "Bus bandwidth",
                         .is_y_log = at->is_log,
                         .x_text = x_text,
                         .y_text = y_text };

  for (int i = 0; i < at->n; i++)
    {
      double bytes = 512 * pow (2, (i * 5) % 21), noise = 1 + 0.3 * ((i * 7919) % 100 / 100.0 - 0.5);

      points[i] = (ScatterPoint){ bytes, noise * bytes / (20000 + bytes / (i % 6 == 3 ? 40 : 220)),
                                  (uint64_t) pow (10, i % 5), i % SCATTER_SERIES_MAX };
    }
  scatter_chart_draw (cr, rect, style, &chart, &at->marks, NULL);
}

#define NO_MARKS \
  {              \
    -1, -1, -1   \
  }

static const ScatterCase many = { 180, true, NO_MARKS };
static const ScatterCase linear = { 180, false, NO_MARKS };
static const ScatterCase marked = { 180, true, { 8, -1, 101 } };
static const ScatterCase one = { 1, true, NO_MARKS };
static const ScatterCase none = { 0, true, NO_MARKS };

/* ---- the pane ---- */

static const DashboardData *job, *untold;

static void
draw_panes (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const PaneOptions options[] = { { .choices = { 0 } }, { .choices = { 1 } } };

  for (size_t i = 0; i < G_N_ELEMENTS (options); i++)
    {
      const Rect card = { rect->x_px + rect->width_px / 2 * (double) i + 8, rect->y_px + 8, rect->width_px / 2 - 16,
                          rect->height_px - 16 };
      const PaneContext pane = { &pane_message_sizes, *(const DashboardData *const *) data, &options[i], style->numbers };

      pane_draw (cr, &card, style, &pane);
    }
}

/* Each rank has the same collectives; the shortest kernel of each tells the bandwidth. */
static void
tell_rank (GString *out, int rank, bool is_told)
{
  static const char *const names[] = { "allreduce", "_allgather_base", "_reduce_scatter_base" };
  int64_t at_us = 1000;

  g_string_append_printf (out,
                          "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1700000000000000000,\"distributedInfo\":"
                          "{\"backend\":\"nccl\",\"rank\":%d,\"world_size\":8},\"traceEvents\":[",
                          rank);
  for (int i = 0; i < 240; i++)
    {
      int64_t elements = INT64_C (256) << (i * 5 % 17);
      double slow = i % 60 == 17 ? 6 : 1 + (i * 31 % 13) / 60.0;
      int64_t dur_us = (int64_t) (slow * (18 + (double) elements * 4 / 180e3));

      g_string_append_printf (
        out,
        "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce_Sum_f32_RING_LL\",\"pid\":0,\"tid\":7,"
        "\"ts\":%" G_GINT64_FORMAT ",\"dur\":%" G_GINT64_FORMAT ",\"args\":{\"device\":0,\"stream\":7",
        i > 0 ? "," : "", at_us + rank * 3, dur_us + 40 - rank * 5);
      if (is_told)
        g_string_append_printf (out,
                                ",\"Collective name\":\"%s\",\"Process Group Name\":\"0\",\"Group size\":8,\"Seq\":%d,"
                                "\"In msg nelems\":%" G_GINT64_FORMAT ",\"Out msg nelems\":%" G_GINT64_FORMAT
                                ",\"dtype\":\"Float\"",
                                names[i % 3], i, elements, elements);
      else
        g_string_append (out, ",\"In msg nelems\":5");
      g_string_append (out, "}}");
      at_us += dur_us + 200;
    }
  g_string_append (out, "]}");
}

static const DashboardData *
open_job (int n_ranks, void (*tell) (GString *out, int rank, bool is_told), bool is_told)
{
  char *folder = opened_folder_new ();
  g_autoptr (GError) error = NULL;

  for (int rank = 0; rank < n_ranks; rank++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("rank%d.json", rank), *path = NULL;

      tell (text, rank, is_told);
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

/* ---- what ranks send to each other ---- */

static const DashboardData *messages, *silent;

static void
draw_traffic (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const PaneOptions options[] = { { .choices = { 0, 0 } }, { .choices = { 1, 0 } }, { .choices = { 0, 1 } } };
  const DashboardData *shown[] = { messages, messages, messages, silent };

  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      const Rect card = { rect->x_px + rect->width_px / 2 * (double) (i % 2) + 8,
                          rect->y_px + rect->height_px / 2 * (double) (i / 2) + 8, rect->width_px / 2 - 16,
                          rect->height_px / 2 - 16 };
      const PaneContext pane = { &pane_rank_traffic, shown[i], &options[i % G_N_ELEMENTS (options)], style->numbers };

      pane_draw (cr, &card, style, &pane);
    }
}

static void
tell_kernel (GString *out, const char *name, int64_t at_us, int64_t dur_us, const char *told)
{
  g_string_append_printf (out,
                          "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":7,\"ts\":%" G_GINT64_FORMAT
                          ",\"dur\":%" G_GINT64_FORMAT ",\"args\":{\"device\":0,\"stream\":7,\"dtype\":\"Half\",%s}}",
                          out->str[out->len - 1] == '}' ? "," : "", name, at_us, dur_us, told);
}

/* Each rank sends to the next one and to the one four after it; from 3 to 4 it takes three times as long. The groups are all
 * ranks, and pairs of them; rank 5 is slow in its pair. */
static void
tell_messages (GString *out, int rank, bool has_messages)
{
  g_string_append_printf (out,
                          "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1700000000000000000,\"distributedInfo\":"
                          "{\"backend\":\"nccl\",\"rank\":%d,\"world_size\":8},\"traceEvents\":[",
                          rank);
  for (int i = 0; i < 40; i++)
    {
      int64_t at_us = 10000 * i;
      g_autofree char *data = g_strdup_printf ("\"Collective name\":\"allreduce\",\"Process Group Name\":\"0\",\"Process Group "
                                               "Description\":\"default_pg\",\"Group size\":8,\"Seq\":%d,\"In msg nelems\":5000000",
                                               i);
      g_autofree char *tensor = g_strdup_printf ("\"Collective name\":\"allreduce\",\"Process Group Name\":\"%d\",\"Process Group "
                                                 "Description\":\"mesh_tp\",\"Process Group Ranks\":\"[%d, %d]\",\"Group "
                                                 "size\":2,\"Seq\":%d,\"In msg nelems\":900000",
                                                 1 + rank / 2, rank / 2 * 2, rank / 2 * 2 + 1, i);
      tell_kernel (out, "ncclDevKernel_AllReduce_Sum_f16_RING_LL", at_us, 400, data);
      tell_kernel (out, "ncclDevKernel_AllReduce_Sum_f16_RING_LL", at_us + 1000, rank == 5 ? 150 : 60 + rank, tensor);
      for (int by = 1; has_messages && by <= 4; by += 3)
        for (int is_send = 1; is_send >= 0; is_send--)
          {
            int other = is_send ? rank + by : rank - by, from = is_send ? rank : other;
            g_autofree char *told =
              g_strdup_printf ("\"Collective name\":\"%s\",\"%s Rank\":%d,\"Group size\":8,\"In msg nelems\":%d,\"Out msg nelems\":%d",
                               is_send ? "send" : "recv", is_send ? "Dst" : "Src", other, 300000 * by, 300000 * by);

            if (other >= 0 && other < 8)
              tell_kernel (out, "ncclDevKernel_SendRecv", at_us + 2000 + 1000 * by + 400 * is_send,
                           from == 3 && by == 1 ? 90 : 30 * by + from, told);
          }
    }
  g_string_append (out, "]}");
}

static const GoldenCase cases[] = {
  { "scatter_light", 688, 272, THEME_LIGHT, draw_scatter, &many, NULL, 0 },
  { "scatter_dark", 688, 272, THEME_DARK, draw_scatter, &many, NULL, 0 },
  { "scatter_contrast", 688, 272, THEME_CONTRAST, draw_scatter, &many, NULL, 0 },
  { "scatter_linear", 688, 272, THEME_LIGHT, draw_scatter, &linear, NULL, 0 },
  { "scatter_marked", 688, 272, THEME_DARK, draw_scatter, &marked, NULL, 0 },
  { "scatter_narrow", 328, 272, THEME_LIGHT, draw_scatter, &many, NULL, 0 },
  { "scatter_large_text", 688, 384, THEME_LIGHT, draw_scatter, &many, NULL, 2.0 },
  { "scatter_one", 328, 200, THEME_LIGHT, draw_scatter, &one, NULL, 0 },
  { "scatter_small", 120, 60, THEME_LIGHT, draw_scatter, &many, NULL, 0 },
  { "scatter_empty", 328, 200, THEME_LIGHT, draw_scatter, &none, NULL, 0 },
  { "sizes_light", 1408, 352, THEME_LIGHT, draw_panes, &job, NULL, 0 },
  { "sizes_dark", 1408, 352, THEME_DARK, draw_panes, &job, NULL, 0 },
  { "traffic_light", 1408, 704, THEME_LIGHT, draw_traffic, NULL, NULL, 0 },
  { "traffic_dark", 1408, 704, THEME_DARK, draw_traffic, NULL, NULL, 0 },
  { "sizes_untold", 1408, 352, THEME_LIGHT, draw_panes, &untold, NULL, 0 },
};

int
main (int argc, char **argv)
{
  job = open_job (8, tell_rank, true);
  untold = open_job (2, tell_rank, false);
  messages = open_job (8, tell_messages, true);
  silent = open_job (8, tell_messages, false);
  return golden_main (argc, argv, "collectives", cases, G_N_ELEMENTS (cases));
}
