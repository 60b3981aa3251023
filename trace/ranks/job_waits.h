/* SPDX-License-Identifier: Apache-2.0
 *
 * What holds between the ranks of a scope, each part made of those before it: its collectives, the clocks of its ranks, who
 * waited for whom, and, where it is asked for, which ranks are late and why. */

#pragma once

#include "trace/ranks/stragglers.h"

typedef struct
{
  const StatsScope *scope;
  CollectiveInstances instances; /* of the whole profile, as are the clocks */
  RankClocks clocks;
  CollectiveWaits waits; /* of the scope */
} JobWaits;

/* scope is borrowed for as long as job. should_continue (user_data) may be NULL. Returns false when it returns false or memory
 * runs out; call job_waits_clear () in either case. */
bool job_waits_init (JobWaits *job,
                     const StatsScope *scope,
                     bool (*should_continue) (void *user_data),
                     void *user_data);
void job_waits_clear (JobWaits *job);

typedef struct
{
  JobWaits of;
  CollectiveGaps gaps;
  Stragglers stragglers;
} JobStragglers;

/* The same. */
bool job_stragglers_init (JobStragglers *job,
                          const StatsScope *scope,
                          bool (*should_continue) (void *user_data),
                          void *user_data);
void job_stragglers_clear (JobStragglers *job);
