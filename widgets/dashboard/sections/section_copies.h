/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory operations by kind, and memcpy bandwidth: SECTION_COPIES. */

#pragma once

#include "trace/stats/memory/bandwidth_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define COPY_KINDS_SHOWN_MAX 11

typedef struct
{
  MemoryStatsTable operations; /* by time, descending; with those that AMD's tools record as kernels */
  uint32_t n_shown;            /* the first operations, shown one by one; the rest is one part */
  int64_t other_ns, other_within_ns;
  uint64_t n_other;
  uint32_t
    tenths[COPY_KINDS_SHOWN_MAX + 1]; /* shares of total_ns: of each shown operation, then of the rest */
  int64_t total_ns;                   /* of all operations; saturates */
  uint64_t n_operations;

  BandwidthTable copies;
  uint64_t n_copies;
} CopyFigures;

void *section_copies_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_copies_free (void *section);

static inline const CopyFigures *
dashboard_copies (const DashboardData *data)
{
  return dashboard_section (data, SECTION_COPIES);
}
