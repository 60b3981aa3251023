/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels of an area as its table and its ring have them: the first ones each with a row, all others in one. Pure. */

#pragma once

#include <stdint.h>

#include "trace/stats/kernel/kernel_stats.h"
#include "widgets/details/facts/area_sheet.h"

typedef struct
{
  uint64_t n_shown;  /* with a row of their own */
  uint64_t n_others; /* names without one; 0: the entry behind the shown ones is of none */
  uint64_t n_other_launches;
  int64_t times_ns[AREA_SHEET_ROWS + 1]; /* n_shown, then of the others; INT64_MAX when it does not fit */
  uint32_t tenths[AREA_SHEET_ROWS + 1];  /* of a percent of all, likewise; add up to 1,000, or (no time) 0 */
} AreaKernels;

/* O(names). */
AreaKernels area_kernels_of (const KernelStatsTable *kernels);
