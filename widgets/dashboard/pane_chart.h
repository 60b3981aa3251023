/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart of a pane on the screen: hovering shows the figures of a part, arrow keys walk through the
 * parts, a click or Enter goes to their events.
 *
 * Signal "part-activated" (int part). Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

#define PANE_TYPE_CHART (pane_chart_get_type ())
G_DECLARE_FINAL_TYPE (PaneChart, pane_chart, PANE, CHART, GtkWidget)

/* Creates the chart of a pane. options is borrowed and must outlive the chart; set the data again after changing it. */
GtkWidget *pane_chart_new (const Pane *pane, const PaneOptions *options);

/* Returns the margin of the chart on each side, which leaves room for the focus ring. */
int pane_chart_pad_px (const Pane *pane);

/* Shows other figures. data is borrowed until the next call and must have all sections of the pane. NULL shows that
 * they are being computed. */
void pane_chart_set_data (PaneChart *chart, const DashboardData *data);

/* Shows the same figures after a part was folded or unfolded; the parts up to the focused one stay what they are. */
void pane_chart_refold (PaneChart *chart);

/* Returns a number that is above those of all drawn parts. */
int pane_chart_n_parts (PaneChart *chart);

/* Returns the part with the keyboard's cursor, or -1. */
int pane_chart_focused (PaneChart *chart);

/* Copies all figures of the chart to the clipboard as text. */
void pane_chart_copy (PaneChart *chart);
