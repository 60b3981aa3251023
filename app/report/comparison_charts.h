/* SPDX-License-Identifier: Apache-2.0
 *
 * The charts of a report on a comparison: the waterfalls, step times, and what GPUs do along a step. */

#pragma once

#include "app/cli/chapters/profile_document.h"
#include "widgets/compare/compared.h"

typedef struct ComparisonCharts ComparisonCharts;

/* References compared. Returns NULL when should_continue (user_data), which may be NULL, returned false or memory ran out. Takes
 * the time of compare_curves_new (): call it from a worker thread. */
ComparisonCharts *
comparison_charts_new (Compared *compared, bool (*should_continue) (void *user_data), void *user_data);
void comparison_charts_free (ComparisonCharts *charts); /* NULL is allowed */

/* Returns what comparison_document_new () asks for charts; valid as long as charts. Charts of a document live on. */
DocumentCharts comparison_charts_hook (ComparisonCharts *charts);
