/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws panes as cards, and the whole dashboard as a picture: the same for PNG, SVG and PDF. */

#pragma once

#include "widgets/dashboard/pane/pane_body.h"

/* Draws the chart, the sentence that replaces an empty one, or grey blocks while the pane is not ready
 * (its data may be NULL). The number style must be that of the pane. */
void pane_draw_body (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const PaneContext *pane,
                     const ChartMarks *marks,
                     ChartMap *ret_map);

/* Draws the text of a footer in the vertical middle of rect, from the left or the right, cut where it does not fit
 * (widgets/dashboard/pane/footer_fit.h). */
void
pane_draw_footer (cairo_t *cr, const Rect *rect, const DrawStyle *style, TextAlign align, const char *text);

/* Draws a whole card. */
void pane_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const PaneContext *pane);

/* Returns the height of the whole dashboard at a width, including the line that names the profile and the
 * scope. The data need not have sections. */
int dashboard_picture_height_px (const DashboardData *data, const DrawStyle *style, int width_px);

/* Draws the whole dashboard from (0, 0) and cuts it off at height_px. */
void dashboard_draw_picture (cairo_t *cr,
                             const DrawStyle *style,
                             const DashboardData *data,
                             int width_px,
                             int height_px);
