/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of a comparison: titles of figures, parts and matches; changes as texts. Returned char * are translated and
 * transfer full; const char * are static. */

#pragma once

#include "trace/compare/launched_kernels.h"
#include "widgets/compare/compared.h"
#include "widgets/look/change_arrow.h"

/* "+27 %", "-0.3 %"; "n/a" if it is not finite. ratio is 0.27 for +27 %. */
char *compare_words_percent (const NumberStyle *numbers, double ratio);

/* "+18.20 ms" */
char *compare_words_duration (const NumberStyle *numbers, double ns);

/* ---- the summary ---- */

const char *compare_words_key (SummaryKey key);         /* "Step time, median" */
const char *compare_words_key_meaning (SummaryKey key); /* a tooltip */
char *compare_words_value (SummaryKey key, const SummaryCell *cell, const NumberStyle *numbers);

/* "+18.20 ms, +27 % (+25 to +30)"; "~ ..." if it is not beyond the spread; "~" if nothing can be said. */
char *compare_words_change (SummaryKey key,
                            const SummaryCell *base,
                            const SummaryCell *cell,
                            const NumberStyle *numbers);

/* Why a change counts or does not: a tooltip. */
char *compare_words_change_reason (const Compared *compared, SummaryKey key, uint32_t side);

/* Returns whether the change is for better or worse: only if it is beyond the spread, and for times of which less is
 * better. */
ChangeTone compare_words_tone (SummaryKey key, const SummaryCell *cell);

/* Returns what changed most, in sentences. Transfer full (g_strfreev ()). */
char **compare_words_headline (const Compared *compared);

/* Returns where in such a sentence the causes of what changed begin, or NULL if it tells none. */
const char *compare_words_causes (const char *sentence);

/* Heads of the summary: of the titles, "Per step", and of the changes of a side, "Change (95 % interval)". */
const char *compare_words_summary_head (const Compared *compared);
char *compare_words_change_head (const Compared *compared, uint32_t side);

/* "From one step time to the other" */
char *compare_words_waterfall_title (const Compared *compared, uint32_t side);

/* What the figures of the other cards are; static. */
const char *compare_words_waterfall_method (const Compared *compared);
const char *compare_words_step_times_method (void);

/* "23 steps of A, 17 of B; the first 1 of A is left out as warm-up. Intervals: ..." */
char *compare_words_method (const Compared *compared);

/* ---- parts and rows ---- */

char *compare_words_part (WaterfallPart part);
const char *compare_words_table (RowKind kind);            /* "Kernels" */
const char *compare_words_table_none (RowKind kind);       /* said where a table has no rows */
char *compare_words_match (RowMatch match, uint32_t side); /* "exact name", "only in B" */

/* The name of a row: its display name, "X → Y" where the name is another on the first other side. */
char *compare_words_row (const Compared *compared, RowKind kind, uint64_t row);

/* The same for a kernel that another row launched. */
char *compare_words_launched (const LaunchedKernels *launched, uint64_t row);

/* "+18.20 ms, +27 %" from the baseline's cell of a row; "~ ..." if the row does not count as changed. */
char *compare_words_row_change (const TableCell *base, const TableCell *cell, const NumberStyle *numbers);

/* Returns whether a row changed for better or worse: less time is better. */
ChangeTone compare_words_row_tone (const TableCell *cell);

/* Why a row of a table counts as changed or not: a tooltip. */
char *compare_words_row_reason (const TableCell *cell);
