/* SPDX-License-Identifier: Apache-2.0
 *
 * The findings of a scope in a document: each with what would be gained, where to see it and what to do; and what became of
 * every rule. */

#pragma once

#include "app/cli/document/document.h"
#include "trace/findings/findings.h"

void chapter_findings_add (Document *document, const Findings *findings, const Trace *trace);

/* thresholds are those that the findings were computed with; NULL for none. */
void chapter_findings_add_rules (Document *document, const Findings *findings, const FindingThresholds *thresholds);
