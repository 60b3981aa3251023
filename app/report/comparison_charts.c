/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/comparison_charts.h"

#include <math.h>
#include <string.h>

#include "app/report/report_chart.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compare_waterfall.h"
#include "widgets/compare/compare_words.h"

struct ComparisonCharts
{
  Compared *compared;
  CompareCurves *curves;
};

ComparisonCharts *
comparison_charts_new (Compared *compared, bool (*should_continue) (void *user_data), void *user_data)
{
  CompareCurves *curves = compare_curves_new (compared, should_continue, user_data);

  if (curves == NULL)
    return NULL;
  ComparisonCharts *charts = g_new (ComparisonCharts, 1);
  *charts = (ComparisonCharts){ compared_ref (compared), curves };
  return charts;
}

void
comparison_charts_free (ComparisonCharts *charts)
{
  if (charts == NULL)
    return;
  compared_unref (charts->compared);
  compare_curves_unref (charts->curves);
  g_free (charts);
}

/* ---- step times ---- */

static void
draw_step_times (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const CompareDurations *durations = data;

  overlay_chart_draw (cr, rect, style, &durations->chart, NULL, NULL);
}

static void
add_step_times (Document *document, const Compared *compared)
{
  CompareDurations *durations = compare_durations_of_steps (compared);

  if (durations == NULL || durations->chart.n_bins == 0)
    {
      compare_durations_free (durations);
      return;
    }
  g_autofree char *text = compare_durations_text (durations, &number_style_c);

  report_chart_add (document, "Step times", text, compare_words_step_times_method (), REPORT_CHART_WHOLE_PX,
                    REPORT_CHART_HEIGHT_PX, draw_step_times, durations, (GDestroyNotify) compare_durations_free);
}

/* ---- along a step ---- */

static void
draw_active (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  curves_chart_draw (cr, rect, style, compare_curves_chart (data, CURVES_ACTIVE), NULL, NULL);
}

static void
draw_memory (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  curves_chart_draw (cr, rect, style, compare_curves_chart (data, CURVES_MEMORY), NULL, NULL);
}

static void
add_curves (Document *document, CompareCurves *curves, CurvesKind kind)
{
  if (!compare_curves_have (curves, kind))
    return;
  g_autofree char *text = compare_curves_text (curves, kind, &number_style_c);
  g_autofree char *method = compare_curves_method (curves, kind);

  report_chart_add (document, compare_curves_title (curves, kind), text, method, REPORT_CHART_WHOLE_PX,
                    REPORT_CHART_HEIGHT_PX, kind == CURVES_ACTIVE ? draw_active : draw_memory,
                    compare_curves_ref (curves), (GDestroyNotify) compare_curves_unref);
}

/* ---- the waterfall ---- */

typedef struct
{
  Compared *compared;
  CompareWaterfall *rows;
} WaterfallDrawing;

static void
waterfall_drawing_free (gpointer data)
{
  WaterfallDrawing *drawing = data;

  compare_waterfall_free (drawing->rows);
  compared_unref (drawing->compared);
  g_free (drawing);
}

static void
draw_waterfall (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const GArray *rows = ((const WaterfallDrawing *) data)->rows->rows;
  const WaterfallChart chart = { (const WaterfallRow *) (void *) rows->data, (int) rows->len };

  waterfall_chart_draw (cr, rect, style, &chart, NULL, NULL);
}

static char *
waterfall_text (const GArray *rows)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const WaterfallRow *row = &g_array_index (rows, WaterfallRow, i);

      g_string_append_printf (out, "%s%s: %s", i == 0 ? "" : "; ", row->label, row->value);
    }
  return g_strdup (out->str);
}

static void
add_waterfall (Document *document, Compared *compared, uint32_t side)
{
  DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  WaterfallDrawing *drawing = g_new (WaterfallDrawing, 1);
  g_autofree char *title = compare_words_waterfall_title (compared, side);

  *drawing = (WaterfallDrawing){ compared_ref (compared), compare_waterfall_new (compared, side, 0, &number_style_c) };
  g_autofree char *text = waterfall_text (drawing->rows->rows);
  int height_px = (int) ceil (waterfall_chart_height_px (&style, MAX ((int) drawing->rows->rows->len, 4)));

  report_chart_add (document, title, text, compare_words_waterfall_method (compared), REPORT_CHART_WHOLE_PX,
                    height_px, draw_waterfall, drawing, waterfall_drawing_free);
  text_cache_free (style.text);
}

static void
add_charts (Document *document, const char *chapter, void *user_data)
{
  ComparisonCharts *charts = user_data;

  if (strcmp (chapter, "summary") == 0)
    {
      add_step_times (document, charts->compared);
      add_curves (document, charts->curves, CURVES_ACTIVE);
      add_curves (document, charts->curves, CURVES_MEMORY);
    }
  else if (strcmp (chapter, "waterfall") == 0)
    for (uint32_t side = 1; side < charts->compared->n_sides; side++)
      add_waterfall (document, charts->compared, side);
}

DocumentCharts
comparison_charts_hook (ComparisonCharts *charts)
{
  return (DocumentCharts){ add_charts, charts };
}
