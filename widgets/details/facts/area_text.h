/* SPDX-License-Identifier: Apache-2.0
 *
 * An area as text and as tables for the clipboard. Times in tables are whole nanoseconds, with the keys of
 * `stats --json`; names are exact. The caller frees results with g_free (). */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/look/number_text.h"
#include "widgets/state/view_marks.h"

/* Returns "Area 12.30 ms to 14.10 ms, 3 rows, 411 slices, GPU busy 83.5 %", without the last two figures if stats is
 * NULL. Free with g_free (). */
char *area_text_sentence (const ViewArea *area, const AreaStats *stats, const NumberStyle *numbers);

/* Returns the number of tracks, "3 rows", or "all rows" if tracks is NULL. Free with g_free (). */
char *area_text_rows (const TrackSet *tracks);

/* Returns "12.30 ms to 14.10 ms". Free with g_free (). */
char *area_text_span (const ViewArea *area, const NumberStyle *numbers);

/* Returns "12.30 ms to 14.10 ms, 3 rows". Free with g_free (). */
char *area_text_short (const ViewArea *area, const NumberStyle *numbers);

typedef enum
{
  AREA_TSV,
  AREA_MARKDOWN,
} AreaTextForm;

/* Returns all figures, rows and kernels. */
char *area_text_tables (const Trace *trace,
                        const AreaStats *stats,
                        int64_t begin_ns,
                        int64_t end_ns,
                        AreaTextForm form);
