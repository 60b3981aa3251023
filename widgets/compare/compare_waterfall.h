/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the waterfall chart from the baseline's mean step time to that of another side: a row for each part that either
 * has, and below an open one its largest kernels. */

#pragma once

#include "widgets/charts/chart.h"
#include "widgets/compare/compared.h"

/* Kernels below an open part; the others are summed in one row. */
#define COMPARE_WATERFALL_KERNELS 12

typedef struct
{
  GArray *rows;        /* of WaterfallRow */
  GArray *parts;       /* of int, by row: the WaterfallPart it is or belongs to; -1: a total */
  GPtrArray *texts;    /* owned */
  GPtrArray *tooltips; /* of char *, by row */
} CompareWaterfall;

/* open: bit 1 << part is set for the parts whose kernels are shown. */
CompareWaterfall *
compare_waterfall_new (const Compared *compared, uint32_t side, uint32_t open, const NumberStyle *numbers);
void compare_waterfall_free (CompareWaterfall *waterfall); /* NULL is allowed */
