/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart of a pane on the screen: hover tells its parts' figures, arrow keys walk through them, a click or Enter
 * goes to their events.
 *
 * Signal "part-activated" (int part). Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

#define PANE_TYPE_CHART (pane_chart_get_type ())
G_DECLARE_FINAL_TYPE (PaneChart, pane_chart, PANE, CHART, GtkWidget)

/* options: borrowed; who changes them sets the data again. */
GtkWidget *pane_chart_new (const Pane *pane, const PaneOptions *options);

/* Room that the chart has around what is drawn, at each side, for the ring that shows the focus. */
int pane_chart_pad_px (const Pane *pane);

/* data is borrowed until the next call, and has all that the pane needs; NULL: that is being computed. */
void pane_chart_set_data (PaneChart *chart, const DashboardData *data);

/* The parts that are drawn have numbers below this. */
int pane_chart_n_parts (PaneChart *chart);

/* Everything the chart shows as text, onto the clipboard. */
void pane_chart_copy (PaneChart *chart);
