/* SPDX-License-Identifier: Apache-2.0
 *
 * Decides when a long import shows what it has read so far: early, then each time about twice as much. All partial
 * profiles together cost at most a tenth of the import's time. Pure: it reads no clock. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PARTIALS_MAX 8

#define PARTIAL_TOTAL_MIN_S 5.0 /* shorter imports show nothing before they are done */

/* Initialize with zeros. */
typedef struct
{
  unsigned n_begun;
  bool is_running;        /* at most one runs at a time */
  uint64_t n_events_last; /* events in the last one begun */
  double spent_s;         /* processor time of those that have ended */
  double event_cost_s;    /* processor time per event of the last one ended */
} PartialSchedule;

typedef struct
{
  double elapsed_s;
  double left_s; /* estimated; INFINITY when unknown, and then no partial profile is due */
  uint64_t n_events;
} PartialMoment;

bool partial_schedule_is_due (const PartialSchedule *schedule, const PartialMoment *moment);

/* Returns the processor time after which the next partial profile is abandoned. */
double partial_schedule_allowance_s (const PartialSchedule *schedule, const PartialMoment *moment);

void partial_schedule_begin (PartialSchedule *schedule, const PartialMoment *moment);

/* Records that the running one has ended, complete or not, with its processor time. */
void partial_schedule_end (PartialSchedule *schedule, double cost_s);
