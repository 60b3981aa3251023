/* SPDX-License-Identifier: Apache-2.0
 *
 * When a long import shows what it has so far: early, then each time about twice as much, as long as all such
 * partial profiles together cost at most a tenth of the time that the import takes. Pure: it looks at no clock. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PARTIALS_MAX 8

#define PARTIAL_TOTAL_MIN_S 5.0 /* shorter imports show nothing before they are done */

/* Zeros to begin with. */
typedef struct
{
  unsigned n_begun;
  bool is_running;        /* one at a time */
  uint64_t n_events_last; /* of the one begun last */
  double spent_s;         /* of processor time, on those that have ended */
  double event_cost_s;    /* per event, of the one ended last */
} PartialSchedule;

typedef struct
{
  double elapsed_s;
  double left_s; /* estimated; INFINITY: not known, and then none is due */
  uint64_t n_events;
} PartialMoment;

bool partial_schedule_is_due (const PartialSchedule *schedule, const PartialMoment *moment);

/* Processor time that the next one may take before it has to be given up. */
double partial_schedule_allowance_s (const PartialSchedule *schedule, const PartialMoment *moment);

void partial_schedule_begin (PartialSchedule *schedule, const PartialMoment *moment);

/* The running one has ended, complete or not, and has cost so much. */
void partial_schedule_end (PartialSchedule *schedule, double cost_s);
