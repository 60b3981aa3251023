/* SPDX-License-Identifier: Apache-2.0
 *
 * The findings of `compare`: those that appeared, those that went, and those that stayed, of each side against the first. */

#pragma once

#include <glib.h>

#include "app/cli/comparing/compare_sides.h"
#include "trace/findings/findings.h"

typedef struct
{
  Findings *sides;
  guint n; /* 0: findings were not asked for */
} CompareFindings;

/* Looks for the findings of each part. thresholds may be NULL. Returns false when it was interrupted or memory runs out; call
 * compare_findings_clear () in either case. Takes the time of findings_compute () for each side. */
bool compare_findings_compute (CompareFindings *findings,
                               const CompareSides *sides,
                               const FindingThresholds *thresholds);
void compare_findings_clear (CompareFindings *findings);

/* Appends ,"findings":[...] to an object: an object for each change of each side. Returns false when memory runs out. */
bool compare_findings_append_json (GString *out, const CompareFindings *findings);

/* Appends a heading and a line for each change, broken at n_columns unless it is Markdown. Returns false when memory runs
 * out. */
bool
compare_findings_append_text (GString *out, const CompareFindings *findings, bool is_markdown, size_t n_columns);
