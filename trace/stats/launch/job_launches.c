/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/job_launches.h"

#include "trace/stats/job_groups.h"

bool
job_launches_compute (const StatsScope *scope, LaunchStats *ret_stats)
{
  const Trace *trace = scope->trace;
  JobGroupColumn groups;
  bool ok = job_groups_collect (scope, JOB_LATENCY, &groups);

  *ret_stats = (LaunchStats){ 0 };
  for (uint32_t r = 0; r < trace_n_ranks (trace) && job_groups_hold (scope); r++)
    if (stats_scope_holds_rank (scope, r))
      {
        const JobRankRecord *rank = &trace_job (trace)->ranks[r];

        ret_stats->matched += rank->matched;
        ret_stats->unmatched += rank->unmatched;
        ret_stats->without_correlation += rank->without_correlation;
      }
  ret_stats->activities = ret_stats->matched + ret_stats->unmatched + ret_stats->without_correlation;
  if (ok && groups.n > 0)
    ret_stats->latency = groups.at[0].duration;
  job_group_column_clear (&groups);
  return ok;
}
