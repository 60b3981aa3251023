/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernel time by precision (trace/stats/kernel/precision_stats.h) with its shares: SECTION_PRECISION. */

#pragma once

#include "trace/stats/kernel/precision_stats.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef struct
{
  PrecisionTimes times;
  int64_t within_ns[N_PRECISIONS]; /* kernel time inside the window, including kernels that began before it */
  uint32_t tenths[N_PRECISIONS];   /* share of kernel time */
  uint64_t longest[N_PRECISIONS];  /* the longest slice, or SLICE_NONE */
  int64_t tensor_core_ns[N_PRECISIONS][N_TENSOR_CORES];
  uint32_t tensor_core_tenths[N_TENSOR_CORES]; /* of the time of kernels */
  int64_t total_ns;
  uint64_t n_launches;
} PrecisionFigures;

void *
section_precision_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_precision_free (void *section);

static inline const PrecisionFigures *
dashboard_precision (const DashboardData *data)
{
  return dashboard_section (data, SECTION_PRECISION);
}
