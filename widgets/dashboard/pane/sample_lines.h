/* SPDX-License-Identifier: Apache-2.0
 *
 * What panes of utilization over time share: one line for each node, from samples or, of the CPU, from traced threads. Results
 * are owned by the caller. */

#pragma once

#include "trace/stats/host/cpu_time.h"
#include "widgets/dashboard/pane/pane.h"

/* The number of lines that fit and that a tooltip lists. */
#define SAMPLE_LINES_MAX 9

/* Functions of a Pane. footer () is for samples. */
void sample_lines_draw (const CpuTime *time,
                        cairo_t *cr,
                        const Rect *rect,
                        const DrawStyle *style,
                        const PaneContext *pane,
                        const ChartMarks *marks,
                        ChartMap *ret_map);
char *sample_lines_footer (const CpuTime *time, const PaneContext *pane);
char *sample_lines_part_text (const CpuTime *time, const PaneContext *pane, int part);
char *sample_lines_alternative (const CpuTime *time, const PaneContext *pane, const char *definition);
PaneTable *sample_lines_table (const CpuTime *time, const PaneContext *pane);
PaneTarget sample_lines_target (const PaneContext *pane, int part);
