/* SPDX-License-Identifier: Apache-2.0
 *
 * MaxInitializationTime of SageMaker Debugger (METRICS 23). */

#include "trace/findings/finding_rules.h"
#include "trace/findings/step_at.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  MINUTES
};

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  const TraceStep *latest = NULL;
  int64_t begin_ns, end_ns;
  char time[DURATION_TEXT_MAX];

  if (!facts->scope->is_whole)
    return look_is_without (look, N_ ("A window does not show how the run began."));
  if (!facts->has_steps)
    return look_is_without (look, N_ ("The profile has no steps."));
  trace_span (facts->trace, &begin_ns, &end_ns);
  for (size_t i = 0; i < facts->steps.n; i++)
    {
      const TraceStep *step = step_at_get (facts, i);

      if (step->index == 0 && (latest == NULL || step->host_begin_ns > latest->host_begin_ns))
        latest = step;
    }
  if (latest == NULL || (double) (latest->host_begin_ns - begin_ns) <= look_threshold (look, MINUTES) * 60e9)
    return look_is_clear (look);
  look_place (look, latest->rank, begin_ns, latest->host_begin_ns, SLICE_NONE);
  return look_is_found_as (
    look, FINDING_LOW,
    look_tr (look, N_ ("Training begins late: the first step begins %s after the recording does.")),
    duration_text ((double) (latest->host_begin_ns - begin_ns), time));
}

const FindingRule rule_max_initialization = {
  .id = "max_initialization",
  .title = N_ ("Late first step"),
  .method = N_ (
    "The time from the begin of the recording to the first step of the rank that begins last. It happens once, so it is "
    "counted in no gain per step."),
  .advice = { N_ (
                "Copy the data set to local disks ahead, or stream it, instead of reading all of it first."),
              N_ ("Load checkpoints in parallel on all ranks: torch.distributed.checkpoint.load ()."),
              N_ ("Keep what was compiled between runs: set TORCHINDUCTOR_CACHE_DIR and TRITON_CACHE_DIR.") },
  .thresholds = { [MINUTES] = { "minutes", 20, 1e5, N_ ("First step is late after (min)") } },
  .works_on_job = true,
  .look = look,
};
