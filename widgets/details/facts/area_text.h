/* SPDX-License-Identifier: Apache-2.0
 *
 * An area in words and in tables to be copied. Pure. Times of tables are whole nanoseconds, named as in `stats --json`;
 * names are the exact ones. Results are the caller's (g_free ()). */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/look/number_text.h"
#include "widgets/state/view_marks.h"

/* "Area 12.30 ms to 14.10 ms, 3 rows, 411 slices, GPU busy 83.5 %"; stats NULL: without figures. */
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

/* Figures, rows and kernels, all of them. */
char *area_text_tables (const Trace *trace,
                        const AreaStats *stats,
                        int64_t begin_ns,
                        int64_t end_ns,
                        AreaTextForm form);
