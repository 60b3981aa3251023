/* SPDX-License-Identifier: Apache-2.0
 *
 * A chart on the screen: hovering shows the text of a part, arrow keys walk through the parts, a click or Enter activates
 * one, Ctrl+C copies all. Main thread.
 *
 * Signal "part-activated" (int part). */

#pragma once

#include <gtk/gtk.h>

#include "widgets/charts/chart.h"

#define CHART_TYPE_VIEW (chart_view_get_type ())
G_DECLARE_FINAL_TYPE (ChartView, chart_view, CHART, VIEW, GtkWidget)

/* What a chart shows. All functions get user_data. */
typedef struct
{
  void (*draw) (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const ChartMarks *marks,
                ChartMap *ret_map,
                gpointer user_data);
  char *(*part_text) (int part, gpointer user_data); /* a tooltip; transfer full; NULL: no such part */
  bool (*leads) (int part, gpointer user_data);      /* whether activating the part does something */
  char *(*text) (gpointer user_data);                /* the whole chart as text; transfer full */
  double (*height_px) (const DrawStyle *style, gpointer user_data);
} ChartFace;

/* label names the chart for assistive technology. face and user_data must outlive the widget. */
GtkWidget *chart_view_new (const char *label, const ChartFace *face, gpointer user_data);

/* Call this after what the chart shows has changed. */
void chart_view_renew (ChartView *view);
void chart_view_copy (ChartView *view);
