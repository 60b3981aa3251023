/* SPDX-License-Identifier: Apache-2.0
 *
 * Text alternative and table of the panes with histograms of durations (steps, annotations). Any thread. */

#pragma once

#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "widgets/dashboard/pane/pane.h"

/* Returns lines of text: median, p95, minimum and maximum, then part_text () of each bin that is not empty, then the
 * definition. Free with g_free (). */
char *duration_bins_alternative (const PaneContext *pane,
                                 const Distribution *durations,
                                 const Histogram *bins,
                                 char *(*part_text) (const PaneContext *pane, int part),
                                 const char *definition);

/* Returns a table with a row for each bin: from, to, count. counted is the head of the last column, translated. */
PaneTable *duration_bins_table (const Histogram *bins, const char *counted);
