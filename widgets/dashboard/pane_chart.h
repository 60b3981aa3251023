/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart of a pane on the screen: hover tells its parts' figures, arrow keys walk through them, a click or Enter
 * goes to their events.
 *
 * Signal "part-activated" (int part). Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane.h"

#define PANE_TYPE_CHART (pane_chart_get_type ())
G_DECLARE_FINAL_TYPE (PaneChart, pane_chart, PANE, CHART, GtkWidget)

GtkWidget *pane_chart_new (const Pane *pane);

/* Room that the chart has around what is drawn, at each side, for the ring that shows the focus. */
int pane_chart_pad_px (const Pane *pane);

/* data is borrowed until the next call; NULL: it is being computed. */
void pane_chart_set_data (PaneChart *chart, const DashboardData *data);

/* Everything the chart shows as text, onto the clipboard. */
void pane_chart_copy (PaneChart *chart);
