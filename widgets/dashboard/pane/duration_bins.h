/* SPDX-License-Identifier: Apache-2.0
 *
 * What the panes that count durations in bins tell of them besides the chart: steps, annotations. Any thread. */

#pragma once

#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "widgets/dashboard/pane/pane.h"

/* Median, p95 and extremes, then part_text () of each bin that is not empty, then the definition, each a line. g_free (). */
char *duration_bins_alternative (const PaneContext *pane,
                                 const Distribution *durations,
                                 const Histogram *bins,
                                 char *(*part_text) (const PaneContext *pane, int part),
                                 const char *definition);

/* A row per bin: from, to, count. counted: the head of the last column, translated. */
PaneTable *duration_bins_table (const Histogram *bins, const char *counted);
