/* SPDX-License-Identifier: Apache-2.0
 *
 * What changed most: whether steps take longer, and what makes up the difference (trace/compare/headline_text.h says it in
 * sentences).
 *
 * Says that steps take longer or are shorter only if the 99 % interval of the difference of the mean step times does not
 * contain 0, so that a reader of twenty comparisons of equal runs is rarely misled; the interval in the sentence is that
 * of 95 %. Else says that nothing is beyond the spread, or that there are too few steps to tell.
 *
 * The causes are the largest parts of the waterfall in the direction of the difference: kernels by their exclusive
 * time, idle time by cause. Where a part has kernels that only the baseline has and others that only the other side has,
 * the ones have replaced the others, and all of them are one cause, by their net time. What a part has without the kernels
 * that are named follows if it is much ("9.000 ms in other compute kernels"), then a large cause in the other direction
 * (", against 2.000 ms less ..."). So that all of it adds up to the difference, what is left is said last, if it is
 * more than a fifth of the difference (", and 2.000 ms more in everything else", ", against 2.000 ms less ...").
 *
 * Where the step time does not differ but other figures do, the largest two of them follow ("But compute takes 46 % longer,
 * and the GPU is idle 8.5 % less.").
 *
 * Steps of one side that are much slower than its others (trace/compare/slow_steps.h) come first if the mean does not
 * differ. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/comparison.h"

#define HEADLINE_NAMED_MAX   3
#define HEADLINE_CAUSES_MAX  (HEADLINE_NAMED_MAX + PART_IDLE)
#define HEADLINE_OFFSETS_MAX (1 + PART_IDLE)

/* Kernels without a counterpart. */
typedef struct
{
  uint64_t n;
  double ns;                     /* per step; not negative */
  const WaterfallKernel *kernel; /* one of them */
  bool is_elsewhere;             /* WaterfallKernel.is_elsewhere of any of them */
} HeadlineUnmatched;

/* One cause of a difference: an entry of the waterfall, or of a part of it all kernels without a counterpart. */
typedef struct
{
  WaterfallPart part;
  const WaterfallKernel *kernel;    /* NULL: the whole part, what is left of it, or replaced kernels */
  HeadlineUnmatched added, removed; /* both or neither has some: replaced kernels */
  bool is_rest;                     /* the part without what other causes name of it, which may be all */
  bool is_rest_of_named;            /* and they name something */
  double difference_ns;
} HeadlineCause;

typedef enum
{
  HEADLINE_DIFFERS,   /* steps take longer or are shorter */
  HEADLINE_SAME,      /* not beyond the spread */
  HEADLINE_FEW_STEPS, /* too few steps to tell */
  HEADLINE_NO_STEPS   /* whole windows are compared */
} HeadlineKind;

/* The facts of a headline, for callers that write their own sentences. */
typedef struct
{
  HeadlineKind kind;
  double difference_ns;
  HeadlineCause causes[HEADLINE_CAUSES_MAX]; /* the largest first, then what is left of parts */
  uint32_t n_causes;
  /* The largest in the other direction, and what is left of parts, each at least half as large as the difference. */
  HeadlineCause offsets[HEADLINE_OFFSETS_MAX];
  uint32_t n_offsets;
  double rest_ns;      /* what the causes and the offsets leave of the difference */
  bool has_rest;       /* it is more than a fifth of the difference, in either direction */
  bool has_slow_steps; /* slow steps tell the sides apart */
} Headline;

Headline headline_of (const Comparison *comparison, uint32_t side);
