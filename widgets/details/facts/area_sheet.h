/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the figures of an area: its kernels, its rows, and the use of its GPU time. Widgets and pictures
 * share it.
 *
 * Its size does not depend on the figures, so that nothing moves when they arrive. Tables show at most
 * AREA_SHEET_ROWS rows; the last line counts the rest. Each row of the table of kernels is also a part of
 * the ring of kernel time and is marked together with it. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/charts/chart.h"
#include "widgets/state/profile.h"

#define AREA_SHEET_ROWS 10

typedef struct AreaSheet AreaSheet;

/* Reads stats now, not later. begin_ns, end_ns is the window of stats. */
AreaSheet *area_sheet_new (const Profile *profile,
                           const AreaStats *stats,
                           int64_t begin_ns,
                           int64_t end_ns,
                           const NumberStyle *numbers);
void area_sheet_free (AreaSheet *sheet);

int area_sheet_height_px (const DrawStyle *style, int width_px);

/* Draws the sheet. sheet is NULL while it is being computed. The parts of marks and map are rows of the tables. */
void area_sheet_draw (cairo_t *cr,
                      int width_px,
                      const DrawStyle *style,
                      const AreaSheet *sheet,
                      const ChartMarks *marks,
                      ChartMap *ret_map);

/* Returns the slice that a row leads to, the longest one of the kernel or row, or SLICE_NONE. */
uint64_t area_sheet_slice (const AreaSheet *sheet, int part);

/* Returns the text of one part, such as "sum f32 · reduce: 411 times, 3.204 ms, ...", or for -1 all shown
 * parts in lines, those of the GPU time first. Free with g_free (). */
char *area_sheet_text (const AreaSheet *sheet, int part);

/* Returns n; parts 0 to n - 1 are the rows of kernels, then of tracks, then the parts of the GPU time. */
int area_sheet_n_parts (const AreaSheet *sheet);

/* Fills order with the tracks in the order of the table: streams first, then by busy time. order has one
 * element per track. */
void area_sheet_order_tracks (const Trace *trace, const TrackStatsTable *tracks, uint32_t *order);
