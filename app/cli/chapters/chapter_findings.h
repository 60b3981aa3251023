/* SPDX-License-Identifier: Apache-2.0
 *
 * The findings of a scope in a document: each with what would be gained, where to see it and what to do; and what became of
 * every rule. */

#pragma once

#include "app/cli/document/document.h"
#include "trace/findings/findings.h"

/* What the user does not want to see: reason () returns why the findings of a rule were dismissed, or NULL if they were not;
 * g_free (). NULL: nothing was dismissed. */
typedef struct
{
  char *(*reason) (const FindingRule *rule, const void *user_data);
  const void *user_data;
} DismissedFindings;

/* Those that were dismissed are counted, with their reasons, and not told. */
void chapter_findings_add (Document *document,
                           const Findings *findings,
                           const DismissedFindings *dismissed,
                           const Trace *trace);

/* Says which rules thresholds (may be NULL) change; nothing if there are none. */
void chapter_findings_add_changed (Document *document, const FindingThresholds *thresholds);

/* thresholds are those that the findings were computed with; NULL for none. */
void chapter_findings_add_rules (Document *document, const Findings *findings, const FindingThresholds *thresholds);
