/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of a side that are much slower than its others, and what takes their time. A mean of 24 steps tells little
 * about two that waited for data, and a median nothing.
 *
 * A step is slow if it takes longer than med + max (5 x 1.4826 x mad, 5 % of med), med and mad being the median of the
 * side's used steps and of their distances from it. Fewer than SLOW_STEPS_LEAST steps have none. What takes the time is
 * measured from the median step, or the mean of the two in the middle, whose parts add up to the median. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"
#include "trace/compare/waterfall.h"

#define SLOW_STEPS_LEAST 5
#define SLOW_STEPS_OTHER 12 /* fewer steps may be without a slow one by chance */

typedef struct
{
  uint64_t n, n_slow;
  double median_ns;
  double longer_ns;   /* the mean of the slow ones minus the median; 0 if there are none */
  WaterfallPart part; /* the part that takes most of it: the mean of slow steps minus the median step */
  double part_ns;     /* at most longer_ns: where the part takes more, others take less */
} SlowSteps;

/* Returns false when memory runs out. O(steps log steps). */
bool slow_steps_find (const CompareSide *side, SlowSteps *ret_slow);

/* Returns whether slow steps tell two sides apart: one side has at least 2, and in proportion at least 3 times as many as
 * the other, of which at least SLOW_STEPS_OTHER are known. */
bool slow_steps_differ (const SlowSteps *base, const SlowSteps *other);
