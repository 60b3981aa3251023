/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the steps of a rank that are worth a look: the slowest, the median, and the outliers.
 *
 * A step is an outlier when its wall time exceeds the median by more than three times the median absolute deviation
 * (Leys and others 2013, "Detecting outliers", recommend the median and 2.5 to 3 times a scaled one) and by more than 5
 * percent. The second condition prevents outliers among nearly equal steps. Steps that the recording cut off are
 * ignored. Fewer than STEP_OUTLIERS_LEAST whole steps have no outliers. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"

#define STEP_OUTLIERS_LEAST 5

typedef struct
{
  uint64_t n_whole;
  uint64_t slowest,
    median; /* steps of the table; UINT64_MAX: fewer than two whole steps. median: the lower one */
  int64_t longest_usual_ns; /* longer whole steps are outliers; INT64_MAX if there are too few steps */
} StepRanking;

/* Ranks the steps [first, first + n) of the table, which belong to one rank. Returns false when memory runs out. O(n
 * log n). */
bool step_ranking_compute (const StepTable *steps, uint64_t first, uint64_t n, StepRanking *ret_ranking);

static inline bool
step_ranking_sticks_out (const StepRanking *ranking, const TraceStep *step)
{
  return !step->is_truncated && step->wall_ns > ranking->longest_usual_ns;
}
