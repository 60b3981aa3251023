/* SPDX-License-Identifier: Apache-2.0
 *
 * Durations of the sides over each other on the screen. Main thread. */

#pragma once

#include "widgets/compare/chart_view.h"
#include "widgets/compare/compare_durations.h"

#define DURATIONS_TYPE_CHART (durations_chart_get_type ())
G_DECLARE_FINAL_TYPE (DurationsChart, durations_chart, DURATIONS, CHART, GtkWidget)

/* label names the chart for assistive technology. height_px: of the whole, at the default size of text. */
GtkWidget *durations_chart_new (const char *label, int height_px);

/* Takes durations; NULL empties the chart. */
void durations_chart_set (DurationsChart *chart, CompareDurations *durations);
void durations_chart_copy (DurationsChart *chart);
