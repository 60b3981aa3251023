/* SPDX-License-Identifier: Apache-2.0
 *
 * An area as text and as tables for the clipboard. Times in tables are whole nanoseconds, with the keys of
 * `stats --json`; names are exact. The caller frees results with g_free (). */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/look/number_text.h"
#include "widgets/state/view_marks.h"

/* "Area 12.30 ms to 14.10 ms, 3 rows, 411 slices, GPU busy 83.5 %"; without figures if stats is NULL. */
char *area_text_sentence (const ViewArea *area, const AreaStats *stats, const NumberStyle *numbers);

/* "3 rows", as many as there are tracks; "all rows" of NULL. */
char *area_text_rows (const TrackSet *tracks);

/* "12.30 ms to 14.10 ms, 3 rows" */
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
