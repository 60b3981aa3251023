/* SPDX-License-Identifier: Apache-2.0
 *
 * A set of time that knows how much of it lies in any window: a merged union with prefix sums.
 *
 * Add to the set, finish once, then ask; any thread may ask. An all-zero struct holds nothing. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"

typedef struct
{
  IntervalUnion set;
  int64_t *before_ns; /* by interval: what lies before it; one more for all */
} TimeCover;

void time_cover_clear (TimeCover *cover);

/* False: out of memory. */
bool time_cover_finish (TimeCover *cover);

/* Length of the set within a window. O(log intervals). */
int64_t time_cover_within (const TimeCover *cover, Interval window);
