/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/report_chart.h"

static void
report_chart_free (gpointer data)
{
  ReportChart *chart = data;

  chart->free_data (chart->data);
  g_free (chart);
}

void
report_chart_add (Document *document,
                  const char *title,
                  const char *text,
                  const char *note,
                  int width_px,
                  int height_px,
                  void (*draw) (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data),
                  void *data,
                  GDestroyNotify free_data)
{
  ReportChart *chart = g_new (ReportChart, 1);

  *chart = (ReportChart){ draw, data, free_data };
  document_add_chart (document, title, text, note, width_px, height_px, chart, report_chart_free);
}

void
report_chart_draw (cairo_t *cr, const DocumentChart *chart, const DrawStyle *style)
{
  const ReportChart *drawing = chart->drawing;
  const Rect rect = { 0, 0, chart->width_px, chart->height_px };

  cairo_save (cr);
  drawing->draw (cr, &rect, style, drawing->data);
  cairo_restore (cr);
}
