/* SPDX-License-Identifier: Apache-2.0
 *
 * The report on a comparison as a document: what changed, which findings came and went, and the tables of `compare`. */

#pragma once

#include "app/cli/chapters/profile_document.h"
#include "app/cli/comparing/compare_sides.h"
#include "trace/compare/comparison.h"

typedef struct
{
  const CompareSides *sides;    /* opened */
  const Comparison *comparison; /* of them; NULL: it is computed */
  const FindingThresholds *thresholds;
  DocumentCharts charts; /* asked for the chapters "summary", "waterfall" and "steps" */
  bool (*should_continue) (void *user_data);
  void *user_data;
} ComparisonContents;

/* Returns NULL when should_continue () returned false or memory ran out. Takes the time of comparison_compute () and, for each
 * side, findings_compute (): call it from a worker thread. */
Document *comparison_document_new (const ComparisonContents *contents);
