/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/text/marked_text.h"

static RuleState
look (FindingLook *look)
{
  return look_is_clear_because (look,
                                N_ ("This rule judges nothing: all other rules together are what it runs."));
}

const FindingRule rule_profiler_report = {
  .id = "profiler_report",
  .title = N_ ("Profiler report"),
  .method =
    N_ ("None: ProfilerReport of SageMaker Debugger runs all rules and writes a report, and never fires."),
  .works_on_job = true,
  .look = look,
};
