/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels of an area for its table and its ring: the first ones have a row each, all others share one.
 * No toolkit. */

#pragma once

#include <stdint.h>

#include "trace/stats/kernel/kernel_stats.h"
#include "widgets/details/facts/area_sheet.h"

typedef struct
{
  uint64_t n_shown;  /* with a row of their own */
  uint64_t n_others; /* names without a row; 0 if there is no row for others */
  uint64_t n_other_launches;
  int64_t times_ns[AREA_SHEET_ROWS + 1]; /* n_shown entries, then the one of the others; INT64_MAX on overflow */
  uint32_t tenths[AREA_SHEET_ROWS + 1];  /* of the total, in the same order; their sum is 1,000, or 0 without any time */
} AreaKernels;

/* O(names). */
AreaKernels area_kernels_of (const KernelStatsTable *kernels);
