/* SPDX-License-Identifier: Apache-2.0
 *
 * The drawing of a chart in a document (DocumentChart.drawing): the same for HTML and PDF. */

#pragma once

#include <cairo.h>
#include <glib.h>

#include "app/cli/document/document.h"
#include "widgets/look/draw_style.h"

typedef struct
{
  void (*draw) (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data);
  void *data;
  GDestroyNotify free_data;
} ReportChart;

/* Adds a chart to a document. Texts are as of document_add_chart (). Takes data. */
void report_chart_add (Document *document,
                       const char *title,
                       const char *text,
                       const char *note,
                       int width_px,
                       int height_px,
                       void (*draw) (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data),
                       void *data,
                       GDestroyNotify free_data);

/* Draws the chart of a block into a rectangle of its size at (0, 0). */
void report_chart_draw (cairo_t *cr, const DocumentChart *chart, const DrawStyle *style);

/* The sizes of charts: beside another one, and alone. */
#define REPORT_CHART_HALF_PX   440
#define REPORT_CHART_WHOLE_PX  900
#define REPORT_CHART_HEIGHT_PX 320
