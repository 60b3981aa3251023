/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws panes as cards, and the whole dashboard as a picture: the same for PNG, SVG and PDF. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

/* Of a card at 100 % text; they grow with it. */
#define PANE_HEADER_PX 44
#define PANE_FOOTER_PX 36
#define PANE_INSET_PX  16
#define PANE_RADIUS_PX 12

/* What lies between header and footer of a card: where the chart is drawn. The origin is the card's. */
Rect pane_body (const Pane *pane, double width_px, double height_px, double text_scale);

/* The chart, or the sentence that stands for it, or grey blocks while the pane is not ready (its data may be NULL). The
 * numbers of the style are the pane's. */
void pane_draw_body (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const PaneContext *pane,
                     const ChartMarks *marks,
                     ChartMap *ret_map);

/* A whole card. */
void pane_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const PaneContext *pane);

/* The height of the whole dashboard at a width, with the line that names the profile and the scope. */
int dashboard_picture_height_px (const Profile *profile, int width_px, double text_scale);

/* The whole dashboard from (0, 0) on; what lies below height_px is cut off. */
void dashboard_draw_picture (cairo_t *cr,
                             const DrawStyle *style,
                             const DashboardData *data,
                             int width_px,
                             int height_px);
