/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/partial_schedule.h"

#include <math.h>

#define SHARE_OF_TOTAL 0.1

/* Before that the estimate of the whole is worth little. */
#define FIRST_AFTER_S 0.5

/* Indexing and writing what was read is taken to cost so much of the time of reading it, until one was measured. */
#define FIRST_COST_SHARE 0.5

#define GROWTH 2 /* of what the next one shows over the last */

/* One that would come this shortly before the complete profile is not worth its cost. */
#define LEFT_MIN_S 1.0

static double
budget_s (const PartialMoment *moment)
{
  double total_s = moment->elapsed_s + moment->left_s;

  return isfinite (total_s) && total_s > PARTIAL_TOTAL_MIN_S ? total_s * SHARE_OF_TOTAL : 0;
}

static double
expected_cost_s (const PartialSchedule *schedule, const PartialMoment *moment)
{
  return schedule->event_cost_s > 0 ? schedule->event_cost_s * (double) moment->n_events
                                    : moment->elapsed_s * FIRST_COST_SHARE;
}

double
partial_schedule_allowance_s (const PartialSchedule *schedule, const PartialMoment *moment)
{
  return fmax (budget_s (moment) - schedule->spent_s, 0);
}

bool
partial_schedule_is_due (const PartialSchedule *schedule, const PartialMoment *moment)
{
  double cost_s = expected_cost_s (schedule, moment);

  if (schedule->is_running || schedule->n_begun >= PARTIALS_MAX || moment->elapsed_s < FIRST_AFTER_S
      || moment->n_events == 0 || moment->n_events / GROWTH < schedule->n_events_last)
    return false;
  return moment->left_s >= fmax (LEFT_MIN_S, 2 * cost_s)
         && cost_s <= partial_schedule_allowance_s (schedule, moment);
}

void
partial_schedule_begin (PartialSchedule *schedule, const PartialMoment *moment)
{
  schedule->n_begun++;
  schedule->is_running = true;
  schedule->n_events_last = moment->n_events;
}

void
partial_schedule_end (PartialSchedule *schedule, double cost_s)
{
  schedule->is_running = false;
  schedule->spent_s += cost_s;
  schedule->event_cost_s = cost_s / (double) schedule->n_events_last;
}
