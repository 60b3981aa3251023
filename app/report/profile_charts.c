/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/profile_charts.h"

#include <string.h>

#include "app/report/report_chart.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/panes/panes.h"

/* Chapters of app/cli/chapters/chapters.c, and the panes in them. */
static const struct
{
  const char *chapter, *pane;
} places[] = {
  /* clang-format off */
  { "summary", "gpu-active" },
  { "summary", "gpu-activity" },
  { "steps", "step-times" },
  { "breakdown", "step-breakdown" },
  { "utilization", "gpu-utilization" },
  { "utilization", "gpu-samples" },
  { "utilization", "occupancy" },
  { "idle", "idle-causes" },
  { "kernels", "kernels-by-time" },
  { "kernels", "kernels-by-count" },
  { "precision", "kernel-precision" },
  { "launches", "launch-latency" },
  { "launches", "queue-depth" },
  { "memory", "memory-operations" },
  { "memory", "copy-bandwidth" },
  { "memory", "memory-use" },
  { "memory", "memory-peak" },
  { "communication", "communication-computation" },
  { "communication", "message-sizes" },
  { "communication", "rank-traffic" },
  { "host", "cpu-active" },
  { "host", "cpu-utilization" },
  { "ranks", "rank-steps" },
  { "ranks", "stragglers" },
  { "overhead", "profiler-overhead" },
  /* clang-format on */
};

struct ProfileCharts
{
  DashboardData *data;
};

/* One pane of the data. */
typedef struct
{
  DashboardData *data;
  const Pane *pane;
} PaneDrawing;

static void
pane_drawing_free (gpointer data)
{
  PaneDrawing *drawing = data;

  dashboard_data_unref (drawing->data);
  g_free (drawing);
}

static void
draw_pane (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const PaneDrawing *drawing = data;
  const PaneContext context = { drawing->pane, drawing->data, &PANE_OPTIONS_DEFAULT, style->numbers };
  g_autofree ChartMap *map = g_new (ChartMap, 1);

  pane_draw_body (cr, rect, style, &context, &CHART_NO_MARKS, map);
}

ProfileCharts *
profile_charts_new (const Profile *profile,
                    const StatsScope *scope,
                    bool (*should_continue) (void *user_data),
                    void *user_data)
{
  ProfileCharts *charts = g_new0 (ProfileCharts, 1);
  SectionMask needs = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const Pane *pane = dashboard_pane_find (places[i].pane);

      if (dashboard_pane_applies (pane, profile))
        needs |= pane->needs;
    }
  charts->data = dashboard_data_begin (profile, scope, NULL);
  dashboard_data_compute (charts->data, needs, 0, should_continue, NULL, user_data);
  if (should_continue == NULL || should_continue (user_data))
    return charts;
  profile_charts_free (charts);
  return NULL;
}

void
profile_charts_free (ProfileCharts *charts)
{
  if (charts == NULL)
    return;
  dashboard_data_unref (charts->data);
  g_free (charts);
}

/* Whether there is something to see. */
static bool
is_shown (const Pane *pane, DashboardData *data)
{
  const PaneContext context = { pane, data, &PANE_OPTIONS_DEFAULT, &number_style_c };

  if (!dashboard_pane_applies (pane, data->profile) || !pane_is_ready (pane, &PANE_OPTIONS_DEFAULT, data))
    return false;
  g_autofree char *sentence = pane_sentence (&context);
  return sentence == NULL;
}

static void
add_pane (Document *document, DashboardData *data, const Pane *pane, bool is_whole)
{
  const PaneContext context = { pane, data, &PANE_OPTIONS_DEFAULT, &number_style_c };
  g_autofree char *title = pane_title_of (&context), *text = pane_alternative (&context);
  g_autofree char *footer = pane->footer != NULL ? pane_footer (&context) : NULL;
  PaneDrawing *drawing = g_new (PaneDrawing, 1);

  *drawing = (PaneDrawing){ dashboard_data_ref (data), pane };
  report_chart_add (document, title, text, footer, is_whole ? REPORT_CHART_WHOLE_PX : REPORT_CHART_HALF_PX,
                    REPORT_CHART_HEIGHT_PX, draw_pane, drawing, pane_drawing_free);
}

/* Narrow panes are side by side, two and two; one that is left over is as wide as the page. */
static void
add_charts (Document *document, const char *chapter, void *user_data)
{
  ProfileCharts *charts = user_data;
  const Pane *shown[G_N_ELEMENTS (places) + 1] = { NULL };
  size_t n = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const Pane *pane = dashboard_pane_find (places[i].pane);

      if (strcmp (places[i].chapter, chapter) == 0 && is_shown (pane, charts->data))
        shown[n++] = pane;
    }
  for (size_t i = 0; i < n; i++)
    {
      bool has_neighbour = shown[i]->shape.span == 1 && shown[i + 1] != NULL && shown[i + 1]->shape.span == 1;

      add_pane (document, charts->data, shown[i], !has_neighbour);
      if (has_neighbour)
        add_pane (document, charts->data, shown[++i], false);
    }
}

DocumentCharts
profile_charts_hook (ProfileCharts *charts)
{
  return (DocumentCharts){ add_charts, charts };
}
