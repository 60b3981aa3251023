/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/text/marked_text.h"

static RuleState
look (FindingLook *look)
{
  return look_is_clear_because (
    look,
    N_ (
      "This rule judges nothing: it lists the utilization of processors and GPUs, which the dashboard and stats show."));
}

const FindingRule rule_overall_system_usage = {
  .id = "overall_system_usage",
  .title = N_ ("Overall system usage"),
  .method = N_ (
    "None: OverallSystemUsage of SageMaker Debugger lists percentiles of the utilization of each node, and never fires."),
  .works_on_job = true,
  .look = look,
};
