/* SPDX-License-Identifier: Apache-2.0
 *
 * A set of time that can tell how much of it is in any window: a merged union with prefix sums.
 *
 * Add to the set, finish it once, then query it; any thread may query. An all-zero struct is empty. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"

typedef struct
{
  IntervalUnion set;
  int64_t *before_ns; /* by interval: total length before it; one more entry for the total */
} TimeCover;

void time_cover_clear (TimeCover *cover);

/* Returns false when memory runs out. */
bool time_cover_finish (TimeCover *cover);

/* Returns the length of the set within a window. O(log intervals). */
int64_t time_cover_within (const TimeCover *cover, Interval window);
