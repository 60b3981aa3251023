/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory operations by kind, and how fast copies were: SECTION_COPIES. */

#pragma once

#include "trace/stats/memory/bandwidth_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define COPY_KINDS_SHOWN_MAX 11

typedef struct
{
  MemoryStatsTable operations; /* by time, descending; with those that AMD's tools label as kernels */
  uint32_t n_shown;            /* the first of them; the rest is one part */
  int64_t other_ns, other_within_ns;
  uint64_t n_other;
  uint32_t
    tenths[COPY_KINDS_SHOWN_MAX + 1]; /* of total_ns: of those that are shown, and the last of the rest */
  int64_t total_ns;                   /* of all of them; saturates */
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
