/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/findings/dismissed_findings.h"

#include "widgets/dashboard/pane/keyed_lines.h"

/* More than all rules with the longest reasons. */
#define TEXT_MAX 60000

char *
dismissed_findings_reason (const char *dismissed, const FindingRule *rule)
{
  return keyed_lines_get (dismissed, rule->id);
}

char *
dismissed_findings_with (const char *dismissed, const FindingRule *rule, const char *reason)
{
  return keyed_lines_with (dismissed, rule->id, reason, DISMISS_REASON_MAX, TEXT_MAX);
}
