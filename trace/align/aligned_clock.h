/* SPDX-License-Identifier: Apache-2.0
 *
 * What was done to the times of a rank, as an aligned profile stores it in its settings. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"
#include "trace/ranks/rank_clocks.h"

/* The key of the settings of the first rank, one for each rank of the profile. */
#define ALIGNED_SETTING "stepscope aligned clock"

typedef struct
{
  int64_t rank, reference_rank; /* numbers of ranks; times are on the clock of the reference */
  uint64_t n_collectives;       /* that tell it; 0: the times of the rank are as they were */
  int64_t offset_ns;            /* what was added, as the mean over the recording */
  double drift_ppm;
  int64_t residual_p50_ns, residual_p95_ns; /* distances of ends of collectives after correction */
  bool is_certain;                          /* rank_clocks_is_certain () */
} AlignedClock;

AlignedClock aligned_clock_of (const Trace *trace, const RankClocks *clocks, uint32_t rank);

/* Returns the object as JSON text, with the names of the report `clocks`. Transfer full. */
char *aligned_clock_text (const AlignedClock *clock);

/* Returns AlignedClock elements in the order of ranks; empty for a profile that is not aligned. Settings that are no such
 * object are passed over. O(settings). Transfer full. */
GArray *aligned_clocks (const Trace *trace);

/* O(settings). */
bool aligned_clocks_any (const Trace *trace);
