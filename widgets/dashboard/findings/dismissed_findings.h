/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings that the user does not want to see of a profile, and why: a text with a line for each rule
 * (widgets/dashboard/pane/keyed_lines.h), which the owner of a dashboard keeps. Any thread. */

#pragma once

#include "trace/findings/finding_rule.h"

/* Longer reasons are cut; bytes. */
#define DISMISS_REASON_MAX 500

/* Returns why the findings of a rule were dismissed, or NULL if they were not; g_free (). dismissed may be NULL or any text. */
char *dismissed_findings_reason (const char *dismissed, const FindingRule *rule);

/* Returns dismissed with those of the rule; reason NULL or "" shows them again. "" if none is left; g_free (). */
char *dismissed_findings_with (const char *dismissed, const FindingRule *rule, const char *reason);
