/* SPDX-License-Identifier: Apache-2.0
 *
 * Which steps of a rank are worth looking at: the slowest, the one in the middle, and those that stick out.
 *
 * A step sticks out when its wall time is above the median by more than three times the median absolute deviation
 * (Leys and others 2013, "Detecting outliers", recommend the median and 2.5 to 3 times a scaled one), and by more than 5 %,
 * so that steps that are all alike have none. Steps that the recording cut off are left out of everything, and fewer
 * than STEP_OUTLIERS_LEAST others have no outliers. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"

#define STEP_OUTLIERS_LEAST 5

typedef struct
{
  uint64_t n_whole;
  uint64_t slowest,
    median; /* of the table; UINT64_MAX: fewer than two whole steps. Of an even number the lower median */
  int64_t longest_usual_ns; /* a whole step that took longer sticks out; INT64_MAX: too few to say */
} StepRanking;

/* Of the steps [first, first + n) of the table, those of one rank. False: out of memory. O(n log n). */
bool step_ranking_compute (const StepTable *steps, uint64_t first, uint64_t n, StepRanking *ret_ranking);

static inline bool
step_ranking_sticks_out (const StepRanking *ranking, const TraceStep *step)
{
  return !step->is_truncated && step->wall_ns > ranking->longest_usual_ns;
}
