/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/job_waits.h"

bool
job_waits_init (JobWaits *job,
                const StatsScope *scope,
                bool (*should_continue) (void *user_data),
                void *user_data)
{
  *job = (JobWaits){ .scope = scope };
  return collective_instances_init (&job->instances, scope->trace, should_continue, user_data)
         && rank_clocks_init (&job->clocks, scope->trace, &job->instances, should_continue, user_data)
         && collective_waits_init (&job->waits, scope, &job->instances, &job->clocks, should_continue, user_data);
}

void
job_waits_clear (JobWaits *job)
{
  collective_waits_clear (&job->waits);
  rank_clocks_clear (&job->clocks);
  collective_instances_clear (&job->instances);
}

bool
job_stragglers_init (JobStragglers *job,
                     const StatsScope *scope,
                     bool (*should_continue) (void *user_data),
                     void *user_data)
{
  *job = (JobStragglers){ 0 };
  return job_waits_init (&job->of, scope, should_continue, user_data)
         && collective_gaps_init (&job->gaps, scope, &job->of.waits, should_continue, user_data)
         && stragglers_init (&job->stragglers, scope, &job->of.waits, &job->gaps, should_continue, user_data);
}

void
job_stragglers_clear (JobStragglers *job)
{
  stragglers_clear (&job->stragglers);
  collective_gaps_clear (&job->gaps);
  job_waits_clear (&job->of);
}
