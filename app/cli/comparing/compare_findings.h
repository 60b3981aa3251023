/* SPDX-License-Identifier: Apache-2.0
 *
 * The findings of `compare`: those that appeared, those that went, and those that stayed, of each side against the first. */

#pragma once

#include <glib.h>

#include "app/cli/comparing/compare_sides.h"
#include "app/cli/document/document.h"
#include "trace/findings/findings.h"

typedef struct
{
  Findings *sides;
  guint n; /* 0: findings were not asked for */
} CompareFindings;

/* Looks for the findings of each part. thresholds may be NULL. Returns false when should_continue (user_data), which may be NULL,
 * returned false or memory runs out; call compare_findings_clear () in either case. Takes the time of findings_compute () for
 * each side. */
bool compare_findings_compute (CompareFindings *findings,
                               const CompareSides *sides,
                               const FindingThresholds *thresholds,
                               bool (*should_continue) (void *user_data),
                               void *user_data);
void compare_findings_clear (CompareFindings *findings);

/* Appends ,"findings":[...] to an object: an object for each change of each side. Returns false when memory runs out. */
bool compare_findings_append_json (GString *out, const CompareFindings *findings);

/* Returns a line (char *) for each change, in which names stand between back ticks; transfer full. NULL when memory runs out. */
GPtrArray *compare_findings_lines (const CompareFindings *findings);

/* Adds a table of the changes to a document, if there are any. Returns false when memory runs out. */
bool compare_findings_add_table (const CompareFindings *findings, Document *document);

/* Appends a heading and a line for each change, broken at n_columns unless it is Markdown. Returns false when memory runs
 * out. */
bool
compare_findings_append_text (GString *out, const CompareFindings *findings, bool is_markdown, size_t n_columns);
