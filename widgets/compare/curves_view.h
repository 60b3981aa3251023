/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves of the sides along a step on the screen. Main thread. */

#pragma once

#include "widgets/compare/chart_view.h"
#include "widgets/compare/compare_curves.h"

#define CURVES_TYPE_VIEW (curves_view_get_type ())
G_DECLARE_FINAL_TYPE (CurvesView, curves_view, CURVES, VIEW, GtkWidget)

/* height_px: of the whole, at the default size of text. */
GtkWidget *curves_view_new (CurvesKind kind, int height_px);

/* References curves; NULL empties the chart. */
void curves_view_set (CurvesView *view, CompareCurves *curves);
void curves_view_copy (CurvesView *view);
