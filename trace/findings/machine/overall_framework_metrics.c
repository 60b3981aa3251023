/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/text/marked_text.h"

static RuleState
look (FindingLook *look)
{
  return look_is_clear_because (
    look,
    N_ ("This rule judges nothing: it lists the time of each phase, which the dashboard and stats show."));
}

const FindingRule rule_overall_framework_metrics = {
  .id = "overall_framework_metrics",
  .title = N_ ("Overall framework metrics"),
  .method = N_ (
    "None: OverallFrameworkMetrics of SageMaker Debugger lists the time of phases and operators, and never fires."),
  .works_on_job = true,
  .look = look,
};
