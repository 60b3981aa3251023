/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of an area as they are drawn: its kernels, its rows, and what its GPU time was used for. Pure: drawn the same
 * for a widget and a picture.
 *
 * Its size does not depend on its figures: what is being computed, and what comes after it, has the same places. Tables
 * show AREA_SHEET_ROWS rows at most; the last one tells how many are not. Each row of the table of kernels is also a part of the
 * ring of their time, and is marked with it. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/charts/chart.h"
#include "widgets/state/profile.h"

#define AREA_SHEET_ROWS 10

typedef struct AreaSheet AreaSheet;

/* stats are read now, not later; begin_ns, end_ns: the window that they are of. */
AreaSheet *area_sheet_new (const Profile *profile,
                           const AreaStats *stats,
                           int64_t begin_ns,
                           int64_t end_ns,
                           const NumberStyle *numbers);
void area_sheet_free (AreaSheet *sheet);

int area_sheet_height_px (const DrawStyle *style, int width_px);

/* sheet NULL: being computed. Parts of marks and map are rows of the tables. */
void area_sheet_draw (cairo_t *cr,
                      int width_px,
                      const DrawStyle *style,
                      const AreaSheet *sheet,
                      const ChartMarks *marks,
                      ChartMap *ret_map);

/* The slice that a row leads to: the longest of a kernel, or of a row; SLICE_NONE. */
uint64_t area_sheet_slice (const AreaSheet *sheet, int part);

/* "sum f32 · reduce: 411 times, 3.204 ms, ...": one part, or (-1) all that is shown, parts of the GPU time first, in
 * lines. A new string. */
char *area_sheet_text (const AreaSheet *sheet, int part);

/* Rows of the tables, of kernels, then of tracks, and parts of the GPU time: 0 to n - 1. */
int area_sheet_n_parts (const AreaSheet *sheet);

/* The tracks in the order of the table: streams first, then by busy time. order: as many as there are. */
void area_sheet_order_tracks (const Trace *trace, const TrackStatsTable *tracks, uint32_t *order);
